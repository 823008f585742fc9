package account

import (
	"strings"
	"testing"

	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/settings"
)

func TestListed(t *testing.T) {
	supplier := &settings.Supplier{Closed: map[settings.List]*settings.ClosedList{
		settings.Reasons:     settings.NewClosedList("A", "B"),
		settings.LedgerCodes: settings.NewClosedList(strings.Split("K J I H G F E D C B A", " ")...),
		settings.Vendors:     settings.NewClosedList(),
	}}
	for _, c := range []struct {
		supplier    *settings.Supplier
		list        settings.List
		value       string
		code, words string
	}{
		{supplier, settings.Reasons, "A", "", ""},
		{supplier, settings.Reasons, "a", "invalid_choice", "“a” is not a reason that this supplier may use; those are A, B. "},
		{supplier, settings.Reasons, "", "", ""},
		{supplier, settings.LedgerCodes, "ELEC", "ledger_code_does_not_exist", "ledger code that this supplier may use; those are A, B, C, D, E, F, G, H and 3 more. "},
		{supplier, settings.Vendors, "stripe", "invalid_choice", "none is allowed at the moment. "},
		{supplier, settings.TaxTypes, "VAT", "", ""},
		{&settings.Supplier{}, settings.Reasons, "X", "", ""},
		{nil, settings.Reasons, "X", "", ""},
	} {
		var faults fault.Collector
		at := fault.Root(&faults)
		(&Facts{Supplier: c.supplier}).ListedAt(&at, "here", c.list, c.value)
		list := faults.List()
		if c.code == "" {
			if len(list) > 0 {
				t.Errorf("%s %q: %v", c.list, c.value, list)
			}
			continue
		}
		if len(list) != 1 || list[0].Code != c.code || list[0].Attr != "here" || !strings.Contains(list[0].Detail, c.words) {
			t.Errorf("%s %q: %v", c.list, c.value, list)
		}
	}
}

// The rules of lists cost next to nothing, most of all where no list is closed.
func TestListedAllocatesNothing(t *testing.T) {
	closed := &settings.Supplier{Closed: map[settings.List]*settings.ClosedList{settings.Reasons: settings.NewClosedList("A")}}
	for _, supplier := range []*settings.Supplier{closed, {}} {
		var faults fault.Collector
		at, f := fault.Root(&faults), &Facts{Supplier: supplier}
		if n := testing.AllocsPerRun(100, func() { f.ListedAt(&at, "reason", settings.Reasons, "A") }); n > 0 {
			t.Errorf("%v allocations", n)
		}
	}
}

// What stands beside a value is one of the values that a closed list has for it.
func TestSublisted(t *testing.T) {
	supplier := &settings.Supplier{Closed: map[settings.List]*settings.ClosedList{
		settings.ComplaintTypes: settings.NewDictionary(map[string]*settings.Entry{"BILLING": {Subvalues: []string{"TARIFF"}}, "SERVICE": {}}),
	}}
	for _, c := range []struct {
		supplier        *settings.Supplier
		value, subvalue string
		refused         bool
	}{
		{supplier, "BILLING", "TARIFF", false},
		{supplier, "BILLING", "ESTIMATE", true},
		{supplier, "BILLING", "", false},
		{supplier, "SERVICE", "ESTIMATE", false},
		{supplier, "OTHER", "ESTIMATE", false},
		{&settings.Supplier{}, "BILLING", "ESTIMATE", false},
		{nil, "BILLING", "ESTIMATE", false},
	} {
		var faults fault.Collector
		at := fault.Root(&faults)
		(&Facts{Supplier: c.supplier}).SublistedAt(&at, "here", settings.ComplaintTypes, c.value, c.subvalue)
		if list := faults.List(); len(list) > 0 != c.refused || c.refused && (list[0].Attr != "here" || !strings.Contains(list[0].Detail, "the complaint type “BILLING”")) {
			t.Errorf("%s %s: %v", c.value, c.subvalue, list)
		}
	}
}
