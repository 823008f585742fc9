package views

import "testing"

func TestHumanizeCode(t *testing.T) {
	for code, want := range map[string]string{
		"DD":                        "Direct Debit",
		"DD_REGULAR_COLLECTION":     "Direct Debit regular collection",
		"DIRECT_DEBIT":              "Direct debit",
		"SUPPLY_CHARGE":             "Supply charge",
		"LTD":                       "Ltd",
		"PTY_LTD":                   "Pty Ltd",
		"GMO_REFUND":                "GMO refund",
		"BPAY":                      "BPAY",
		"SMETS2":                    "SMETS2",
		"Reported":                  "Reported",
		"crm":                       "crm",
		"gold":                      "gold",
		"id":                        "id",
		"FIX-24":                    "FIX-24",
		"E7_2024":                   "E7_2024",
		"Field sales, door to door": "Field sales, door to door",
		"ÉLECTRICITÉ_VERTE":         "Électricité verte",
		"_":                         "_",
		"":                          "",
	} {
		if got := HumanizeCode(code); got != want {
			t.Errorf("%q is %q, want %q", code, got, want)
		}
	}
}

func TestHumanizeName(t *testing.T) {
	for name, want := range map[string]string{
		"last_billed_to_date":      "Last billed to date",
		"supply_address1":          "Supply address 1",
		"mpxns_for_outage_contact": "Mpxns for outage contact",
		"consumed_energy_kwh":      "Consumed energy kWh",
		"kwh":                      "kWh",
		"billing":                  "Billing",
		"":                         "",
		"Vergütung":                "Vergütung",
		"a b":                      "a b",
	} {
		if got := HumanizeName(name); got != want {
			t.Errorf("%q is %q, want %q", name, got, want)
		}
	}
}

func TestUncapitalize(t *testing.T) {
	for words, want := range map[string]string{"Credit balance": "credit balance", "VAT number": "VAT number", "kWh": "kWh", "Énergie": "énergie", "A": "A", "": ""} {
		if got := Uncapitalize(words); got != want {
			t.Errorf("%q is %q, want %q", words, got, want)
		}
	}
}
