package payload

import (
	"math/rand/v2"
	"slices"
	"testing"

	"dataimport/modules/kit/domain/fault"
)

var unordered = []byte(`{
	"b": {"y": [1, 2, {"k": 1}], "x": {}, "z": 0},
	"": 1, "p.q": 2, "p": {"r": 3, "\u0071r": 4},
	"a": [ [10, 11], {}, "s" ],
	"n": null
}`)

// Faults are in the order of the payload, in whatever order they were found. The fault of
// a missing member is at the end of the object that should contain it.
func TestSort(t *testing.T) {
	var want fault.List
	for _, attr := range []string{
		"", "b", "b.y", "b.y.0", "b.y.1", "b.y.2.k", "b.y.2.missing", "b.y.9", "b.x", "b.x.missing.deeper", "b.z", "b.missing",
		`""`, "p.q", "p", "p.qr", "p.missing", "a", "a.0", "a.0.1", "a.0.2", "a.1", "a.1.missing", "a.2", "a.3", "n", "missing.0",
	} {
		want = append(want, fault.Fault{Attr: attr})
	}
	for range 100 {
		got := slices.Clone(want)
		rand.Shuffle(len(got), func(i, j int) { got[i], got[j] = got[j], got[i] })
		Sort(unordered, got)
		if !slices.Equal(got, want) {
			t.Fatalf("got  %v\nwant %v", named(got), named(want))
		}
	}
}

// Faults at one place stay in the order in which they were found.
func TestSortIsStable(t *testing.T) {
	got := fault.List{{Attr: "n", Code: "2"}, {Attr: "missing", Code: "z"}, {Attr: "n", Code: "1"}, {Attr: "lacking", Code: "a"}, {Attr: "b"}}
	want := fault.List{{Attr: "b"}, {Attr: "n", Code: "2"}, {Attr: "n", Code: "1"}, {Attr: "missing", Code: "z"}, {Attr: "lacking", Code: "a"}}
	if Sort(unordered, got); !slices.Equal(got, want) {
		t.Errorf("got %v", got)
	}
}

// Sorting with any data ends, and loses no fault.
func TestSortOfOtherData(t *testing.T) {
	for _, data := range []string{``, `1`, `[1, 2]`, `{`, `{1: 2}`, `{"a": `, `{"a": [1,}`, `{"a": {"b" 1}}`, "\xff", `{"a": [`} {
		got := fault.List{{Attr: "a.0.b"}, {Attr: "a"}, {Attr: "a.b"}, {Attr: ""}, {Attr: "0"}, {Attr: "..."}}
		Sort([]byte(data), got)
		for _, attr := range []string{"a.0.b", "a", "a.b", "", "0", "..."} {
			if !slices.Contains(got, fault.Fault{Attr: attr}) {
				t.Errorf("%s: %q is lost in %v", data, attr, got)
			}
		}
	}
}

func TestDecodedFaultsAreInOrder(t *testing.T) {
	_, faults := read(t, []byte(`{"zz": 1, "rows": [{"units": [{}], "x": 1}, {"id": 1, "deep": {"marks": [1]}}], "name": "toolong", "address": {"city": 12345678901}}`))
	want := []string{
		"unknown_field zz", "required rows.0.units.0.value", "unknown_field rows.0.x", "required rows.0.id",
		"invalid_choice rows.1.deep.marks.0", "too_long name", "too_long address.city", "required address.country", "required total",
	}
	if got := named(faults); !slices.Equal(got, want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
}
