package module

import (
	"fmt"
	"strings"
	"testing"

	"dataimport/modules/kit/domain/payload"
	"dataimport/views"
)

// supplyDocument is what a market may add to an account.
const supplyDocument = `{
	"dd_reference": "DD-77", "is_green": true, "note": null,
	"customers.0.psr": [{"elec_industry_code": "24", "effective_from": "2024-01-01"}],
	"supply_addresses": [{
		"supply_address1": "Ffordd y Môr 1", "meter_points": [{
			"agreements": [{"effective_from": "2020-01-01", "tariff_code": "E-VAR"}], "identifier": "1200022345676", "supply_type": "ELECTRICITY",
			"meters": [{
				"meter_serial_number": "S95A 12345", "prepay_details": {"credit_balance": "-3.2", "debt_balance": 45},
				"registers": [{"register_id": "1"}, {"register_id": "2", "tpr": "00043"}],
				"transfer_readings": [
					{"reading_date": "2023-03-31", "reading_type": "ROUTINE", "reading_value": "1"}, {"reading_date": "2024-03-31", "reading_type": "SMART", "reading_value": "2"}]
			}]
		}, {"identifier": "7439208801", "supply_type": "GAS", "meters": [], "read_at": "2024-02-20T10:15:00Z"}]
	}]
}`

func readSupply(t *testing.T, document string, seesAll bool) []views.Section {
	t.Helper()
	list, err := (&AccountView{SeesPersonalData: seesAll, Currency: "GBP"}).ReadSections("Account", []byte(document), payload.Privacy{})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// outline writes sections as lines, those inside others indented.
func outline(list []views.Section, indent string) string {
	var b strings.Builder
	for _, s := range list {
		fmt.Fprintf(&b, "%s# %s\n", indent, s.Title)
		for _, f := range s.Facts {
			fmt.Fprintf(&b, "%s%s = %s\n", indent, f.Name, f.Value)
		}
		for _, table := range s.Tables {
			fmt.Fprintf(&b, "%s%s: %s\n", indent, table.Title, strings.Join(table.Columns, " | "))
			for _, row := range table.Rows {
				fmt.Fprintf(&b, "%s- %s\n", indent, strings.Join(row, " | "))
			}
		}
		b.WriteString(outline(s.Sections, indent+"  "))
	}
	return b.String()
}

func TestReadSections(t *testing.T) {
	const want = `# Account
Direct Debit reference = DD-77
Is green = yes
# Supply address: Ffordd y Môr 1
Supply address 1 = Ffordd y Môr 1
  # Meter point 1: Electricity, 1200022345676
  Supply type = Electricity
  Identifier = 1200022345676
  Agreements: Tariff code | Effective from
  - E-VAR | 2020-01-01
    # Meter: S95A 12345
    Meter serial number = S95A 12345
    Prepay details, credit balance = −3.20 GBP
    Prepay details, debt balance = 45.00 GBP
    Registers: Register ID | TPR
    - 1 | 
    - 2 | 00043
    Transfer readings: Reading date | Reading type | Reading value
    - 2024-03-31 | Smart | 2
    - 2023-03-31 | Routine | 1
  # Meter point 2: Gas, 7439208801
  Supply type = Gas
  Identifier = 7439208801
  Meters = none
  Read at = 2024-02-20 10:15 UTC
# Customer 1: PSR
Customer 1: PSR: Effective from | Elec industry code
- 2024-01-01 | 24
`
	if got := outline(readSupply(t, supplyDocument, true), ""); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// A reader who may not see personal data sees what there is, and no value of it.
func TestReadSectionsMasksValues(t *testing.T) {
	got := outline(readSupply(t, supplyDocument, false), "")
	for _, secret := range []string{"DD-77", "Môr", "1200022345676", "Electricity", "S95A", "2024", "E-VAR", "45", "yes"} {
		if strings.Contains(got, secret) {
			t.Errorf("%q is in\n%s", secret, got)
		}
	}
	for _, shown := range []string{"# Meter point 2\n", "Tariff code", "Is green = " + views.Masked} {
		if !strings.Contains(got, shown) {
			t.Errorf("%q is not in\n%s", shown, got)
		}
	}
}

// A member that is known to be impersonal is shown to all readers; its kind tells how.
func TestReadSectionsFollowsTheClasses(t *testing.T) {
	type agreement struct {
		Kind   string         `json:"kind" rule:"code,impersonal"`
		Worth  payload.Number `json:"worth" rule:"decimal=8.2,impersonal"`
		Reason string         `json:"reason"`
	}
	type account struct {
		Agreements []agreement `json:"agreements"`
	}
	document := `{"agreements": [{"kind": "SOCIAL_FUND", "worth": "1250.5", "reason": "SHE_ASKED", "unknown": "7"}]}`
	list, err := (&AccountView{Currency: "AUD"}).ReadSections("", []byte(document), payload.Of(account{}).Privacy())
	if err != nil {
		t.Fatal(err)
	}
	want := "# Agreements\nAgreements: Kind | Worth | Reason | Unknown\n- Social fund | 1,250.50 AUD | ••• | •••\n"
	if got := outline(list, ""); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestReadSectionsIsBounded(t *testing.T) {
	rows := strings.Repeat(`{"reading_date":"2024-01-01","reading_value":"1"},`, 300)
	list := readSupply(t, `{"reading_history": [`+strings.TrimSuffix(rows, ",")+`]}`, true)
	if table := list[0].Tables[0]; len(table.Rows) != maxTableRows || !table.Folded || !strings.HasPrefix(table.More, "100 more") {
		t.Errorf("%d rows, folded %t, %q", len(table.Rows), table.Folded, table.More)
	}
	items := strings.Repeat(`{"a":{"b":[{"c":"1"}]}},`, 20_000)
	list = readSupply(t, `{"list": [`+strings.TrimSuffix(items, ",")+`], "later": "x"}`, true)
	if last := list[len(list)-1].Title; len(list) > maxSectionValues+1 || !strings.Contains(last, "more than a page can show") || !list[0].Folded {
		t.Errorf("%d parts, the last is %q", len(list), last)
	}
	deep := strings.Repeat(`{"a":[`, 30) + `"x"` + strings.Repeat(`]}`, 30)
	if got := outline(readSupply(t, deep, true), ""); !strings.Contains(got, "- x\n") {
		t.Error(got)
	}
	for _, document := range []string{`{}`, `{"a": []}`, `{"a": [[1], {}]}`, `{"a": [{}]}`, `{"": {"": ""}}`, `{"a": {"": "x", "é": "x"}}`, `[]`, `"x"`} {
		readSupply(t, document, true)
	}
	if _, err := (&AccountView{}).ReadSections("", []byte(`{"a": `), payload.Privacy{}); err == nil {
		t.Error("half a document was read")
	}
}
