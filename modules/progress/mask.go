package progress

import (
	"bytes"
	"encoding/json/jsontext"
	"errors"
	"io"
	"strings"

	"dataimport/views"
)

// maskText returns a text, masked for a reader who may not see personal data.
func (v *pageRequest) maskText(text string) string {
	if text == "" || v.seesPersonalData() {
		return text
	}
	return views.Masked
}

// impersonalMembers are the members of accounts whose values do not identify a person. All others
// are masked. A member that is added later, here or by a market, is thus masked until it is added
// to this list.
var impersonalMembers = newSet(`account_type amount amount_components balance_threshold bill_period_from_date bill_period_to_date
	billing_document_identifier campaign_name communication_preference component_type country created_at
	current_statement_transactions date_of_sale day_of_month debt_amount debt_repayment_element debt_repayment_end_date delay_days
	delay_strategy document_accessibility due_date end_date exempt_from_payment_adequacy external_account_number
	external_rate_identifier frequency gross_amount import_supplier is_archived is_debt_repayment_plan is_pinned issued_date
	language_preference last_billed_to_date last_payment_review_date last_statement_balance last_statement_closing_date
	last_statement_issue_date ledger_balance ledger_code means net_amount next_bill_due_date number_of_units
	operations_team_name path_name payment_date payment_type period_length period_length_multiplier period_start_day
	period_start_month price_per_unit product_code rate rate_band rate_specification_code reason sales_channel sales_subchannel
	schedule_means segment_name start_date statement_id strategy_name tax_type time_series_specification_code total_amount
	transaction_date transaction_id transfer_balance trigger type unit_type unknown_occupier unpin_at
	use_for_scheduled_payments valid_from value_taxed vendor`)

// freeMembers are the members in which senders may put any data. All data in them is masked,
// whatever its name.
var freeMembers = newSet(`metadata value params transaction_data results user_details portfolio_settings`)

func newSet(words string) map[string]bool {
	all := make(map[string]bool)
	for _, word := range strings.Fields(words) {
		all[word] = true
	}
	return all
}

// maskJSON returns a payload whose values are masked, except those of impersonal members. The names
// of members stay, documented or not, because a name is the sender's word for a kind of data.
func maskJSON(payload []byte) ([]byte, error) {
	var out bytes.Buffer
	in, to := jsontext.NewDecoder(bytes.NewReader(payload), jsontext.AllowDuplicateNames(true)), jsontext.NewEncoder(&out, jsontext.AllowDuplicateNames(true))
	member, outer, inFree := "", []string(nil), 0
	for {
		token, err := in.ReadToken()
		if errors.Is(err, io.EOF) {
			return out.Bytes(), nil
		}
		if err != nil {
			return nil, err
		}
		switch token.Kind() {
		case '{', '[':
			outer = append(outer, member)
			if freeMembers[member] {
				inFree++
			}
		case '}', ']':
			member, outer = outer[len(outer)-1], outer[:len(outer)-1]
			if freeMembers[member] {
				inFree--
			}
		case '"', '0', 't', 'f':
			kind, length := in.StackIndex(in.StackDepth())
			if kind == '{' && length%2 == 1 { // a name
				member = token.String()
			} else if inFree > 0 || !impersonalMembers[member] {
				token = jsontext.String(views.Masked)
			}
		}
		if err := to.WriteToken(token); err != nil {
			return nil, err
		}
	}
}

// maskTree masks the value of a member that is not within a free member.
func maskTree(member string, v any) any {
	return maskValue(member, v, false)
}

func maskValue(member string, v any, inFree bool) any {
	switch v := v.(type) {
	case nil:
		return nil
	case map[string]any:
		members := make(map[string]any, len(v))
		for name := range v {
			members[name] = maskValue(name, v[name], inFree || freeMembers[member])
		}
		return members
	case []any:
		list := make([]any, len(v))
		for i := range v {
			list[i] = maskValue(member, v[i], inFree || freeMembers[member])
		}
		return list
	}
	if impersonalMembers[member] && !inFree {
		return v
	}
	return views.Masked
}
