package progress_test

import (
	"encoding/csv"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"dataimport/modules/kit/http/session"
)

// insertAccounts inserts n processes by SQL: every third is imported, every seventh is skipped,
// every tenth has a fault, of notes where it is imported. One of the latter was never staged.
func (r *testService) insertAccounts(n int) (numbers []string) {
	r.Helper()
	supplier := r.readSupplierID("ACME")
	r.Exec(`WITH RECURSIVE c(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM c WHERE i < {:p0} - 1)
		INSERT INTO import_processes (id, supplier, external_account_number, state, staged_at)
		SELECT printf('%015d', i), {:p1}, printf('EXT-%06d', i), CASE WHEN i % 7 = 0 THEN 'skipped' WHEN i % 3 = 0 THEN 'imported' ELSE 'staged' END,
			strftime('%Y-%m-%d %H:%M:%S.000Z', 1700000000 + i / 5, 'unixepoch') FROM c`, n, supplier)
	r.Exec(`WITH RECURSIVE c(i) AS (SELECT 0 UNION ALL SELECT i + 10 FROM c WHERE i < {:p0} - 10)
		INSERT INTO current_faults (id, supplier, external_account_number, kind, code)
		SELECT printf('a%014d', i), {:p1}, printf('EXT-%06d', i), iif(i % 7 <> 0 AND i % 3 = 0, 'notes', ''), 'required' FROM c UNION ALL
		SELECT printf('b%014d', i), {:p1}, printf('EXT-%06d', i), iif(i % 7 <> 0 AND i % 3 = 0, 'notes', ''), 'too_long' FROM c WHERE i % 20 = 0`, n, supplier)
	r.Exec(`INSERT INTO current_faults (id, supplier, external_account_number, code) VALUES ('never', {:p0}, 'NEVER-1', 'required')`, supplier)
	for i := range n {
		numbers = append(numbers, fmt.Sprintf("EXT-%06d", i))
	}
	return numbers
}

func (r *testService) readSupplierID(code string) string {
	r.Helper()
	record, err := r.App.FindFirstRecordByData("suppliers", "code", code)
	if err != nil {
		r.Fatal(err)
	}
	return record.Id
}

func expectOnly(numbers []string, keep func(i int) bool) (kept []string) {
	for i, number := range numbers {
		if keep(i) {
			kept = append(kept, number)
		}
	}
	return kept
}

func TestListsAreWhole(t *testing.T) {
	r := newTestService(t)
	numbers := r.insertAccounts(1203)
	r.Supplier("OTHER", nil)
	r.Exec(`INSERT INTO import_processes (id, supplier, external_account_number, state, staged_at) VALUES ('other', {:p0}, 'EXT-000001x', 'staged', '2023-11-14 22:13:20.000Z')`, r.readSupplierID("OTHER"))
	backwards := slices.Clone(numbers)
	slices.Reverse(backwards)
	skipped := func(i int) bool { return i%7 == 0 }
	imported := func(i int) bool { return i%7 != 0 && i%3 == 0 }
	tenth := func(i int) bool { return i%10 == 0 }
	refused := func(i int) bool { return tenth(i) && !skipped(i) && !imported(i) }
	for query, want := range map[string][]string{
		"":                                 backwards,
		"sort=oldest":                      numbers,
		"sort=number":                      numbers,
		"sort=nonsense&state=nonsense":     backwards,
		"state=skipped":                    expectOnly(backwards, func(i int) bool { return skipped(len(numbers) - 1 - i) }),
		"state=imported&sort=oldest":       expectOnly(numbers, func(i int) bool { return imported(i) && !tenth(i) }),
		"state=incomplete":                 expectOnly(numbers, func(i int) bool { return imported(i) && tenth(i) }),
		"state=staged&sort=oldest":         expectOnly(numbers, func(i int) bool { return !imported(i) && !skipped(i) && !tenth(i) }),
		"state=refused":                    append(expectOnly(numbers, refused), "NEVER-1"),
		"code=required":                    append(expectOnly(numbers, tenth), "NEVER-1"),
		"code=too_long":                    expectOnly(numbers, func(i int) bool { return i%20 == 0 }),
		"code=too_long&state=skipped":      expectOnly(numbers, func(i int) bool { return i%20 == 0 && skipped(i) }),
		"code=nonsense":                    nil,
		"q=EXT-0001":                       numbers[100:200],
		"q=ext-0001":                       numbers[100:200],
		"q=+EXT-000100+":                   numbers[100:101],
		"q=EXT-0001&state=skipped":         expectOnly(numbers, func(i int) bool { return i >= 100 && i < 200 && skipped(i) }),
		"q=EXT-0001&state=refused":         expectOnly(numbers, func(i int) bool { return i >= 100 && i < 200 && refused(i) }),
		"q=never":                          {"NEVER-1"},
		"q=NEVER-1&state=staged":           nil,
		"q=never&state=refused":            {"NEVER-1"},
		"q=NEVER&state=refused":            {"NEVER-1"},
		"q=EXT-9":                          nil,
		"q=%25":                            nil,
		"q=%27%20OR%201=1--":               nil,
		"q=EXT-000001x":                    nil, // another supplier's
		"q=%FF":                            backwards,
		"after=nonsense&sort=oldest":       numbers,
		"after=99999999.x&sort=number":     numbers,
		"after=-1.x&sort=number":           numbers,
		"q=EXT-00000&sort=newest&by=wrong": numbers[:10],
	} {
		values, err := url.ParseQuery(query)
		if err != nil {
			t.Fatal(err)
		}
		if got := r.listAllNumbers(values); !slices.Equal(got, want) {
			t.Errorf("%s: %d accounts, want %d:\n%q", query, len(got), len(want), got)
		}
	}
}

func TestARareStateIsSearchedInParts(t *testing.T) {
	r := newTestService(t)
	r.insertAccounts(12_000)
	r.Exec(`UPDATE import_processes SET state = 'staged' WHERE state <> 'staged'`)
	r.Exec(`UPDATE import_processes SET state = 'skipped' WHERE external_account_number = 'EXT-011000'`)
	body := r.getText("/imports/ACME/?q=EXT-&state=skipped")
	r.expectParts(body, "accounts from here on were searched", "Next page")
	if got := r.listAllNumbers(url.Values{"q": {"EXT-"}, "state": {"skipped"}}); !slices.Equal(got, []string{"EXT-011000"}) {
		t.Errorf("got %q", got)
	}
}

func TestAnAccountIsFoundByOurNumber(t *testing.T) {
	r := newTestService(t)
	r.Supplier("OTHER", nil)
	r.importAccount("EXT-1", customer)
	var number string
	if err := r.Runtime.Reader.QueryRow(`SELECT number FROM accounts`).Scan(&number); err != nil {
		t.Fatal(err)
	}
	for _, typed := range []string{number, strings.ToLower(number), " " + number + " "} {
		if got := r.listAllNumbers(url.Values{"q": {typed}}); !slices.Equal(got, []string{"EXT-1"}) {
			t.Errorf("%q: %q", typed, got)
		}
	}
	if got := r.listAllNumbers(url.Values{"q": {number}, "state": {"staged"}}); got != nil {
		t.Errorf("got %q", got)
	}
	r.expectParts(r.getText("/imports/OTHER/?q="+number), "No account of", "matches")
}

func TestCustomersAreFound(t *testing.T) {
	r := newTestService(t)
	r.Supplier("OTHER", nil)
	address := `,"billing_address1":"1 High Street","billing_postcode":"SW1A 1AA"`
	for number, names := range map[string][2]string{
		"1": {"Zoë", "Núñez"}, "2": {"Åsa", "Åberg"}, "3": {"Siân", "O’Neill"}, "4": {"Anna", "van der Berg"}, "5": {"A_a", "100%"},
		"6": {"John", "Smith"}, "7": {"Joan", "Smith"}, "8": {"Smith", "Jones"}, "9": {"", "Смирнов"},
	} {
		person := fmt.Sprintf(`"customers":[{"given_name":%q,"family_name":%q},{"given_name":%q,"family_name":%q}]`, names[0], names[1], names[0], names[1])
		if number == "1" {
			person += address
		}
		r.importAccount(number, person)
	}
	r.importAccount("10", `"account_type":"BUSINESS","business":{"company_name":"Smithfield Meats Ltd"},`+customer)
	for typed, want := range map[string]string{
		"núñez": "1 10", "NÚÑEZ": "1 10", "Zoë Núñez": "1 10", "Núñez, Zoë": "1 10", "nú": "1 10", "Zoé Núñez": "",
		"åberg": "2", "ÅBERG": "2", "o'neill": "3", "O’NEILL": "3", "siân o'n": "3", "van der berg": "4", "anna van der Berg": "4", "Berg": "",
		"100%": "5", "a_a 100%": "5", "aXa 100%": "", "%%": "", "__": "", "smith": "6 7 10", "Joan Smith": "7", "jo smith": "6 7", "j smith": "6 7",
		"smithfield m": "10", "смирнов": "9", "СМИ": "9", "x": "", "'": "", "' OR ''='": "",
	} {
		got := strings.Join(r.listAllNumbers(url.Values{"q": {typed}, "by": {"name"}}), " ")
		if sortTexts(got) != sortTexts(want) {
			t.Errorf("name %q: %q, want %q", typed, got, want)
		}
	}
	for typed, want := range map[string]string{"SW1A 1AA": "1", "sw1a1aa": "1", "sw1": "1", "SW1A1": "1", "W1": "", "SW2": "", "S": ""} {
		if got := strings.Join(r.listAllNumbers(url.Values{"q": {typed}, "by": {"postcode"}}), " "); got != want {
			t.Errorf("postcode %q: %q, want %q", typed, got, want)
		}
	}
	r.expectParts(r.getText("/imports/ACME/?by=name&q=s"), "Type two letters at least")
	r.expectParts(r.getText("/imports/OTHER/?by=name&q=smith"), "No account of")
	r.expectParts(r.getText("/imports/ACME/?by=name&q=smith&state=staged"), "No account of")
}

func sortTexts(words string) string {
	list := strings.Fields(words)
	slices.Sort(list)
	return strings.Join(list, " ")
}

// Where more customers match than a search returns, the page says so. Each customer is listed once.
func TestManyOfOneName(t *testing.T) {
	r := newTestService(t)
	r.insertCustomers(700)
	if got := r.listAllNumbers(url.Values{"q": {"common"}, "by": {"name"}}); len(got) != 500 || len(slices.Compact(slices.Sorted(slices.Values(got)))) != 500 {
		t.Errorf("%d accounts", len(got))
	}
	r.expectParts(r.getText("/imports/ACME/?by=name&q=common"), "More than 500 match")
	if got := r.listAllNumbers(url.Values{"q": {"given699 common"}, "by": {"name"}}); !slices.Equal(got, []string{"EXT-000699"}) {
		t.Errorf("got %q", got)
	}
}

// insertCustomers inserts accounts whose customers have the same family name.
func (r *testService) insertCustomers(n int) {
	r.Helper()
	const rows = `WITH RECURSIVE c(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM c WHERE i < {:p0} - 1) `
	supplier := r.readSupplierID("ACME")
	r.Exec(rows+`INSERT INTO import_processes (id, supplier, external_account_number, state, staged_at, account) SELECT printf('%015d', i), {:p1}, printf('EXT-%06d', i), 'imported', '2024-01-01 00:00:00.000Z', printf('%015d', i) FROM c`, n, supplier)
	r.Exec(rows+`INSERT INTO accounts (id, supplier, number, external_account_number) SELECT printf('%015d', i), {:p1}, printf('A-%08d', i), printf('EXT-%06d', i) FROM c`, n, supplier)
	r.Exec(rows+`INSERT INTO customers (id, account, given_name, family_name) SELECT printf('%015d', i), printf('%015d', i), printf('Given%d', i), 'Common' FROM c`, n)
}

func TestCSV(t *testing.T) {
	r := newTestService(t)
	numbers := r.insertAccounts(1203)
	evil := []string{"=cmd|' /C calc'!A0", "+1", "-1", "@SUM(1)", "＝1", "a,b", `"q"`, "x;y", "\u202E1"}
	for _, number := range evil {
		r.importAccount(number, customer)
	}
	answer := r.getPage(session.Support, "/imports/ACME/~accounts.csv?sort=oldest").Expect(http.StatusOK)
	if got := answer.Header.Get("Content-Disposition"); got != "attachment; filename=accounts-ACME.csv" {
		t.Error(got)
	}
	rows, err := csv.NewReader(strings.NewReader(string(answer.Body))).ReadAll()
	if err != nil || len(rows) != 1+len(numbers)+len(evil) {
		t.Fatalf("%d rows: %v", len(rows), err)
	}
	for i, row := range rows[1 : 1+len(numbers)] {
		if row[0] != numbers[i] {
			t.Fatalf("row %d is %q", i, row)
		}
	}
	if got := fmt.Sprint(rows[1][1:]); got != "[skipped  2023-11-14T22:13:20Z  0  required too_long]" {
		t.Error(got)
	}
	for i, row := range rows[1+len(numbers):] {
		want := evil[i]
		if i < 5 {
			want = "'" + want
		}
		if row[0] != want || row[1] != "imported" {
			t.Errorf("%q, want %q", row, want)
		}
	}
	for _, row := range rows {
		for _, cell := range row {
			if cell != "" && strings.ContainsAny(cell[:1], "=+-@") {
				t.Errorf("%q is a formula", cell)
			}
		}
	}
	rows, err = csv.NewReader(strings.NewReader(string(r.getPage(session.Viewer, "/imports/ACME/~accounts.csv?code=too_long&after=3.abc").Expect(http.StatusOK).Body))).ReadAll()
	if err != nil || len(rows) != 1+61 {
		t.Errorf("%d rows: %v", len(rows), err)
	}
	if rows, _ := csv.NewReader(strings.NewReader(string(r.getPage(session.Support, "/imports/ACME/~accounts.csv?q=none").Body))).ReadAll(); len(rows) != 1 {
		t.Errorf("%q", rows)
	}
}
