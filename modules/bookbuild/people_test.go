package bookbuild_test

import (
	"encoding/csv"
	"encoding/json/jsontext"
	"encoding/json/v2"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/shopspring/decimal"

	"dataimport/e2e/book"
	"dataimport/modules/kit/domain/formats"
)

// person is what the test compares of a customer.
type person struct {
	Title       string `json:"title"`
	GivenName   string `json:"given_name"`
	FamilyName  string `json:"family_name"`
	DateOfBirth string `json:"date_of_birth"`
	Email       string `json:"email"`
	Mobile      string `json:"mobile"`
	Landline    string `json:"landline"`
}

// posted is what the test compares of a transaction.
type posted struct {
	ID     string          `json:"transaction_id"`
	Date   string          `json:"transaction_date"`
	Amount decimal.Decimal `json:"amount"`
	Type   string          `json:"type"`
}

// party is what the test compares of an account.
type party struct {
	Number  string   `json:"external_account_number"`
	Type    string   `json:"account_type"`
	People  []person `json:"customers"`
	Address struct {
		Country    string         `json:"country"`
		Street     string         `json:"street_address"`
		Structured jsontext.Value `json:"structured_street_address"`
		Locality   string         `json:"locality"`
		Postcode   string         `json:"postal_code"`
	} `json:"billing_address"`
	Balance decimal.Decimal `json:"transfer_balance"`
	Posted  []posted        `json:"current_statement_transactions"`
}

// readParties reads the accounts of a generated book that extracts of three tables can hold:
// people at an address in Great Britain.
func readParties(t *testing.T, n int) map[string]*party {
	t.Helper()
	parties := make(map[string]*party)
	for line := range book.Lines(book.Options{Supplier: "ACME", Accounts: 2 * n, Seed: 3, Today: time.Now()}) {
		var p party
		if err := json.Unmarshal(line.JSON, &p); err != nil {
			t.Fatal(err)
		}
		usual := len(p.People) > 0 && p.Address.Country == "GB" && p.Address.Street != "" && (p.Type == "" || p.Type == "DOMESTIC")
		p.Posted = slices.DeleteFunc(p.Posted, func(t posted) bool { return t.Type == "SUPPLY_CHARGE" })
		if usual {
			parties[p.Number] = &p
		}
		if len(parties) == n {
			break
		}
	}
	if len(parties) < n {
		t.Fatalf("%d accounts", len(parties))
	}
	return parties
}

// german writes an amount as German systems do.
func german(d decimal.Decimal) string {
	whole, fraction, _ := strings.Cut(d.Abs().StringFixed(2), ".")
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "." + whole[i:]
	}
	if d.IsNegative() {
		return whole + "," + fraction + "-"
	}
	return whole + "," + fraction
}

// writeExtracts writes the accounts as three files in the manner of an old system.
func writeExtracts(f *folder, parties map[string]*party) {
	f.Helper()
	var accounts, customers, postings strings.Builder
	a, c, p := csv.NewWriter(&accounts), csv.NewWriter(&customers), csv.NewWriter(&postings)
	for _, w := range []*csv.Writer{a, c, p} {
		w.Comma, w.UseCRLF = ';', true
	}
	record := func(w *csv.Writer, cells ...string) {
		if err := w.Write(cells); err != nil {
			f.Fatal(err)
		}
	}
	record(a, "Account No.", "Address 1", "Town", "Postcode", "Balance")
	record(c, "Title", "First Name", "Surname", "DOB", "E-Mail", "Mobile", "Telephone", "Account No.")
	record(p, "Transaction ID", "Account No.", "Posted on", "Type", "Amount")
	day := func(iso string) string {
		if date, err := time.Parse(time.DateOnly, iso); err == nil {
			return date.Format("02/01/2006")
		}
		return ""
	}
	for i, number := range sortedNumbers(parties) {
		q := parties[number]
		record(a, number, "  "+q.Address.Street, q.Address.Locality+" ", strings.ReplaceAll(q.Address.Postcode, " ", ""), german(q.Balance))
		if i%100 == 0 {
			record(a, "", "", "", "", "")
		}
		for _, one := range q.People {
			record(c, one.Title, one.GivenName, one.FamilyName, day(one.DateOfBirth), one.Email, one.Mobile, one.Landline, number+" ")
		}
		for _, t := range q.Posted {
			record(p, t.ID, number, day(t.Date), strings.ToLower(t.Type), german(t.Amount))
		}
	}
	record(p, "orphan", "EXT-none", "01/02/2024", "payment", "1,00")
	for _, w := range []*csv.Writer{a, c, p} {
		w.Flush()
	}
	f.write("extracts/accounts.csv", "\ufeff"+accounts.String())
	f.write("extracts/customers.csv", customers.String())
	f.write("extracts/postings.csv", postings.String())
}

func sortedNumbers(parties map[string]*party) (numbers []string) {
	for number := range parties {
		numbers = append(numbers, number)
	}
	slices.Sort(numbers)
	return numbers
}

// usual writes what functions normalise in one way.
func usual(p person) person {
	for _, number := range []*string{&p.Mobile, &p.Landline} {
		*number, _ = formats.Phone(*number, "GB")
	}
	words := func(s string) string { return strings.Join(strings.Fields(s), " ") }
	p.Title, p.GivenName, p.FamilyName = strings.ToLower(strings.Trim(p.Title, ".")), strings.ToLower(words(p.GivenName)), strings.ToLower(words(p.FamilyName))
	return p
}

// 2,000 accounts go through extracts and the query that init writes, and come back with the
// same people, addresses, balances and transactions. A transaction without an account is the
// only orphan.
func TestTwoThousandAccounts(t *testing.T) {
	f := newFolder(t, nil)
	parties := readParties(t, 2000)
	writeExtracts(f, parties)
	if output, code := run(t, "init", f.extracts, "--query", f.path("book.sql"), "--supplier", "ACME"); code != 0 {
		t.Fatalf("init: %d\n%s", code, output)
	}
	output, code := f.build("")
	if code != 0 {
		t.Fatalf("exit code %d\n%s\n%s", code, output, f.read("book.sql"))
	}
	if got := f.read("orphans.csv"); strings.Count(got, "\n") != 2 || !strings.Contains(got, "EXT-none,no line") {
		t.Errorf("orphans %s", got)
	}
	for line := range strings.Lines(f.read("book.ndjson")) {
		var made party
		if err := json.Unmarshal([]byte(line), &made); err != nil {
			t.Fatal(err)
		}
		want := parties[made.Number]
		if want == nil {
			t.Fatalf("an account too many: %s", line)
		}
		delete(parties, made.Number)
		compareParty(t, &made, want)
	}
	if len(parties) > 0 {
		t.Errorf("%d accounts are missing", len(parties))
	}
}

func compareParty(t *testing.T, made, want *party) {
	t.Helper()
	if !made.Balance.Equal(want.Balance) {
		t.Errorf("%s: balance %s, want %s", want.Number, made.Balance, want.Balance)
	}
	for _, people := range [][]person{made.People, want.People} {
		for i := range people {
			people[i] = usual(people[i])
		}
	}
	if !slices.Equal(made.People, want.People) {
		t.Errorf("%s: people\n%+v\nwant\n%+v", want.Number, made.People, want.People)
	}
	postcode, _ := formats.Postcode("GB", want.Address.Postcode)
	if made.Address.Postcode != postcode || made.Address.Locality != want.Address.Locality || made.Address.Street != strings.Join(strings.Fields(want.Address.Street), " ") {
		t.Errorf("%s: address %+v, want %+v", want.Number, made.Address, want.Address)
	}
	list := func(all []posted) string {
		var texts []string
		for _, p := range all {
			texts = append(texts, fmt.Sprint(p.ID, " ", p.Date, " ", p.Amount.StringFixed(4), " ", p.Type))
		}
		slices.Sort(texts)
		return strings.Join(texts, "\n")
	}
	if list(made.Posted) != list(want.Posted) {
		t.Errorf("%s: transactions\n%s\nwant\n%s", want.Number, list(made.Posted), list(want.Posted))
	}
}
