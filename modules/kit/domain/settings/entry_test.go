package settings_test

import (
	"encoding/json/jsontext"
	"slices"
	"testing"

	"dataimport/modules/kit/domain/settings"
)

func TestEntriesOfALists(t *testing.T) {
	list, err := settings.ParseList(settings.ComplaintTypes, `{"BILLING": ["TARIFF", " ESTIMATE "], "SERVICE": {}}`)
	if err != nil {
		t.Fatal(err)
	}
	if list.Entry("OTHER") != nil || !list.Entry("BILLING").Allows("ESTIMATE") || list.Entry("BILLING").Allows("estimate") || !list.Entry("SERVICE").Allows("X") {
		t.Error("other values are allowed")
	}
	var open *settings.ClosedList
	if e := open.Entry("OTHER"); e == nil || !e.Allows("X") || !e.HasType(jsontext.Value(`1`)) || len(open.Required()) > 0 {
		t.Error("an open list refuses values")
	}
}

func TestDataThatAnEntryDescribes(t *testing.T) {
	list, err := settings.ParseList(settings.BusinessDetailKeys, `{
		"text": {"type": "string", "pattern": "^g\\p{L}+$", "required": true}, "number": {"type": "number"}, "integer": {"type": "integer", "pattern": "^.{1,2}$"},
		"boolean": {"type": "boolean"}, "object": {"type": "object"}, "array": {"type": "array"}, "null": {"type": "null"}, "any": {}}`)
	if err != nil {
		t.Fatal(err)
	}
	if got := list.Required(); !slices.Equal(got, []string{"text"}) {
		t.Errorf("required %q", got)
	}
	for _, c := range []struct {
		data         string
		types        []string // beside any
		text, digits bool     // whether the patterns match
	}{
		{`"g\u00e9"`, []string{"text"}, true, true},
		{`"gold rush"`, []string{"text"}, false, false},
		{`12`, []string{"integer", "number"}, false, true},
		{`123`, []string{"integer", "number"}, false, false},
		{`1.5`, []string{"number"}, false, false},
		{`true`, []string{"boolean"}, true, true},
		{`{"a":1}`, []string{"object"}, true, true},
		{`[]`, []string{"array"}, true, true},
		{`null`, []string{"null"}, true, true},
	} {
		data := jsontext.Value(c.data)
		for _, name := range list.Values() {
			if got := list.Entry(name).HasType(data); got != (name == "any" || slices.Contains(c.types, name)) {
				t.Errorf("%s as %s: %t", c.data, name, got)
			}
		}
		if list.Entry("text").Matches(data) != c.text || list.Entry("integer").Matches(data) != c.digits {
			t.Errorf("%s: a pattern says otherwise", c.data)
		}
	}
}
