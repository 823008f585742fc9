package markets_test

import (
	"encoding/json/jsontext"
	"encoding/json/v2"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/testing/kindtest"
)

// unlikely are values that replace expected ones.
var unlikely = []string{
	`null`, `true`, `0`, `-1`, `1e999999999`, `123456789012345678901234567890`, `""`, `" "`, `"x"`, `"2024-02-30"`, `"9999-12-31"`, `"0001-01-01"`,
	`"\u0000\ud83c\udfe0"`, `[]`, `[null]`, `[[]]`, `[{}]`, `{}`, `{"":{}}`, `{"supply_type":"GAS"}`, `["2024-01-01"]`,
}

// Whatever value stands at any place of the market's members, reading ends and says in a
// sentence what is wrong and where.
func TestAnythingAnywhere(t *testing.T) {
	tryAnything(newFixture(t, "gb-energy"), energy, "supply_addresses", "customers.0.psr")
	tryAnything(newFixture(t, "au-energy"), australia, "supply_addresses", "customers.0.concession_cards", "account_contracts", "payment_plans", "hardship_agreements")
}

// tryAnything puts unlikely values at each place below the starts.
func tryAnything(r *fixture, valid string, starts ...string) {
	var root any
	if err := json.Unmarshal([]byte(valid), &root); err != nil {
		r.Fatal(err)
	}
	document := root.(map[string]any)
	for _, start := range starts {
		for _, path := range paths(at(document, start), start) {
			for _, value := range unlikely {
				text := kindtest.With(r, valid, set(path, value))
				read, faults := r.read(text)
				for _, f := range faults {
					if f.Code == "" || f.Attr == "" || !strings.HasSuffix(f.Detail, ".") {
						r.Errorf("%s = %s: %+v", path, value, f)
					}
				}
				if len(faults) > 0 {
					continue
				}
				if _, err := read.JSON(); err != nil {
					r.Errorf("%s = %s: %v", path, value, err)
				}
			}
		}
	}
}

func at(node any, path string) any {
	for name := range strings.SplitSeq(path, ".") {
		if m, ok := node.(map[string]any); ok {
			node = m[name]
		} else {
			node = node.([]any)[0]
		}
	}
	return node
}

// paths returns the paths of a value and of all values inside it.
func paths(node any, path string) []string {
	all := []string{path}
	switch node := node.(type) {
	case map[string]any:
		for name, inner := range node {
			all = append(all, paths(inner, path+"."+name)...)
		}
	case []any:
		for i, inner := range node {
			all = append(all, paths(inner, fmt.Sprint(path, ".", i))...)
		}
	}
	return all
}

// Reading accepts any JSON. An account without faults has none when it is sent again as
// it was understood, and stays the same.
func FuzzRead(f *testing.F) {
	r := newFixture(f, "gb-energy")
	r.exec(`INSERT INTO suppliers (id, code, status, market) VALUES ('australia', 'AUSTRALIA', 'Ongoing', 'au-energy')`)
	snapshot := r.current()
	f.Add([]byte(energy))
	f.Add([]byte(strings.Replace(australia, "ACME", "AUSTRALIA", 1)))
	f.Add([]byte(`{"import_supplier":"ACME","external_account_number":"1","customers":[{"family_name":"x","psr":[{"elec_industry_code":12}]}],"supply_addresses":[[],{"meter_points":[{"supply_type":5}]}]}`))
	f.Add([]byte(`{"import_supplier":"ACME","supply_addresses":"a\u0020\n","business":{"psr":1},"x":[1e5,"\\"]}`))
	read := func(t *testing.T, data []byte) ([]byte, fault.List) {
		read, err := r.object.Understand(data, snapshot, nil, r.now)
		if err != nil {
			return nil, nil
		}
		if faults := read.Faults(); len(faults) > 0 {
			return nil, faults
		}
		text, err := read.JSON()
		if err != nil {
			t.Fatalf("%s: %v", data, err)
		}
		return text, nil
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		first, _ := read(t, data)
		if first == nil {
			return
		}
		second, faults := read(t, first)
		if len(faults) > 0 || string(second) != string(first) {
			t.Errorf("%s\nbecomes\n%s, %v", first, second, faults)
		}
	})
}

// Large payloads take time in proportion to their size, also where every value is wrong.
func TestLargeAdditions(t *testing.T) {
	r := newFixture(t, "gb-energy")
	point := func(i int, more string) string {
		return fmt.Sprintf(`{"supply_type":"GAS","identifier":"%d","mpid":"A","shipper_mpid":"B","supply_start_date":"2020-01-01"%s,"agreements":[{"tariff_code":"T","effective_from":"2020-01-01"}],"meters":[{"meter_serial_number":"1","gas_number_of_digits":5}]}`, 1_000_000+i, more)
	}
	for name, c := range map[string]struct{ more, fault string }{
		"valid":         {"", ""},
		"a fault each":  {`,"profile_class":1`, "unknown_field"},
		"a fault each2": {`,"et_in_progress":true`, "erroneous_transfer_not_in_progress"},
	} {
		var points []string
		for i := range 10_000 {
			points = append(points, point(i, c.more))
		}
		document := kindtest.With(t, plain, set("supply_addresses", `[{"supply_address1":"x","supply_postcode":"CF10 1AA","customer_at_supply_address_from_date":"2020-01-01","meter_points":[`+strings.Join(points, ",")+`]}]`))
		start := time.Now()
		_, faults := r.read(document)
		if took := time.Since(start); took > 20*time.Second {
			t.Errorf("%s: %d bytes took %v", name, len(document), took)
		}
		if want := len(c.fault) > 0; want != (len(faults) == 10_000) || want && faults[9_999].Code != c.fault {
			t.Errorf("%s: %d faults", name, len(faults))
		}
	}
}

// The order of members and the spaces between them do not change the account.
func TestTheOrderOfMembersDoesNotMatter(t *testing.T) {
	checkOrder(t, "gb-energy", energy)
	checkOrder(t, "au-energy", australia)
}

func checkOrder(t *testing.T, market, valid string) {
	r := newFixture(t, market)
	var want string
	for seed := range uint64(20) {
		text := jsontext.Value(shuffled(t, valid, rand.New(rand.NewPCG(seed, 1))))
		if seed%2 == 0 {
			if err := text.Indent(jsontext.WithIndent(" \t")); err != nil {
				t.Fatal(err)
			}
		}
		read, faults := r.read(string(text))
		kindtest.Want(t, faults)
		got, err := read.JSON()
		if err != nil {
			t.Fatal(err)
		}
		if err := got.Canonicalize(); err != nil {
			t.Fatal(err)
		}
		if want == "" {
			want = string(got)
		}
		if string(got) != want {
			t.Fatalf("understood\n%s\nwant\n%s", got, want)
		}
	}
}

// shuffled returns an object whose members, at every depth, are in a random order.
func shuffled(t *testing.T, text string, random *rand.Rand) string {
	switch text[0] {
	case '{':
		var members map[string]jsontext.Value
		if err := json.Unmarshal([]byte(text), &members); err != nil {
			t.Fatal(err)
		}
		var parts []string
		for name, value := range members {
			parts = append(parts, fmt.Sprintf("%q:%s", name, shuffled(t, string(value), random)))
		}
		random.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
		return "{" + strings.Join(parts, ",") + "}"
	case '[':
		var items []jsontext.Value
		if err := json.Unmarshal([]byte(text), &items); err != nil {
			t.Fatal(err)
		}
		parts := make([]string, len(items))
		for i, item := range items {
			parts[i] = shuffled(t, string(item), random)
		}
		return "[" + strings.Join(parts, ",") + "]"
	}
	return text
}
