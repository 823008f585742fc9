package transactions

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"
	"dataimport/modules/kit/testing/kindtest"
)

func TestStatementDates(t *testing.T) {
	const (
		date    = ".transaction_date"
		opening = "current_statement_transaction_before_current_statement_opening_date "
		closing = "historical_statement_transaction_after_last_statement_closing_date "
		after   = "historical_statement_transaction_after_current_statement_transaction "
		without = "historical_statement_transactions_without_last_statement_closing_date_or_last_billed_to_date historical_statement_transactions"
		ends    = "historical_statement_period_end_in_future last_statement_closing_date"
		issued  = "last_statement_issued_before_closing_date last_statement_issue_date"
	)
	noClosing := []edit{drop("last_statement_closing_date"), drop("last_statement_issue_date")}
	cases{
		"current on the closing date":       {edits(set(c+"0.transaction_date", `"2024-03-31"`)), one(opening + c + "0" + date)},
		"current in the year 1":             {edits(set(c+"0.transaction_date", `"0001-01-01"`)), one(opening + c + "0" + date)},
		"closed in the year 9999":           {edits(set("last_statement_closing_date", `"9999-12-31"`), drop("last_statement_issue_date")), []string{ends, opening + c + "0" + date, opening + c + "1" + date, opening + c + "2" + date}},
		"closed today":                      {append(unbalanced(), set("last_statement_closing_date", `"2024-07-01"`), drop("last_statement_issue_date"), drop("current_statement_transactions")), nil},
		"closes tomorrow":                   {append(unbalanced(), set("last_statement_closing_date", `"2024-07-02"`), drop("last_statement_issue_date"), drop("current_statement_transactions")), one(ends)},
		"prepaid before the opening":        {edits(set(c+"3.transaction_date", `"2024-01-31"`)), nil},
		"historical after the closing":      {edits(set(h+"1.transaction_date", `"2024-04-01"`), set(c+"0.transaction_date", `"2024-04-02"`)), one(closing + h + "1" + date)},
		"historical on a current one's day": {edits(set(h+"1.transaction_date", `"2024-04-01"`)), []string{closing + h + "1" + date, after + h + "1" + date}},
		"historical after a current one":    {edits(set(h+"1.transaction_date", `"2024-04-02"`)), []string{closing + h + "1" + date, after + h + "1" + date}},
		"historical tomorrow, no closing":   {append(noClosing, set(h+"1.transaction_date", `"2024-07-02"`)), []string{"transaction_in_future " + h + "1" + date, without, ends}},
		"historical tomorrow":               {edits(set(h+"1.transaction_date", `"2024-07-02"`)), one("transaction_in_future " + h + "1" + date)},
		"neither closing nor billed":        {edits(noClosing...), one(without)},
		"an unreadable closing":             {edits(set("last_statement_closing_date", `"31/03/2024"`)), one("invalid_date last_statement_closing_date")},
		"no historical ones, no closing":    {append(noClosing, drop("historical_statement_transactions")), nil},
		"issued a day early":                {edits(set("last_statement_issue_date", `"2024-03-30"`)), one(issued)},
		"issued when it closed":             {edits(set("last_statement_issue_date", `"2024-03-31"`)), nil},
		"issued, never closed":              {edits(drop("last_statement_closing_date")), one(without)},
		"closed, never issued":              {edits(drop("last_statement_issue_date")), nil},
		"current on a statement":            {edits(set(c+"0.billing_document_identifier", `"S3"`)), one("billing_document_identifier_not_allowed_for_current_statement_transactions " + c + "0.billing_document_identifier")},
		"historical on two statements":      {edits(set(h+"0.billing_document_identifier", `"S4"`)), one("historical_statement_billing_document_identifier_mismatch " + h + "1.billing_document_identifier")},
		"historical on the last statement":  {edits(set(h+"0.billing_document_identifier", `"S3"`)), nil},
		"historical on no statement":        {edits(drop(h + "1.billing_document_identifier")), nil},
		"one wrong date makes no others wrong": {
			append(unbalanced(noClosing...), set("last_statement_closing_date", `"2024-03-31"`), set(c+"0.transaction_date", `"1999-01-01"`)), one(opening + c + "0" + date)},
	}.run(t, flatAccount)
}

func TestBilledDate(t *testing.T) {
	const (
		billed  = "current_statement_transaction_before_last_billed_to_date "
		opening = "current_statement_transaction_before_current_statement_opening_date "
		closing = "historical_statement_transaction_after_last_statement_closing_date "
		issued  = "last_statement_issued_before_closing_date last_statement_issue_date"
		after   = "historical_statement_transaction_after_current_statement_transaction "
	)
	for name, c := range map[string]struct {
		billed string
		edits  []edit
		want   []string
	}{
		"billed to the closing date":   {"2024-03-31", nil, nil},
		"billed to the first day":      {"2024-04-01", nil, nil},
		"billed to a day later":        {"2024-04-02", nil, one(billed + c + "0.transaction_date")},
		"no closing date":              {"2024-03-31", edits(drop("last_statement_closing_date")), nil},
		"no closing, billed later":     {"2024-06-30", edits(drop("last_statement_closing_date")), []string{issued, opening + c + "0.transaction_date", billed + c + "0.transaction_date"}},
		"no closing, billed that day":  {"2024-04-01", edits(drop("last_statement_closing_date")), nil},
		"no closing, history too late": {"2024-03-31", edits(drop("last_statement_closing_date"), set(h+"0.transaction_date", `"2024-04-02"`)), []string{closing + h + "0.transaction_date", after + h + "0.transaction_date"}},
		"no closing, on the same day":  {"2024-04-01", edits(drop("last_statement_closing_date"), set(h+"0.transaction_date", `"2024-04-01"`)), one(after + h + "0.transaction_date")},
	} {
		t.Run(name, func(t *testing.T) {
			f := kindtest.Facts("2024-07-01")
			f.LastBilledTo = kindtest.Facts(c.billed).Today
			_, got := kindtest.Read(t, kindtest.With(t, flatAccount, c.edits...), f, check)
			kindtest.Want(t, got, c.want...)
		})
	}
}

// What cannot be known of the other parts of an account is no fault of this one.
func TestOtherPartsUnreadable(t *testing.T) {
	type rest struct {
		Billed payload.Date `json:"last_billed_to_date"`
	}
	for name, c := range map[string]struct {
		edits []edit
		want  []string
	}{
		"billed, and not readable": {edits(set("last_billed_to_date", `"yesterday"`), drop("last_statement_closing_date")), one("invalid_date last_billed_to_date")},
		"closed, and not readable": {edits(set("last_billed_to_date", `"2024-06-30"`), set("last_statement_closing_date", `"yesterday"`)), one("invalid_date last_statement_closing_date")},
	} {
		t.Run(name, func(t *testing.T) {
			var faults fault.Collector
			document := kindtest.With(t, flatAccount, c.edits...)
			parts, err := payload.Of(Part{}, rest{}).Decode([]byte(document), payload.Limits{}, &faults)
			if err != nil {
				t.Fatal(err)
			}
			f, at := kindtest.Facts("2024-07-01"), fault.Root(&faults)
			check(parts[0].(*Part), f, &at)
			kindtest.Want(t, faults.List(), c.want...)
		})
	}
}

func TestLedgers(t *testing.T) {
	const (
		ledger     = "duplicate_ledger_entries_found "
		identifier = "duplicate_identifiers_entries_found "
		both       = "ledgers_and_flat_fields_both_provided ledgers"
	)
	free := func(e ...edit) []edit { return append([]edit{drop("transfer_balance")}, e...) }
	cases{
		"valid":                          {},
		"a code twice":                   {free(set("ledgers.1.ledger_code", `"ELEC"`)), one(ledger + "ledgers.1.ledger_code")},
		"a code three times":             {free(set("ledgers.1.ledger_code", `"ELEC"`), set("ledgers.2.ledger_code", `"ELEC"`)), []string{ledger + "ledgers.1.ledger_code", ledger + "ledgers.2.ledger_code"}},
		"a code in small letters":        {free(set("ledgers.1.ledger_code", `"elec"`)), nil},
		"one without a code":             {free(drop("ledgers.1.ledger_code")), nil},
		"two without a code":             {free(drop("ledgers.1.ledger_code"), drop("ledgers.2.ledger_code")), one(ledger + "ledgers.2.ledger_code")},
		"two with identifiers":           {free(drop("ledgers.0.ledger_code"), drop("ledgers.1.ledger_code"), set("ledgers.1.ledger_identifier", `"L2"`)), nil},
		"two with the same identifier":   {free(drop("ledgers.0.ledger_code"), drop("ledgers.1.ledger_code"), set("ledgers.1.ledger_identifier", `"L1"`)), one(ledger + "ledgers.1.ledger_identifier")},
		"an identifier beside two codes": {free(set("ledgers.1.ledger_identifier", `"L1"`)), nil},
		"a code like an identifier":      {free(drop("ledgers.0.ledger_code"), set("ledgers.1.ledger_code", `"L1"`)), nil},
		"an unreadable code":             {free(set("ledgers.1.ledger_code", `"a\tb"`), drop("ledgers.2.ledger_code")), one("invalid_choice ledgers.1.ledger_code")},
		"two that are null":              {free(set("ledgers.1", `null`), set("ledgers.2", `null`)), []string{"null_not_allowed ledgers.1", "null_not_allowed ledgers.2"}},
		"two that are empty":             {free(set("ledgers.1", `{}`), set("ledgers.2", `{}`)), one(ledger + "ledgers.2.ledger_code")},
		"an identifier twice":            {free(set("ledgers.0.identifiers.1", `"1200012345678"`)), one(identifier + "ledgers.0.identifiers.1")},
		"an identifier on two":           {free(set("ledgers.1.identifiers.0", `"1200012345678"`)), one(identifier + "ledgers.1.identifiers.0")},
		"an identifier that is a number": {free(set("ledgers.1.identifiers.0", `1200012345678`)), one(identifier + "ledgers.1.identifiers.0")},
		"two empty identifiers":          {free(set("ledgers.0.identifiers", `["", ""]`)), []string{"required ledgers.0.identifiers.0", "required ledgers.0.identifiers.1"}},
		"an id on two ledgers":           {free(set("ledgers.1.current_statement_transactions.0.transaction_id", `"E1"`)), one("duplicate_transaction_ids ledgers.1.current_statement_transactions.0.transaction_id")},
		"a date of one ledger":           {free(set("ledgers.1.current_statement_transactions.0.transaction_date", `"2024-04-30"`)), one("current_statement_transaction_before_current_statement_opening_date ledgers.1.current_statement_transactions.0.transaction_date")},
		"issued early":                   {free(set("ledgers.1.last_statement_issue_date", `"2024-04-29"`)), one("last_statement_issued_before_closing_date ledgers.1.last_statement_issue_date")},
		"history without a closing date": {free(drop("ledgers.1.last_statement_closing_date")), one("historical_statement_transactions_without_last_statement_closing_date_or_last_billed_to_date ledgers.1.historical_statement_transactions")},

		"a flat statement balance too":  {edits(set("last_statement_balance", `0`)), one(both)},
		"a flat closing date too":       {edits(set("last_statement_closing_date", `"2024-03-31"`)), one(both)},
		"a flat issue date too":         {edits(set("last_statement_issue_date", `"2024-03-31"`)), one(both)},
		"flat transactions too":         {edits(set("current_statement_transactions", `[{"transaction_id": "X", "transaction_date": "2024-06-01", "amount": 1, "type": "PAYMENT"}]`)), one(both)},
		"flat history too":              {edits(set("historical_statement_transactions", `[{"transaction_id": "G2", "transaction_date": "2024-06-01", "amount": 1, "type": "PAYMENT"}]`), set("last_statement_balance", `2`)), []string{both, "historical_statement_transactions_balance_mismatch last_statement_balance", "duplicate_transaction_ids historical_statement_transactions.0.transaction_id", "historical_statement_transactions_without_last_statement_closing_date_or_last_billed_to_date historical_statement_transactions"}},
		"empty flat transactions":       {edits(set("current_statement_transactions", `[]`)), nil},
		"flat fields and empty ledgers": {edits(set("ledgers", `[]`), set("last_statement_balance", `15`)), nil},
	}.run(t, ledgerAccount)
}

// Neither many faults of one kind nor many of several make the rules slow.
func TestManyDuplicatesTakeLittleTime(t *testing.T) {
	const item = `{"transaction_id": "T", "transaction_date": "2024-05-01", "amount": "x", "type": "CHARGE"},`
	document := `{"transfer_balance": 1, "current_statement_transactions": [` + strings.TrimSuffix(strings.Repeat(item, 10_000), ",") + `]}`
	began := time.Now()
	_, got := kindtest.Read(t, document, kindtest.Facts("2024-07-01"), check)
	if last := got[len(got)-1]; len(got) != 10_001 || last.Code != fault.MoreFaults { // three of each item are too many to name
		t.Errorf("%d faults, the last is %s", len(got), last.Code)
	}
	if took := time.Since(began); took > 10*time.Second {
		t.Errorf("took %v", took)
	}
}

// An array that is too long has been read in part: its sum says nothing.
func TestTooManyItems(t *testing.T) {
	var b strings.Builder
	for i := range 10_001 {
		fmt.Fprintf(&b, `{"transaction_id": "%d", "transaction_date": "2024-05-01", "amount": 1, "type": "PAYMENT"},`, i)
	}
	document := `{"transfer_balance": 10001, "current_statement_transactions": [` + strings.TrimSuffix(b.String(), ",") + `]}`
	_, got := kindtest.Read(t, document, kindtest.Facts("2024-07-01"), check)
	kindtest.Want(t, got, "too_many_items current_statement_transactions")
}

// A transaction is checked on its own by those that have no account object.
func TestCheckOfOne(t *testing.T) {
	var faults fault.Collector
	at := fault.Root(&faults)
	(&Transaction{ID: "T", Type: Payment, Date: 20240702}).Check(&at, &account.Facts{Today: 20240701})
	kindtest.Want(t, faults.List(), "transaction_in_future transaction_date")
}
