package modules_test

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"dataimport/modules/accounts"
	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/settings"
	"dataimport/modules/kit/module"
	"dataimport/modules/kit/ops/config"
	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/store/imports"
	"dataimport/modules/kit/store/settingsdb"
	"dataimport/modules/kit/testing/databasetest"
	"dataimport/modules/kit/testing/kindtest"
	"dataimport/modules/markets"
	"dataimport/modules/notes"
	"dataimport/modules/paymentinstructions"
	"dataimport/modules/statements"
	"dataimport/modules/transactions"
)

// What a request costs between its bytes and its faults: reading, all rules of all
// sections, and those of the supplier's market. An account of 6 KB is to take 120 µs
// and 800 allocations, one with a market 250 µs.
func BenchmarkValidate(b *testing.B) {
	r := newReading(b)
	b.Run("core", func(b *testing.B) { r.bench(b, r.sample("core/DOMESTIC/valid"), 0) })
	b.Run("gb-energy", func(b *testing.B) { r.bench(b, r.sample("gb-energy/DOMESTIC/valid"), 0) })
}

// A hundred values that are wrong are to take three times what they take when they
// are right, at most.
func BenchmarkHundredFaults(b *testing.B) {
	r := newReading(b)
	for _, c := range hundreds {
		b.Run(c.name+"/right", func(b *testing.B) { r.bench(b, c.document(r, c.right), 0) })
		b.Run(c.name+"/wrong", func(b *testing.B) { r.bench(b, c.document(r, c.wrong), 100) })
	}
}

// hundreds are values of which an account has a hundred, as a list of items.
var hundreds = []hundred{
	{"dates", "core/DOMESTIC/valid", "debts.0.aged_debt", `{"debt_amount": "120.75", "due_date": %s}`, `"2023-02-28"`, `"2023-02-29"`},
	{"codes", "core/DOMESTIC/valid", "customers.0.account_roles", `%s`, `"ACCOUNT_HOLDER"`, `"ACCOUNT HOLDER"`},
	{"emails", "core/DOMESTIC/valid", "customers.0.contact_emails", `%s`, `"sian.oneill@example.org"`, `"sian..oneill@example.org"`},
	{"phones", "core/DOMESTIC/valid", "customers.0.alternative_phone_numbers", `{"phone_number": %s}`, `"07700 123456"`, `"07700 12345"`},
	{"names", "core/DOMESTIC/valid", "debts.0.aged_debt", `{"debt_amount": "120.75", %s: "2023-02-28"}`, `"due_date"`, `"due_day"`},
	{"readings", "gb-energy/DOMESTIC/valid", "supply_addresses.0.meter_points.0.meters.0.reading_history", `{"reading_date": %s, "reading_value": "1", "reading_type": "ROUTINE", "register_id": "1", "billed": true}`, `"2023-02-28"`, `"2023-02-29"`},
	{"sources", "gb-energy/DOMESTIC/valid", "supply_addresses.0.meter_points.0.meters.0.reading_history", `{"reading_date": "2023-02-28", "reading_value": "1", "reading_type": %s, "register_id": "1", "billed": true}`, `"ROUTINE"`, `"Routine"`},
}

type hundred struct{ name, sample, list, item, right, wrong string }

func (h *hundred) document(r *reading, value string) string {
	items := strings.Repeat(","+fmt.Sprintf(h.item, value), 100)[1:]
	return kindtest.With(r, r.sample(h.sample), kindtest.Set(h.list, "["+items+"]"))
}

// Ten times the transactions are to take ten times as long, be all of them right or
// all of them the same one. Ten thousand are the most there can be, in 10 MB.
func BenchmarkTransactions(b *testing.B) {
	r := newReading(b)
	for _, n := range []int{1_000, 5_000, 10_000} {
		b.Run(fmt.Sprintf("%d/different", n), func(b *testing.B) { r.many(b, n, 0, func(i int) int { return i }) })
		b.Run(fmt.Sprintf("%d/same", n), func(b *testing.B) { r.many(b, n, n-1, func(int) int { return 0 }) })
	}
}

// many reads an account of n transactions of 1 KB, with ids made of the numbers
// that id gives.
func (r *reading) many(b *testing.B, n, faults int, id func(int) int) {
	const line = `{"start_date":"2024-05-01","end_date":"2024-05-31","number_of_units":"260.5","price_per_unit":"0.2512","net_amount":"65.44","rate_band":"CONSUMPTION_STANDARD","units":["10012","10272.5"]}`
	var list strings.Builder
	for i := range n {
		fmt.Fprintf(&list, `,{"transaction_id":"T-%06d","transaction_date":"2024-06-%02d","amount":"200.06","type":"SUPPLY_CHARGE","product_code":"FIX-24","display_note":%q,"line_items":[%s,%s,%s],"tax_items":[{"amount":"3.74","tax_type":"VAT","value_taxed":"74.74","rate":"0.05","unit_type":"PROPORTION"}]}`,
			id(i), i%30+1, strings.Repeat("Electricity in May. ", 7), line, line, line)
	}
	document := `{"import_supplier":"ACME","external_account_number":"1","customers":[{"family_name":"Núñez"}],"current_statement_transactions":[` + list.String()[1:] + `]}`
	r.bench(b, document, faults)
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/transaction")
}

// reading is what reads accounts: the whole object, against a database in which the
// suppliers of the corpus are.
type reading struct {
	testing.TB
	accounts *imports.AccountReader
	snapshot *settings.Snapshot
	now      time.Time
}

func newReading(b *testing.B) *reading {
	b.Helper()
	app, settled := databasetest.NewApp(b), config.Default()
	object := account.NewObject(module.LimitsOf(&settled), accounts.Section(), transactions.Section(), notes.Section(), statements.Section(), paymentinstructions.Section())
	object.Add(*markets.Module(&module.Declaration{Config: &settled, Object: object}).Section)
	reader := &imports.AccountReader{
		Object: object, Registers: accounts.Module(&module.Declaration{}).Registers, Database: database.NewReader(app), Schedule: func(work func()) { work() },
	}
	const suppliers = `INSERT INTO suppliers (id, code, status, country, market) VALUES ('acme', 'ACME', 'Ongoing', 'GB', 'core'), ('energy', 'ACME-ENERGY', 'Ongoing', 'GB', 'gb-energy');
		INSERT INTO teams (id, name) VALUES ('team', 'Migration')`
	if _, err := app.NonconcurrentDB().NewQuery(suppliers).Execute(); err != nil {
		b.Fatal(err)
	}
	snapshot, err := settingsdb.NewStore(reader.Database).Current()
	if err != nil {
		b.Fatal(err)
	}
	return &reading{b, reader, snapshot, time.Date(2024, 7, 1, 12, 0, 0, 0, time.UTC)}
}

func (r *reading) sample(path string) string {
	r.Helper()
	body, err := os.ReadFile(corpusDir + "/" + path + ".json")
	if err != nil {
		r.Fatal(err)
	}
	return string(body)
}

// bench reads a document that has so many faults.
func (r *reading) bench(b *testing.B, document string, faults int) {
	data := []byte(document)
	b.ReportAllocs()
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		_, found, err := r.accounts.Read(b.Context(), data, r.snapshot, nil, r.now, imports.WaitHere)
		if err != nil || len(found) != faults {
			b.Fatal(err, len(found), found[:min(len(found), 3)])
		}
	}
}
