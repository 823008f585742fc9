package paymentinstructions

import (
	"strings"
	"testing"

	"dataimport/modules/kit/domain/settings"
	"dataimport/modules/kit/testing/kindtest"
)

const valid = `{"payment_instructions": [
	{"vendor": "sandbox", "reference": "pm_1", "type": "CARD", "valid_from": "2024-02-29", "customer_reference": "C1",
	 "instruction_identifier": "PI-1", "ledger_code": "ELEC", "use_for_scheduled_payments": true},
	{"vendor": "sandbox", "reference": "pm_2", "type": "DIRECT_DEBIT", "ledger_code": "GAS"},
	{"vendor": "sandbox", "reference": "pm_1", "type": "CARD", "ledger_code": "GAS"}
]}`

func TestRules(t *testing.T) {
	set, drop := kindtest.Set, kindtest.Drop
	const code = "payment_instructions_ledger_code_uniformity_failed "
	for name, c := range map[string]struct {
		edits []kindtest.Edit
		want  []string
	}{
		"valid":             {},
		"none":              {edits: []kindtest.Edit{set("payment_instructions", `[]`)}},
		"one without":       {edits: []kindtest.Edit{drop("payment_instructions.1.ledger_code")}, want: []string{code + "payment_instructions.1.ledger_code"}},
		"the first without": {edits: []kindtest.Edit{drop("payment_instructions.0.ledger_code")}, want: []string{code + "payment_instructions.0.ledger_code"}},
		"an empty one":      {edits: []kindtest.Edit{set("payment_instructions.1.ledger_code", `""`)}, want: []string{code + "payment_instructions.1.ledger_code"}},
		"two without": {edits: []kindtest.Edit{drop("payment_instructions.0.ledger_code"), drop("payment_instructions.2.ledger_code")},
			want: []string{code + "payment_instructions.0.ledger_code", code + "payment_instructions.2.ledger_code"}},
		"all without":             {edits: []kindtest.Edit{drop("payment_instructions.0.ledger_code"), drop("payment_instructions.1.ledger_code"), drop("payment_instructions.2.ledger_code")}},
		"a single one without":    {edits: []kindtest.Edit{set("payment_instructions", `[{"vendor": "v", "reference": "r", "type": "BPAY"}]`)}},
		"all on one ledger":       {edits: []kindtest.Edit{set("payment_instructions.0.ledger_code", `"GAS"`)}},
		"one unreadable":          {edits: []kindtest.Edit{set("payment_instructions.1.ledger_code", `"G\tA"`)}, want: []string{"invalid_choice payment_instructions.1.ledger_code"}},
		"the only one unreadable": {edits: []kindtest.Edit{set("payment_instructions.1.ledger_code", `"G\tA"`), drop("payment_instructions.0.ledger_code"), drop("payment_instructions.2.ledger_code")}, want: []string{"invalid_choice payment_instructions.1.ledger_code"}},
		"one that is null":        {edits: []kindtest.Edit{set("payment_instructions.1", `null`)}, want: []string{"null_not_allowed payment_instructions.1"}},
		"no vendor":               {edits: []kindtest.Edit{drop("payment_instructions.0.vendor")}, want: []string{"required payment_instructions.0.vendor"}},
		"no reference":            {edits: []kindtest.Edit{drop("payment_instructions.0.reference")}, want: []string{"required payment_instructions.0.reference"}},
		"no type":                 {edits: []kindtest.Edit{drop("payment_instructions.0.type")}, want: []string{"required payment_instructions.0.type"}},
		"an unknown type":         {edits: []kindtest.Edit{set("payment_instructions.0.type", `"CHEQUE"`)}, want: []string{"invalid_choice payment_instructions.0.type"}},
		"every type":              {edits: []kindtest.Edit{set("payment_instructions.0.type", `"PAYMENT_SLIP"`), set("payment_instructions.1.type", `"CUSTOM"`), set("payment_instructions.2.type", `"BPAY"`)}},
		"a long reference":        {edits: []kindtest.Edit{set("payment_instructions.0.reference", `"`+strings.Repeat("r", 513)+`"`)}, want: []string{"too_long payment_instructions.0.reference"}},
		"a reference that fits":   {edits: []kindtest.Edit{set("payment_instructions.0.reference", `"`+strings.Repeat("€", 512)+`"`)}},
		"a vendor with a tab":     {edits: []kindtest.Edit{set("payment_instructions.0.vendor", `"my\tvendor"`)}, want: []string{"invalid_choice payment_instructions.0.vendor"}},
	} {
		t.Run(name, func(t *testing.T) {
			_, got := kindtest.Read(t, kindtest.With(t, valid, c.edits...), kindtest.Facts("2024-07-01"), check)
			kindtest.Want(t, got, c.want...)
		})
	}
}

func TestLists(t *testing.T) {
	for _, c := range []struct {
		list   settings.List
		values []string
		want   []string
	}{
		{settings.Vendors, []string{"sandbox"}, nil},
		{settings.Vendors, []string{"stripe"}, []string{"invalid_choice payment_instructions.0.vendor", "invalid_choice payment_instructions.1.vendor", "invalid_choice payment_instructions.2.vendor"}},
		{settings.LedgerCodes, []string{"GAS"}, []string{"ledger_code_does_not_exist payment_instructions.0.ledger_code"}},
		{settings.Reasons, nil, nil},
	} {
		f := kindtest.Facts("2024-07-01")
		f.Supplier = &settings.Supplier{Closed: map[settings.List]*settings.ClosedList{c.list: settings.NewClosedList(c.values...)}}
		_, got := kindtest.Read(t, valid, f, check)
		kindtest.Want(t, got, c.want...)
	}
}
