package catalogue_test

import (
	"reflect"
	"testing"

	"dataimport/modules/kit/domain/catalogue"
)

func TestDescriptionsOfOneCodeComeTogether(t *testing.T) {
	requests := catalogue.Rule{Code: "throttled", Area: "Requests", Meaning: "Too much.", Remedy: "Wait.", Statuses: []int{429}}
	date := catalogue.Rule{Code: "late", Area: "Dates", Meaning: "It is late.", Remedy: "Be early."}
	got := catalogue.New(
		requests,
		date.With("a", `{"a": 2}`, `{"a": 1}`),
		catalogue.Rule{Code: "empty", Area: "Notes", Meaning: "It is empty.", Remedy: "Fill it.", Market: "gb", Attr: "n", Bad: `{"n": ""}`, Good: `{}`},
		catalogue.Rule{Code: "late", Area: "Notes", Market: "gb", Attr: "b", Bad: `{"b": 2}`, Good: `{"b": 1}`, Statuses: []int{400}},
		date.With("a", `{"a": 2}`, `{"a": 1}`),
		catalogue.Rule{Code: "late", Area: "Requests", Statuses: []int{400, 404}},
	)
	want := catalogue.Catalogue{
		{Name: "Dates", Entries: []catalogue.Entry{{
			Code: "late", Meaning: "It is late.", Remedy: "Be early.", Statuses: []int{400, 404},
			Examples: []catalogue.Example{{Attr: "a", Bad: `{"a": 2}`, Good: `{"a": 1}`}, {Attr: "b", Bad: `{"b": 2}`, Good: `{"b": 1}`, Market: "gb"}},
		}}},
		{Name: "Notes", Entries: []catalogue.Entry{{
			Code: "empty", Meaning: "It is empty.", Remedy: "Fill it.", Market: "gb",
			Examples: []catalogue.Example{{Attr: "n", Bad: `{"n": ""}`, Good: `{}`, Market: "gb"}},
		}}},
		{Name: "Requests", Entries: []catalogue.Entry{{Code: "throttled", Meaning: "Too much.", Remedy: "Wait.", Statuses: []int{429}}}},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got\n%+v\nwant\n%+v", got, want)
	}
}

func TestNoRulesAreAnEmptyCatalogue(t *testing.T) {
	if got := catalogue.New(); len(got) != 0 {
		t.Errorf("got %v", got)
	}
}
