package payload

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"dataimport/modules/kit/domain/fault"

	"github.com/shopspring/decimal"
)

func TestDecodeReadsEveryKind(t *testing.T) {
	score := 0
	want := &sample{
		Name: "Ada", Total: decimal.RequireFromString("10.50"), Code: "Été, 2-1", Colour: "RED", Flag: true, Count: 28, Score: &score,
		Rate: decimal.NewNullDecimal(decimal.RequireFromString("0.20")), Day: 20240229,
		Moment:  time.Date(2024, 2, 29, 23, 59, 59, 0, time.UTC),
		Address: &address{Country: "GB", City: "York"}, Options: options{News: true}, Tags: []string{"a", "b"},
		Rows: []row{
			{ID: "1", Units: []amount{{decimal.RequireFromString("1.0")}}, Deep: &marks{Marks: []colour{"RED"}}},
			{ID: "2"},
		},
		Extra: []byte(`[1, null, {"a": "b"}]`), Params: []byte(`{"x": [], "y": {}}`),
	}
	if got := clean(t, written(valid())); !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

func TestFaults(t *testing.T) {
	for _, c := range faulty {
		_, faults := read(t, with(c.member, c.value))
		if got := strings.Join(named(faults), ", "); got != c.want {
			t.Errorf("%s: %s\ngot  %s\nwant %s", c.member, c.value, got, c.want)
		}
		for _, f := range faults {
			if f.Detail == "" || strings.Contains(f.Detail, "%!") {
				t.Errorf("%s: %s: detail %q", c.member, c.value, f.Detail)
			}
		}
	}
}

// These values differ from their documented form, and are accepted and converted.
func TestLeniencies(t *testing.T) {
	for _, c := range []struct {
		member, value string
		got           func(*sample) any
		want          any
	}{
		{"name", `1e400`, func(s *sample) any { return s.Name }, "1e400"},
		{"name", `-0`, func(s *sample) any { return s.Name }, "-0"},
		{"name", `" \u0041da\n"`, func(s *sample) any { return s.Name }, "Ada"},
		{"name", `"ééééé"`, func(s *sample) any { return s.Name }, "ééééé"},
		{"name", `"\ud83d\ude00"`, func(s *sample) any { return s.Name }, "😀"},
		{"code", `12.50`, func(s *sample) any { return s.Code }, "12.50"},
		{"code", `""`, func(s *sample) any { return s.Code }, ""},
		{"colour", `" BLUE "`, func(s *sample) any { return s.Colour }, colour("BLUE")},
		{"colour", `""`, func(s *sample) any { return s.Colour }, colour("")},
		{"total", `" 10.50 "`, func(s *sample) any { return Text(s.Total) }, "10.50"},
		{"rate", `" "`, func(s *sample) any { return s.Rate.Valid }, false},
		{"total", `".50"`, func(s *sample) any { return Text(s.Total) }, "0.50"},
		{"total", `1.05e1`, func(s *sample) any { return Text(s.Total) }, "10.5"},
		{"rate", `null`, func(s *sample) any { return s.Rate.Valid }, false},
		{"code", `null`, func(s *sample) any { return s.Code }, ""},
		{"colour", `null`, func(s *sample) any { return s.Colour }, colour("")},
		{"options", `null`, func(s *sample) any { return s.Options }, options{}},
		{"params", `null`, func(s *sample) any { return len(s.Params) }, 0},
		{"count", `" 28 "`, func(s *sample) any { return s.Count }, 28},
		{"score", `"-7"`, func(s *sample) any { return *s.Score }, -7},
		{"score", `""`, func(s *sample) any { return s.Score == nil }, true},
		{"score", `-7`, func(s *sample) any { return *s.Score }, -7},
		{"day", `""`, func(s *sample) any { return s.Day }, Date(0)},
		{"day", `" 2024-02-29 "`, func(s *sample) any { return s.Day }, Date(20240229)},
		{"moment", `""`, func(s *sample) any { return s.Moment.IsZero() }, true},
		{"tags", `[]`, func(s *sample) any { return len(s.Tags) }, 0},
		{"tags", `[1, " b "]`, func(s *sample) any { return strings.Join(s.Tags, "|") }, "1|b"},
		{"extra", `null`, func(s *sample) any { return string(s.Extra) }, "null"},
		{"extra", `1e999`, func(s *sample) any { return string(s.Extra) }, "1e999"},
		{"extra", `"  "`, func(s *sample) any { return string(s.Extra) }, `"  "`},
		{"flag", `false`, func(s *sample) any { return s.Flag }, false},
	} {
		if got := c.got(clean(t, with(c.member, c.value))); got != c.want {
			t.Errorf("%s: %s: got %v, want %v", c.member, c.value, got, c.want)
		}
	}
}

func TestNamesMayBeEscaped(t *testing.T) {
	s := clean(t, []byte(`{"n\u0061me": "Ada", "\u0074otal": 1, "rows": [{"\u0069d": "7"}]}`))
	if s.Name != "Ada" || s.Total.String() != "1" || s.Rows[0].ID != "7" {
		t.Errorf("got %+v", s)
	}
}

// A name of dots and megabytes is cheap, although attrs are split at dots.
func TestUnknownNamesAreShortened(t *testing.T) {
	_, faults := read(t, with(strings.Repeat(".", 1<<20), `1`))
	want := []string{"unknown_field " + strings.Repeat(".", maxShownName) + "…"}
	if got := named(faults); !slices.Equal(got, want) {
		t.Errorf("got %.300v", got)
	}
	if got := ShownName(strings.Repeat("é", maxShownName)); got != strings.Repeat("é", maxShownName) {
		t.Errorf("got %s", got)
	}
}

func TestItemsUpToTheLimit(t *testing.T) {
	for n, want := range map[int]string{9_999: "", 10_000: "", 10_001: "too_many_items tags"} {
		var faults fault.Collector
		data := with("tags", "[1"+strings.Repeat(",1", n-1)+"]")
		if _, err := samples.Decode(data, Limits{Items: 10_000, Depth: 64}, &faults); err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(named(faults.List()), ", "); got != want {
			t.Errorf("%d items: got %.200s", n, got)
		}
	}
}
