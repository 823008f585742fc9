package payload_test

import (
	"encoding/json/jsontext"
	"strings"
	"testing"

	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"
)

// mood is a choice that says something of a person.
type mood string

func (mood) Choices() []string { return []string{"GOOD", "BAD"} }

type classified struct {
	Kind  string         `json:"kind,omitzero" rule:"code,impersonal"`
	Codes []string       `json:"codes,omitzero" rule:"code,impersonal"`
	Count *int           `json:"count,omitzero" rule:"range=0..9,impersonal"`
	Any   jsontext.Value `json:"any,omitzero" rule:"impersonal"`
	Name  string         `json:"name,omitzero" rule:"code"`
	Score *int           `json:"score,omitzero" rule:"range=0..9"`
	Alive *bool          `json:"alive,omitzero"`
	Mood  mood           `json:"mood,omitzero"`
	Born  payload.Date   `json:"born,omitzero"`
	Inner []struct {
		Kind string `json:"kind,omitzero" rule:"impersonal"`
		Name string `json:"name,omitzero"`
	} `json:"inner,omitzero"`
}

func TestPrivacy(t *testing.T) {
	privacy := payload.Of(classified{}).Privacy()
	for attr, want := range map[string]struct{ known, impersonal bool }{
		"kind": {true, true}, "codes.0": {true, true}, "count": {true, true}, "inner.3.kind": {true, true},
		"codes": {true, false}, "any": {true, false}, "name": {true, false}, "inner": {true, false}, "inner.0": {true, false}, "inner.0.name": {true, false},
		"": {}, "other": {}, "kind.0": {}, "any.kind": {}, "inner.0.other": {}, "inner.kind.kind": {true, true}, "codes.0.kind": {},
	} {
		got := privacy.At(attr)
		if got.IsKnown() != want.known || got.IsImpersonal() != want.impersonal {
			t.Errorf("%q: known %t, impersonal %t", attr, got.IsKnown(), got.IsImpersonal())
		}
	}
	var none *payload.Object
	if none.Privacy().At("kind").IsKnown() {
		t.Error("no object has no members")
	}
}

// A detail shows a value of an impersonal member alone.
func TestDetailsShowNoPersonalValues(t *testing.T) {
	for document, want := range map[string]string{
		`{"kind":"Zoë\u0007N"}`: "“Zoë", `{"codes":["Zoë\u0007N"]}`: "“Zoë", `{"count":123456}`: "123456", `{"count":"many"}`: "“many”",
		`{"name":"Zoë\u0007N"}`: "of the form “Aaa", `{"score":123456}`: "", `{"score":"many"}`: "", `{"score":99999999999999999999}`: "", `{"alive":"gone"}`: "",
		`{"mood":"good"}`: "", `{"born":"1971-02-30"}`: "of the form “9999-99-99”",
	} {
		var faults fault.Collector
		if _, err := payload.Of(classified{}).Decode([]byte(document), payload.Limits{}, &faults); err != nil {
			t.Fatal(err)
		}
		list := faults.List()
		if len(list) != 1 || !strings.Contains(list[0].Detail, want) {
			t.Errorf("%s: %+v", document, list)
			continue
		}
		for _, secret := range []string{"Zoë", "123456", "many", "9999999999", "gone", "good", "1971", "write GOOD"} {
			if strings.Contains(list[0].Detail, secret) && !strings.Contains(want, secret) {
				t.Errorf("%s: %s", document, list[0].Detail)
			}
		}
	}
}
