package book

import (
	"encoding/json/jsontext"
	"encoding/json/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/shopspring/decimal"
)

// view reads an account back with types of its own, so that the checks do not depend on the code that wrote it.
type view struct {
	Number          string           `json:"external_account_number"`
	AccountType     string           `json:"account_type"`
	UnknownOccupier bool             `json:"unknown_occupier"`
	Customers       []customerView   `json:"customers"`
	Address         *addressView     `json:"billing_address"`
	Address1        string           `json:"billing_address1"`
	Postcode        string           `json:"billing_postcode"`
	Email           string           `json:"billing_email"`
	Transfer        *decimal.Decimal `json:"transfer_balance"`
	LastBilledTo    string           `json:"last_billed_to_date"`
	LastReview      string           `json:"last_payment_review_date"`
	NextBillDue     string           `json:"next_bill_due_date"`
	moneyView
	Ledgers      []ledgerView         `json:"ledgers"`
	Statements   []statementView      `json:"statements"`
	Consents     []map[string]any     `json:"consents"`
	References   []reference          `json:"references"`
	Metadata     []map[string]any     `json:"metadata"`
	Notes        []note               `json:"notes"`
	Schedules    []scheduleView       `json:"payment_schedules"`
	Plans        []paymentPlan        `json:"payment_plans"`
	Business     map[string]string    `json:"business"`
	Portfolio    map[string]any       `json:"portfolio"`
	Options      *billingOptions      `json:"account_billing_options"`
	Campaigns    []campaign           `json:"account_campaigns"`
	Instructions []paymentInstruction `json:"payment_instructions"`
	Line         Line                 `json:"-"`
	Rest         map[string]any       `json:",embed"`
}

type customerView struct {
	GivenName     string              `json:"given_name"`
	FamilyName    string              `json:"family_name"`
	Email         string              `json:"email"`
	ContactEmails []string            `json:"contact_emails"`
	Mobile        string              `json:"mobile"`
	Landline      string              `json:"landline"`
	Others        []map[string]string `json:"alternative_phone_numbers"`
	DateOfBirth   string              `json:"date_of_birth"`
	Preferences   map[string]bool     `json:"customer_preferences"`
	Consents      []map[string]any    `json:"consents"`
}

type addressView struct {
	Country    string         `json:"country"`
	Street     string         `json:"street_address"`
	Structured map[string]any `json:"structured_street_address"`
	PostalCode string         `json:"postal_code"`
}

type moneyView struct {
	LastBalance *decimal.Decimal  `json:"last_statement_balance"`
	Closing     string            `json:"last_statement_closing_date"`
	Issued      string            `json:"last_statement_issue_date"`
	Historical  []transactionView `json:"historical_statement_transactions"`
	Current     []transactionView `json:"current_statement_transactions"`
}

type ledgerView struct {
	Code    string           `json:"ledger_code"`
	Balance *decimal.Decimal `json:"ledger_balance"`
	moneyView
}

type transactionView struct {
	ID          string          `json:"transaction_id"`
	Date        string          `json:"transaction_date"`
	Amount      decimal.Decimal `json:"amount"`
	Type        string          `json:"type"`
	Reason      string          `json:"reason"`
	Product     string          `json:"product_code"`
	SupplyPoint string          `json:"supply_point_identifier"`
	Document    string          `json:"billing_document_identifier"`
	Meter       string          `json:"to_prepay_meter_serial_number"`
	Lines       []lineView      `json:"line_items"`
	Taxes       []struct {
		Amount decimal.Decimal `json:"amount"`
	} `json:"tax_items"`
}

type lineView struct {
	Start  string            `json:"start_date"`
	End    string            `json:"end_date"`
	Band   string            `json:"rate_band"`
	Spec   string            `json:"rate_specification_code"`
	Series string            `json:"time_series_specification_code"`
	Number decimal.Decimal   `json:"number_of_units"`
	Price  decimal.Decimal   `json:"price_per_unit"`
	Net    decimal.Decimal   `json:"net_amount"`
	Units  []decimal.Decimal `json:"units"`
}

type statementView struct {
	ID     string          `json:"statement_id"`
	From   string          `json:"bill_period_from_date"`
	To     string          `json:"bill_period_to_date"`
	Issued string          `json:"issued_date"`
	Gross  decimal.Decimal `json:"gross_amount"`
	Path   string          `json:"statement_path"`
}

type scheduleView struct {
	Trigger     string           `json:"trigger"`
	Start       string           `json:"start_date"`
	End         string           `json:"end_date"`
	Amount      *decimal.Decimal `json:"amount"`
	Threshold   *decimal.Decimal `json:"balance_threshold"`
	Frequency   string           `json:"frequency"`
	Day         int              `json:"day_of_month"`
	Delay       int              `json:"delay_days"`
	Strategy    string           `json:"delay_strategy"`
	LedgerCode  string           `json:"ledger_code"`
	Element     *decimal.Decimal `json:"debt_repayment_element"`
	ElementEnd  string           `json:"debt_repayment_end_date"`
	Instalments []struct {
		Amount decimal.Decimal `json:"amount"`
		Date   string          `json:"payment_date"`
	} `json:"instalments"`
}

var today = time.Date(2026, 3, 17, 15, 4, 5, 0, time.UTC)

func options() Options {
	return Options{Supplier: "NORTHERN", Team: "Support", Accounts: 1000, Seed: 7, Today: today}
}

// accounts returns 1,000 good accounts, read back once for all tests.
var accounts = sync.OnceValue(func() []view {
	var all []view
	for line := range Lines(options()) {
		all = append(all, parse(line))
	}
	return all
})

// envelopeView reads a line back. A bare account becomes an envelope with an account alone.
type envelopeView struct {
	Account      view                `json:"account"`
	Notes        []note              `json:"notes"`
	Transactions []transactionView   `json:"transactions"`
	Statements   []statementView     `json:"statements"`
	Instruction  *paymentInstruction `json:"payment_instruction"`
	Bare         bool                `json:"-"`
	Line         Line                `json:"-"`
}

func dataOptions() Options {
	o := options()
	o.Data, o.Documents, o.Prefix = true, true, "D-"
	return o
}

// envelopes returns 1,000 good lines of a book with data, read back once for all tests.
var envelopes = sync.OnceValue(func() []envelopeView {
	var all []envelopeView
	for line := range Lines(dataOptions()) {
		all = append(all, parseEnvelope(line))
	}
	return all
})

func parseEnvelope(line Line) envelopeView {
	v := envelopeView{Line: line}
	var members map[string]jsontext.Value
	if err := json.Unmarshal(line.JSON, &members); err != nil {
		panic(err)
	}
	account, enveloped := members["account"]
	if !enveloped {
		v.Bare, v.Account = true, parse(line)
		return v
	}
	if err := json.Unmarshal(line.JSON, &v); err != nil {
		panic(err)
	}
	v.Account = parse(Line{JSON: account})
	return v
}

func parse(line Line) view {
	v := view{Line: line}
	if err := json.Unmarshal(line.JSON, &v); err != nil {
		panic(err)
	}
	return v
}

// each runs a check on every good account, those in envelopes included. It stops at the first failure and shows its
// number.
func each(t *testing.T, check func(t *testing.T, v view)) {
	t.Helper()
	all := slices.Clone(accounts())
	for _, e := range envelopes() {
		all = append(all, e.Account)
	}
	for _, v := range all {
		check(t, v)
		if t.Failed() {
			t.Fatalf("account %s: %s", v.Number, v.Line.JSON)
		}
	}
}
