package book

import (
	"encoding/json/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// documented are the members of each object, by the member that holds it, as the account object has them. A number
// after a colon is the most characters.
var documented = map[string]string{
	"": `import_supplier:128 external_account_number:128 account_type unknown_occupier customers billing_name:510
		billing_sub_name:256 billing_attention_of:256 billing_customer_reference:256 billing_email:254 billing_address
		billing_address1:512 billing_address2:512 billing_address3:512 billing_address4:512 billing_address5:512
		billing_postcode:512 communication_preference document_accessibility language_preference sales_channel:128
		sales_subchannel:128 date_of_sale operations_team_name:128 transfer_balance ledgers last_billed_to_date
		last_payment_review_date next_bill_due_date notes statements payment_instructions payment_schedules
		payment_plans payment_promises references metadata consents debts dunning_path account_campaigns
		account_billing_options business portfolio ` + ledgerMembers,
	"account_billing_options": "period_length period_length_multiplier period_start_day period_start_month use_industry_billing",
	"business":                "company_name:255 company_number:100 business_type segment_name",
	"portfolio":               "billing_name portfolio_references portfolio_settings",
	"portfolio_settings": `collective_billing collective_payments delegate_billing_schedule_to_children
		send_collective_bill_constituent_messages`,
	"customers": `given_name:255 family_name:255 title:20 salutation:128 email:254 contact_emails mobile:32 landline:32
		alternative_phone_numbers date_of_birth pronouns label deceased user_identifier:128 unable_to_read_meters
		account_roles portfolio_roles credit_score credit_result credit_assessment_id credit_risk_bracket
		customer_preferences consents user_details metadata`,
	"alternative_phone_numbers": "phone_number:32",
	"customer_preferences": `opted_into_sms opted_into_whatsapp opted_into_recommended opted_into_updates
		opted_into_third_parties opted_into_offers opted_into_associated_companies is_user_psr_consent_obtained`,
	"user_details":                      "namespace value",
	"billing_address":                   "country street_address structured_street_address locality:512 dependent_locality:512 administrative_area:512 postal_code:512",
	"ledgers":                           "ledger_code:64 ledger_identifier identifiers ledger_balance " + ledgerMembers,
	"current_statement_transactions":    transactionMembers,
	"historical_statement_transactions": transactionMembers,
	"line_items": `start_date end_date number_of_units net_amount price_per_unit rate_band:64 rate_specification_code:64
		time_series_specification_code:64 units external_rate_identifier params`,
	"tax_items":            "amount tax_type:64 value_taxed rate unit_type params",
	"notes":                "body document_paths created_at unpin_at is_pinned is_archived external_id",
	"document_paths":       "document_path:1024",
	"statements":           "bill_period_from_date bill_period_to_date statement_id issued_date number gross_amount statement_path",
	"payment_instructions": "vendor:64 reference:512 type valid_from customer_reference:512 instruction_identifier ledger_code:64 use_for_scheduled_payments",
	"payment_schedules": `means start_date end_date amount trigger frequency day_of_month balance_threshold
		debt_repayment_element debt_repayment_end_date is_debt_repayment_plan exempt_from_payment_adequacy delay_days
		delay_strategy paid_by ledger_code standalone_payment_request_method_code instalments`,
	"instalments":          "amount payment_date payment_type",
	"payment_plans":        "accepted_at schedule_means strategy_name payments",
	"payments":             "payment_date total_amount amount_components",
	"amount_components":    "amount component_type:64",
	"payment_promises":     "amount payment_date ledger_code",
	"references":           "namespace:50 value:100",
	"portfolio_references": "namespace:50 value:100",
	"metadata":             "key:1024 value",
	"consents":             "type:64 value signed_at description:255",
	"debts":                "agency_name:256 start_date campaign notes:256 is_insolvent cais_reference aged_debt",
	"aged_debt":            "debt_amount due_date",
	"dunning_path":         "path_name:256 start_date",
	"account_campaigns":    "slug campaign_name campaign_note start_date expiry_date",
}

const ledgerMembers = `current_statement_transactions historical_statement_transactions last_statement_balance
	last_statement_closing_date last_statement_issue_date`

const transactionMembers = `transaction_id transaction_date amount type reason:64 display_note payment_type:64 reference
	product_code:64 line_items supply_point_identifier tax_items note billing_document_identifier
	to_prepay_meter_serial_number`

// free are the members whose content is the supplier's own.
var free = map[string]bool{"value": true, "params": true, "structured_street_address": true}

func TestMembersAreDocumented(t *testing.T) {
	limits := documentedLimits()
	each(t, func(t *testing.T, v view) {
		var root any
		if err := json.Unmarshal(v.Line.JSON, &root); err != nil {
			t.Fatal(err)
		}
		checkMembers(t, limits, "", root)
	})
}

// An envelope has its five members. The members that are imported later are those of the account. An instruction has
// only the members that identify it.
func TestMembersOfEnvelopesAreDocumented(t *testing.T) {
	limits := documentedLimits()
	limits["transactions"] = limits["current_statement_transactions"]
	limits["payment_instruction"] = map[string]int{"vendor": 64, "reference": 512, "type": 0}
	for _, e := range envelopes() {
		if e.Bare {
			continue
		}
		var members map[string]any
		if err := json.Unmarshal(e.Line.JSON, &members); err != nil {
			t.Fatal(err)
		}
		delete(members, "account")
		for name, member := range members {
			if !slices.Contains([]string{"notes", "transactions", "statements", "payment_instruction"}, name) {
				t.Errorf("%q is no member of an envelope", name)
			}
			if list, ok := member.([]any); ok && len(list) == 0 {
				t.Errorf("%q is empty", name)
			}
			checkMembers(t, limits, name, member)
		}
		if t.Failed() {
			t.Fatalf("%s", e.Line.JSON)
		}
	}
}

func documentedLimits() map[string]map[string]int {
	limits := map[string]map[string]int{}
	for object, members := range documented {
		limits[object] = map[string]int{}
		for _, member := range strings.Fields(members) {
			name, most, _ := strings.Cut(member, ":")
			limit := 0
			for _, digit := range most {
				limit = limit*10 + int(digit-'0')
			}
			limits[object][name] = limit
		}
	}
	return limits
}

func checkMembers(t *testing.T, limits map[string]map[string]int, object string, value any) {
	t.Helper()
	switch value := value.(type) {
	case nil:
		t.Errorf("null in %s", object)
	case string:
		if value == "" || strings.TrimSpace(value) != value {
			t.Errorf("%q in %s", value, object)
		}
	case []any:
		for _, element := range value {
			checkMembers(t, limits, object, element)
		}
	case map[string]any:
		for name, member := range value {
			limit, known := limits[object][name]
			if !known {
				t.Errorf("%q in %q is not documented", name, object)
			}
			if text, ok := member.(string); ok && limit > 0 && utf8.RuneCountInString(text) > limit {
				t.Errorf("%s is longer than %d: %q", name, limit, text)
			}
			if !free[name] {
				checkMembers(t, limits, name, member)
			}
		}
	}
}
