package kindtest

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"
)

// Told fails the test unless the detail of each fault tells a person enough, and holds no
// personal value of the document. privacy is that of the document.
func Told(t testing.TB, privacy payload.Privacy, document string, faults fault.List) {
	t.Helper()
	if len(faults) == 0 {
		return
	}
	var v values
	v.sort(privacy, parse(t, document))
	secrets := slices.DeleteFunc(v.personal, func(secret string) bool {
		return slices.ContainsFunc(v.impersonal, func(value string) bool { return strings.Contains(value, secret) })
	})
	for i, f := range faults {
		said := listed.ReplaceAllString(f.Detail, "")
		if i == 100 { // the further faults are of many similar items
			return
		}
		for _, side := range sides[f.Code] {
			if !side.MatchString(f.Detail) && !strings.HasSuffix(f.Attr, "date_of_birth") {
				t.Errorf("%s %s: the detail does not match %s: %s", f.Code, f.Attr, side, f.Detail)
			}
		}
		for _, secret := range secrets {
			if strings.Contains(said, secret) || isNumber(secret) && strings.Contains(digits(said), digits(secret)) {
				t.Errorf("%s %s: %q is given away: %s", f.Code, f.Attr, secret, f.Detail)
			}
		}
	}
}

// listed matches the choices of a member in a detail.
var listed = regexp.MustCompile(` is none of [^:]*:`)

// The two sides of values that contradict each other.
var (
	twoDates   = regexp.MustCompile(`\d{4}-\d\d-\d\d.*\d{4}-\d\d-\d\d`)
	oneDate    = regexp.MustCompile(`\d{4}-\d\d-\d\d`)
	difference = regexp.MustCompile(`\d.* but .*\d.*: a difference of -?\d[\d.]*\.$`)
	otherPlace = regexp.MustCompile(`\b([a-z_]+\.)*[a-z_]+\.\d+`)
	value      = regexp.MustCompile(`^(“.*”|-?\d+ is out|A value of the form “.*”|This value is|This number is)`)
)

// sides are the texts that the details of a code must contain.
var sides = map[string][]*regexp.Regexp{
	"balance_mismatch_on_ledger_balance":                                                {difference},
	"balance_mismatch_on_transfer_balance":                                              {difference},
	"historical_statement_transactions_balance_mismatch":                                {difference},
	"ledger_balances_not_equal_to_transfer_balance":                                     {difference},
	"payment_instalments_do_not_sum_to_total":                                           {difference},
	"payment_plan_payment_components_do_not_sum_to_total":                               {difference},
	"ledger_transaction_amount_does_not_match_with_line_item_net_amount_and_tax_amount": {difference},
	"incorrect_line_item_net_amount":                                                    {difference},

	"transaction_in_future": {twoDates},
	"historical_statement_transaction_after_current_statement_transaction": {twoDates},
	"historical_statement_transaction_after_last_statement_closing_date":   {twoDates},
	"current_statement_transaction_before_current_statement_opening_date":  {twoDates},
	"current_statement_transaction_before_last_billed_to_date":             {twoDates},
	"last_statement_issued_before_closing_date":                            {twoDates},
	"historical_statement_period_end_in_future":                            {twoDates},
	"start_date_later_than_end_date":                                       {twoDates},
	"start_date_same_as_end_date":                                          {oneDate},
	"date_in_future":                                                       {twoDates},
	"date_in_past":                                                         {twoDates},
	"last_payment_review_date_is_future_dated":                             {twoDates},
	"note_unpin_at_earlier_than_creation_date":                             {twoDates},
	"debt_repayment_end_date_after_schedule_end_date":                      {twoDates},
	"payment_instalments_date_outside_of_payment_schedule_active_period":   {twoDates},
	"payment_schedule_date_overlaps":                                       {twoDates, otherPlace},
	"payment_schedule_date_gaps":                                           {twoDates, otherPlace},
	"multiple_open_ended_payment_schedules":                                {otherPlace},
	"payment_schedules_ledger_code_uniformity_failed":                      {otherPlace},
	"payment_instructions_ledger_code_uniformity_failed":                   {otherPlace},
	"payment_plan_and_payment_schedule_not_allowed_on_same_ledger":         {otherPlace},
	"supply_point_identifier_required_for_rate_specification_code":         {otherPlace},
	"duplicate_transaction_ids":                                            {otherPlace},
	"duplicate_ledger_entries_found":                                       {otherPlace},
	"duplicate_identifiers_entries_found":                                  {otherPlace},
	"duplicate_portfolio_references":                                       {otherPlace},
	"duplicate_payment_component_combinations":                             {otherPlace},
	"duplicate_account_campaigns":                                          {otherPlace},
	"inconsistent_campaign_identifiers":                                    {otherPlace},
	"children_with_duplicate_values":                                       {otherPlace},
	"metadata_has_duplicate_keys":                                          {otherPlace},
	"reference_already_exists":                                             {otherPlace},
	"repeated_values_for_unique_customer_detail_namespace":                 {otherPlace},
	"historical_statement_already_exists":                                  {otherPlace},

	"invalid_choice":             {value},
	"invalid_country":            {value},
	"invalid_date":               {value},
	"invalid_datetime":           {value},
	"invalid_decimal":            {value},
	"out_of_range":               {value},
	"ledger_code_does_not_exist": {value},
}

// values are the texts of a document.
type values struct{ impersonal, personal []string }

// sort adds the texts in node, whose privacy is given. The local part of an e-mail address is as
// personal as the address.
func (v *values) sort(privacy payload.Privacy, node any) {
	switch node := node.(type) {
	case map[string]any:
		for name, value := range node {
			v.sort(privacy.Member(name), value)
		}
	case []any:
		for _, item := range node {
			v.sort(privacy.Item(), item)
		}
	case string:
		text := strings.TrimSpace(node)
		if privacy.IsImpersonal() {
			v.impersonal = append(v.impersonal, text)
		}
		if privacy.IsImpersonal() || strings.Contains(strings.ToLower(text), "occupier") {
			break
		}
		local, _, _ := strings.Cut(text, "@")
		for _, secret := range []string{text, local} {
			if utf8.RuneCountInString(secret) > 5 { // a shorter value may occur in any sentence
				v.personal = append(v.personal, secret)
			}
		}
	}
}

func isNumber(s string) bool {
	return len(digits(s)) > 5 && !strings.ContainsFunc(s, unicode.IsLetter)
}

func digits(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsDigit(r) {
			return r
		}
		return -1
	}, s)
}
