package bookbuild_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The sample extracts have all that is usual: encodings, German numbers, quotes, blank and
// repeated rows, a zero that a spreadsheet dropped, codes, orphans. The first query runs, and
// finds what is wrong in them. Its correction has no fault but those of the extracts.
func TestSampleExtracts(t *testing.T) {
	f := newFolder(t, nil)
	f.extracts = filepath.Join("testdata", "extracts")
	output, code := run(t, "init", f.extracts, "--query", f.path("book.sql"), "--supplier", "ACME", "--country", "DE")
	f.checkNothingIsLeft()
	if code != 0 {
		t.Fatalf("exit code %d\n%s", code, output)
	}
	golden(t, "init.txt", strings.ReplaceAll(output, f.dir+"/", ""))
	golden(t, "first.sql", f.read("book.sql"))
	output, code = f.build("", "--country", "DE")
	if code != 1 {
		t.Errorf("exit code %d", code)
	}
	golden(t, "first.txt", output)
	golden(t, "first.ndjson", f.read("book.ndjson"))
	golden(t, "first.faults.ndjson", f.read("book.ndjson.faults.ndjson"))
	golden(t, "orphans.csv", f.read("orphans.csv"))

	corrected, err := os.ReadFile("testdata/book.sql")
	if err != nil {
		t.Fatal(err)
	}
	output, code = f.build(string(corrected), "--country", "DE")
	if code != 1 {
		t.Errorf("exit code %d", code)
	}
	golden(t, "corrected.txt", output)
	golden(t, "corrected.ndjson", f.read("book.ndjson"))
}

const twoAccounts = "number;family;mobile\n1001;O’Neill;07700 123456\n1002;Müller;\n"

// line is the last statement for twoAccounts.
const line = `SELECT compact(json_object('import_supplier', 'ACME', 'external_account_number', number,
	'customers', json_array(json_object('family_name', family, 'mobile', phone(mobile, 'GB'))))) FROM accounts`

func TestABookWithoutFaults(t *testing.T) {
	f := newFolder(t, map[string]string{"accounts.csv": twoAccounts})
	f.write("book.ndjson.faults.ndjson", "of an earlier build")
	output, code := f.build(`CREATE VIEW account_of_accounts AS SELECT _line, number AS account FROM accounts; ` + line + " ORDER BY number;")
	want := `{"import_supplier":"ACME","external_account_number":"1001","customers":[{"family_name":"O’Neill","mobile":"+44 7700 123456"}]}
{"import_supplier":"ACME","external_account_number":"1002","customers":[{"family_name":"Müller"}]}
`
	if got := f.read("book.ndjson"); code != 0 || got != want {
		t.Errorf("exit code %d\n%s\n%s", code, output, got)
	}
	if f.read("book.ndjson.faults.ndjson") != "" {
		t.Error("the report of an earlier build is left")
	}
	if got := f.read("orphans.csv"); got != "table,file,line,account,reason\n" {
		t.Errorf("orphans: %s", got)
	}
	for _, name := range []string{"book.ndjson", "orphans.csv"} {
		info, err := os.Stat(f.path(name))
		if err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v %v", name, info.Mode(), err)
		}
	}
}

// Each fault is at its place: of functions, of the account, of the members beside it, and
// between lines. Faulty lines are in the book, unless they are to be left out.
func TestFaultsOfLines(t *testing.T) {
	f := newFolder(t, map[string]string{"lines.csv": "line\n" + `"{""import_supplier"":""ACME"",""external_account_number"":""1"",""customers"":[{""family_name"":""A""}],""debts"":[{""cais_reference"":""C1""}]}"
"{""account"":{""import_supplier"":""ACME"",""external_account_number"":""2"",""customers"":[]},""note"":[],""notes"":{},""transactions"":[]}"
"{""account"":{""import_supplier"":""ACME"",""external_account_number"":""1"",""customers"":[{""family_name"":""A"",""email"":""x""}],""debts"":[{""cais_reference"":""C1""}]}}"
"{""import_supplier"":""ACME"",""external_account_number"":3,""customers"":[{""family_name"":""B""}],""debts"":[{""cais_reference"":""C1""}]}"
"{""import_supplier"":""OTHER"",""external_account_number"":""4"",""customers"":[{""family_name"":""C""}]}"
"{""external_account_number"":""1"",""notes"":[{""body"":""x""}]}"
"[1]"
"{""a"":1,""a"":2}"
"nothing"
"{""account"":1}"
"{""import_supplier"":""ACME"",""external_account_number"":""5"",""operations_team_name"":""Any"",""customers"":[{""family_name"":""D""}]}"
"{""account"":{""import_supplier"":""ACME"",""external_account_number"":""6"",""customers"":[{""family_name"":""E""}]},""notes"":[{""is_pinned"":true}],""transactions"":[{""transaction_id"":""1"",""type"":""CHARGE"",""amount"":""ten"",""transaction_date"":""2100-01-01"",""reason"":""R""}],""statements"":[{""statement_id"":""1"",""bill_period_from_date"":""2025-02-01"",""bill_period_to_date"":""2025-01-01""}],""payment_instruction"":{""vendor"":""stripe"",""type"":""X""}}"
`})
	want := []string{
		"2 unknown_field note", "2 invalid_type notes", "2 required account.customers",
		"3 invalid_email account.customers.0.email", "3 account_number_repeated_in_book account.external_account_number",
		"4 cais_reference_already_in_use_on_another_account debts.0.cais_reference",
		"5 import_supplier_mismatch import_supplier",
		"7 malformed_json ", "8 malformed_json ", "9 malformed_json ", "10 invalid_type account",
		"12 note_body_or_document_path_not_found notes.0.body",
		"12 invalid_decimal transactions.0.amount", "12 transaction_in_future transactions.0.transaction_date",
		"12 start_date_later_than_end_date statements.0.bill_period_from_date",
		"12 invalid_choice payment_instruction.type", "12 mutually_exclusive_field_required payment_instruction.reference",
	}
	if output, code := f.build(`SELECT line FROM lines`); code != 1 || !strings.Contains(output, "book.ndjson has 12 lines") {
		t.Errorf("exit code %d\n%s", code, output)
	}
	f.expectErrors(want...)
	output, code := f.build(`SELECT line FROM lines`, "--only-valid")
	if code != 1 || !strings.Contains(output, "book.ndjson has 3 lines") || !strings.Contains(output, "9 faulty lines are left out") {
		t.Errorf("exit code %d\n%s", code, output)
	}
	f.expectErrors(want...)
}

func TestRowsAndCodes(t *testing.T) {
	f := newFolder(t, map[string]string{
		"accounts.csv": twoAccounts + "1003;a;b;c\n1004;\"x\" y;\n1005;Sam;12\n",
		"tariffs.csv":  "code,name\nA,Basis\n",
	})
	_, code := f.build(`CREATE VIEW account_of_accounts AS SELECT _line, number AS account FROM accounts;
		SELECT json_patch(line, json_object('sales_channel', lookup('tariffs', 'B'))) FROM (` + strings.Replace(line, "FROM", "AS line, number FROM", 1) + `) WHERE number <> '1001'`)
	if code != 1 {
		t.Errorf("exit code %d", code)
	}
	f.expectErrors("accounts.csv 4 row_is_ragged", "accounts.csv 5 row_has_faulty_quotes",
		"1 code_not_in_table sales_channel", "2 value_not_understood customers.0.mobile", "2 code_not_in_table sales_channel")
	if got, want := f.read("orphans.csv"), `table,file,line,account,reason
accounts,accounts.csv,4,,row_is_ragged
accounts,accounts.csv,5,,row_has_faulty_quotes
accounts,accounts.csv,2,1001,no line of the book has this account
`; got != want {
		t.Errorf("orphans\n%s", got)
	}
}

// The account of a row may be found through other tables, and no row is named for an account
// whose line has a fault.
func TestOrphansThroughOtherTables(t *testing.T) {
	f := newFolder(t, map[string]string{
		"accounts.csv": "number,site\n1,S1\n2,S2\n,S3\n",
		"meters.csv":   "serial,site\nM1,S1\nM2,S2\nM3,S9\nM4,\nM5,S3\n",
		"codes.csv":    "code,name\nA,B\n",
	})
	output, code := f.build(`CREATE TEMP VIEW Account_Of_Meters AS SELECT m._line, a.number AS account FROM meters m LEFT JOIN accounts a ON a.site = m.site;
		SELECT json_object('import_supplier', 'ACME', 'external_account_number', ' ' || number || ' ') FROM accounts WHERE number IS NOT NULL`)
	if code != 1 || !strings.Contains(output, "meters.csv: 3\n") || !strings.Contains(output, "has no view account_of_...: accounts, codes") {
		t.Errorf("exit code %d\n%s", code, output)
	}
	if got, want := f.read("orphans.csv"), `table,file,line,account,reason
meters,meters.csv,4,,the row has no account
meters,meters.csv,5,,the row has no account
meters,meters.csv,6,,the row has no account
`; got != want {
		t.Errorf("orphans\n%s", got)
	}
}

// What is used wrongly ends with 2, what cannot be done with 3, and no book is written then.
func TestMisuse(t *testing.T) {
	f := newFolder(t, map[string]string{"accounts.csv": twoAccounts})
	f.write("book.ndjson", "an earlier book")
	for name, c := range map[string]struct {
		query string
		args  []string
		want  string
		code  int
	}{
		"table":          {"-- a comment; with a semicolon\n\nCREATE TABLE x (a);\n/* another;\n */\nSELECT ';' FROM accounts; SELECT number FROM acounts", nil, "book.sql, the statement at line 6: ", 2},
		"column":         {"SELECT nummer FROM accounts", nil, "no such column: nummer", 2},
		"late":           {"SELECT decimal(number, '?') FROM accounts", nil, "use it as decimal(text", 2},
		"two columns":    {"SELECT number, family FROM accounts", nil, "2 columns", 2},
		"no statement":   {"-- nothing", nil, "no statement", 2},
		"view":           {"CREATE VIEW account_of_acounts AS SELECT 1 AS _line, 2 AS account; " + line, nil, "no table acounts", 2},
		"view's columns": {"CREATE VIEW account_of_accounts AS SELECT 1 AS line; " + line, nil, "needs the columns _line and account", 2},
		"file of a flag": {line, []string{"--encoding", "acounts.csv=utf-8"}, "there is no file acounts.csv", 2},
		"encoding":       {line, []string{"--encoding", "klingon"}, "there is no encoding", 2},
		"country":        {line, []string{"--country", "UK"}, "no country", 2},
		"zone":           {line, []string{"--time-zone", "Mars"}, "no time zone", 2},
		"market":         {line, []string{"--market", "moon-energy"}, `there is no market "moon-energy"`, 2},
		"no folder":      {line, []string{"--from", f.path("none")}, "none", 3},
		"flag":           {line, []string{"--form", "x"}, "unknown flag", 2},
		"no query":       {line, []string{"--query", ""}, "--query is missing", 2},
		"out":            {line, []string{"--out", f.path("none/book.ndjson")}, "none", 3},
	} {
		output, code := f.build(c.query, c.args...)
		if code != c.code || !strings.Contains(output, c.want) {
			t.Errorf("%s: exit code %d\n%s", name, code, output)
		}
		if got := f.read("book.ndjson"); got != "an earlier book" {
			t.Errorf("%s: the book was written: %s", name, got)
		}
	}
	if output, code := run(t, "init", f.extracts, "--query", f.path("book.sql")); code != 2 || !strings.Contains(output, "--overwrite") {
		t.Errorf("a query is replaced: %d %s", code, output)
	}
	f.write("extracts/accounts.csv", "a;b\nx;y\n")
	if output, code := run(t, "init", f.extracts, "--query", f.path("other.sql")); code != 2 || !strings.Contains(output, "no table was found with an account number") {
		t.Errorf("init: %d %s", code, output)
	}
}

// The rules of a market hold, and members that another market has are unknown.
func TestMarket(t *testing.T) {
	f := newFolder(t, map[string]string{"accounts.csv": twoAccounts})
	query := strings.Replace(line, "compact(json_object(", "compact(json_object('supply_addresses', json_array(json_object('uprn', 'x')), ", 1) + " LIMIT 1"
	f.build(query)
	f.expectErrors("1 unknown_field supply_addresses")
	f.build(query, "--market", "gb-energy")
	if got := f.errorsOf(); len(got) == 0 || !strings.Contains(strings.Join(got, "\n"), "1 required supply_addresses.0.meter_points") {
		t.Errorf("faults %v", got)
	}
}

// Where a positive balance is a debt, the transactions show it, and the first query turns the
// sign. Without transactions the query says that the sign has to be checked.
func TestTheSignOfBalances(t *testing.T) {
	postings := "id,account_no,date,type,amount\n1,A1,2024-01-31,invoice,80.00\n2,A1,2024-02-01,payment,30.00\n3,A2,2024-02-01,payment,-5.50\n"
	for name, c := range map[string]struct{ balances, sign, want string }{
		"debt":   {"A1,50.00\nA2,-5.50\n", "In the extract it is a debt", `"transfer_balance":-50.00,"last_statement_balance":0.00`},
		"credit": {"A1,-50.00\nA2,5.50\n", "So it is in the extract", `"transfer_balance":-50.00,"last_statement_balance":0.00`},
		"older":  {"A1,120.00\nA2,1.00\n", "Check whether", `"transfer_balance":120.00,"last_statement_balance":170.00`},
	} {
		f := newFolder(t, map[string]string{"accounts.csv": "account_no,balance,surname\n" + strings.ReplaceAll(c.balances, "\n", ",O’Neill\n"), "postings.csv": strings.Replace(postings, "-5.50", "5.50", 1)})
		if output, code := run(t, "init", f.extracts, "--query", f.path("book.sql")); code != 0 || !strings.Contains(f.read("book.sql"), c.sign) {
			t.Errorf("%s: %d %s\n%s", name, code, output, f.read("book.sql"))
		}
		if output, code := f.build(""); code != 0 || !strings.Contains(f.read("book.ndjson"), c.want) {
			t.Errorf("%s: %d %s\n%s", name, code, output, f.read("book.ndjson"))
		}
	}
	f := newFolder(t, map[string]string{"accounts.csv": "account_no,balance,surname\nA1,1.00,O’Neill\n"})
	if _, code := run(t, "init", f.extracts, "--query", f.path("book.sql")); code != 0 || !strings.Contains(f.read("book.sql"), "write decimal_neg(...) around it") {
		t.Errorf("%d %s", code, f.read("book.sql"))
	}
}

// Names that SQL has words for, a file without a row, a link by another number than that of the
// account, numbers without their leading zeros, whole names, and rows of no table of accounts.
func TestTheFirstQueryOfOddFiles(t *testing.T) {
	f := newFolder(t, map[string]string{
		"order.csv":       "Account No;Customer ID;From;Select\n000101;7;2024-01-01;x\n000102;8;2024-01-02;y\n000103;9;;z\n",
		"customers.csv":   "customer_id,name,group\n7,Ms Zoë O’Neill,a\n8,\"van der Berg, Jan\",b\n9,Anna Nuñez,c\n10,No One,d\n",
		"transaction.csv": "account no;date;amount\n101;03.01.2024;12,50\n102;04.01.2024;-7,25\n=1+1;04.01.2024;1,00\n",
		"empty.csv":       "account_no,note\n",
	})
	if output, code := run(t, "init", f.extracts, "--query", f.path("book.sql"), "--supplier", "O’Neill's"); code != 0 {
		t.Fatalf("init: %d\n%s", code, output)
	}
	output, code := f.build("")
	want := `{"import_supplier":"O’Neill's","external_account_number":"000101","customers":[{"title":"Ms","given_name":"Zoë","family_name":"O’Neill"}],"current_statement_transactions":[{"transaction_id":"transaction-2","transaction_date":"2024-01-03","amount":12.50,"type":"CHARGE","reason":"IMPORTED_CHARGE"}]}
{"import_supplier":"O’Neill's","external_account_number":"000102","customers":[{"given_name":"Jan","family_name":"van der Berg"}],"current_statement_transactions":[{"transaction_id":"transaction-3","transaction_date":"2024-01-04","amount":7.25,"type":"PAYMENT"}]}
{"import_supplier":"O’Neill's","external_account_number":"000103","customers":[{"given_name":"Anna","family_name":"Nuñez"}]}
`
	if got := f.read("book.ndjson"); code != 0 || got != want {
		t.Errorf("exit code %d\n%s\n%s\n%s", code, output, got, f.read("book.sql"))
	}
	if got, want := f.read("orphans.csv"), `table,file,line,account,reason
customers,customers.csv,5,,the row has no account
transaction,transaction.csv,4,'=1+1,no line of the book has this account
`; got != want {
		t.Errorf("orphans\n%s", got)
	}
}
