package lifecycle

import (
	"strings"

	"dataimport/modules/kit/store/database"
)

// table is a collection with rows of an account, and what becomes of its columns when
// the customer is erased. Each column stands in exactly one of the lists, so that
// nobody adds one without deciding: a test compares them with the database.
type table struct {
	name    string
	counted bool   // the supplier has a progress counter of the same name
	kept    string // money, dates and codes, which say nothing of a person by themselves
	emptied string // texts, which are empty afterwards
	unset   string // which are false afterwards
	// rewritten are columns that lose a part, by the SQL of what remains.
	rewritten map[string]string
	// json are those that hold JSON, for whoever reads an export.
	json string
}

// tables are all that have rows of an account; its own row, last, goes last.
var tables = []table{
	{
		name: "customers", kept: "position", unset: "unable_to_read_meters",
		emptied: `given_name family_name title salutation email mobile landline date_of_birth pronouns label deceased user_identifier
			credit_score credit_result credit_assessment_id credit_risk_bracket account_roles portfolio_roles contact_emails
			alternative_phone_numbers customer_preferences consents user_details metadata`,
		json: "account_roles portfolio_roles contact_emails alternative_phone_numbers customer_preferences consents user_details metadata",
	},
	{
		name: "addresses", kept: "position kind country",
		emptied: `street_address structured_street_address dependent_locality locality administrative_area postal_code sorting_code
			delivery_point_identifier`,
		json: "structured_street_address",
	},
	{name: "account_references", kept: "supplier position namespace", emptied: "value"},
	{
		name: "payment_schedules",
		kept: `position means start_date end_date amount schedule_trigger frequency day_of_month balance_threshold debt_repayment_element
			debt_repayment_end_date is_debt_repayment_plan exempt_from_payment_adequacy delay_days delay_strategy ledger_code instalments`,
		emptied: "paid_by", json: "instalments",
	},
	{
		name: "debts", kept: "supplier position start_date aged_debt", unset: "is_insolvent",
		emptied: "agency_name campaign notes cais_reference", json: "aged_debt",
	},
	{
		name: "transactions", counted: true,
		kept:      "ledger period transaction_id transaction_date amount type reason payment_type product_code",
		emptied:   "display_note note reference description supply_point_identifier billing_document_identifier to_prepay_meter_serial_number",
		rewritten: map[string]string{"line_items": without("line_items", "params", "external_rate_identifier"), "tax_items": without("tax_items", "params")},
		json:      "line_items tax_items",
	},
	{
		name: "ledgers", kept: "code balance last_statement_balance last_statement_closing_date last_statement_issue_date",
		emptied: "identifier identifiers", json: "identifiers",
	},
	{name: "notes", counted: true, kept: "created_at is_pinned unpin_at is_archived", emptied: "body document_paths external_id digest", json: "document_paths"},
	{
		name: "statements", counted: true, emptied: "statement_path sha256",
		kept: "statement_id bill_period_from_date bill_period_to_date issued_date number gross_amount size",
	},
	{
		name: "payment_instructions", counted: true, kept: "vendor type status valid_from use_for_scheduled_payments ledger_code vendor_status",
		emptied: "reference customer_reference instruction_identifier brand last_four expiry",
	},
	{name: "account_extensions", kept: "market version", rewritten: map[string]string{"data": `'{}'`}, json: "data"},
	{
		name: "accounts",
		kept: `supplier process team number external_account_number balance unknown_occupier account_type sales_channel sales_subchannel date_of_sale
			last_billed_to_date last_payment_review_date next_bill_due_date billing_options payment_plans payment_promises`,
		emptied: `billing_name billing_sub_name billing_attention_of billing_customer_reference billing_email communication_preference
			document_accessibility language_preference company_name company_number business portfolio dunning_path campaigns consents metadata`,
		json: "business portfolio billing_options dunning_path campaigns consents metadata payment_plans payment_promises",
	},
}

// without is the objects of a column's array, each without some of its members.
func without(column string, members ...string) string {
	return `(SELECT json_group_array(json_remove(value, '$.` + strings.Join(members, `', '$.`) + `')) FROM json_each(NULLIF(` + column + `, '')))`
}

// key is the column that names the account.
func (t *table) key() string {
	if t.name == "accounts" {
		return "id"
	}
	return "account"
}

// Counts are rows by the name of their table; tables without any are left out.
type Counts map[string]int

func (c Counts) add(table string, n int) {
	if n != 0 {
		c[table] += n
	}
}

// rowsOf counts the rows of an account.
func rowsOf(q database.Querier, accountID string) (Counts, error) {
	counts := make(Counts)
	for i := range tables {
		var n int
		if err := q.QueryRow(`SELECT count(*) FROM `+tables[i].name+` WHERE `+tables[i].key()+` = ?`, accountID).Scan(&n); err != nil {
			return nil, err
		}
		counts.add(tables[i].name, n)
	}
	return counts, nil
}
