package docs_test

import (
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// contract lists the codes of faults that the description of the account object promises,
// by their areas.
const contract = `
balance_mismatch_on_transfer_balance historical_statement_transactions_balance_mismatch
ledger_balances_not_equal_to_transfer_balance payment_instalments_do_not_sum_to_total
payment_plan_payment_components_do_not_sum_to_total
ledger_transaction_amount_does_not_match_with_line_item_net_amount_and_tax_amount incorrect_line_item_net_amount

duplicate_transaction_ids missing_transaction_id transaction_in_future
historical_statement_transaction_after_current_statement_transaction
historical_statement_transaction_after_last_statement_closing_date
historical_statement_transactions_without_last_statement_closing_date_or_last_billed_to_date
current_statement_transaction_before_current_statement_opening_date current_statement_transaction_before_last_billed_to_date
billing_document_identifier_not_allowed_for_current_statement_transactions
historical_statement_billing_document_identifier_mismatch conflicting_rate_band_specification line_item_units_must_be_two_values
supply_point_identifier_required_for_rate_specification_code

last_statement_issued_before_closing_date historical_statement_period_end_in_future historical_statement_already_exists
path_does_not_exist_in_file_store invalid_document_path

duplicate_ledger_entries_found duplicate_identifiers_entries_found ledger_code_does_not_exist ledgers_and_flat_fields_both_provided

customer_with_unknown_occupier contact_details_for_occupier customer_may_not_be_named_the_occupier customer_family_name_required
customer_given_name_required business_account_missing_customers invalid_phone_number invalid_email possible_test_email_address
internal_email_address billing_email_not_valid date_in_future customer_has_exclusive_role_conflict required_user_role
customer_details_and_user_details_both_provided customer_detail_not_registered customer_detail_incorrect_value_type
customer_detail_failed_validation required_customer_details_namespace_missing repeated_values_for_unique_customer_detail_namespace
fields_are_mutually_exclusive field_not_enabled children_with_duplicate_values

multiple_account_types_selected managed_accounts_are_not_allowed business_field_required missing_contract_identifier
business_information_not_required_if_linking_via_contract business_information_required_if_not_linking_via_contract
business_detail_incorrect_value_type business_detail_failed_validation portfolio_references_provided

debt_and_debts_are_defined debt_collection_agency_does_not_exist cais_references_not_supported dunning_path_not_found
invalid_reference_namespace campaign_not_found partner_organisation_does_not_exist operations_team_provided_when_using_auto_allocation

invalid_postcode invalid_address billing_address_new_style_and_legacy invalid_delivery_point_identifier invalid_country

business_fields_provided_for_domestic_accounts invalid_company_number portfolio_settings_included_when_not_lead
duplicate_portfolio_references portfolio_references_missing account_billing_options_provided_for_domestic_accounts
account_billing_options_period_data_required account_billing_options_industry_billing_with_period_data
next_bill_to_date_not_provided_for_quarterly_billing

zero_payment_schedule_amount fixed_payment_schedule_missing_frequency fixed_payment_schedule_missing_day_of_month
invalid_payment_day_for_payment_schedule balance_triggered_schedule_missing_threshold debt_repayment_missing_end_date
debt_repayment_end_date_after_schedule_end_date payment_instalments_not_provided
payment_instalments_date_outside_of_payment_schedule_active_period payment_schedule_delay_must_have_bill_trigger
payment_schedule_delay_strategy_missing_delay_days invalid_payment_schedule_to_exempt_from_payment_adequacy
multiple_open_ended_payment_schedules payment_schedule_date_overlaps payment_schedule_date_gaps
payment_schedules_ledger_code_uniformity_failed payment_instructions_ledger_code_uniformity_failed
payment_plan_and_payment_schedule_not_allowed_on_same_ledger duplicate_payment_component_combinations

start_date_later_than_end_date start_date_same_as_end_date date_in_past last_payment_review_date_is_future_dated

note_body_or_document_path_not_found note_unpin_at_earlier_than_creation_date metadata_has_duplicate_keys reference_already_exists
campaign_name_and_slug_provided campaign_name_or_slug_not_provided duplicate_account_campaigns inconsistent_campaign_identifiers
debt_collection_agency_name_required cais_reference_already_in_use_on_another_account

operations_team_name_does_not_exist operations_team_should_be_provided import_supplier_not_found import_supplier_migration_not_ongoing

required unknown_field null_not_allowed invalid_type invalid_choice invalid_date invalid_datetime invalid_decimal too_long
too_many_items out_of_range malformed_json mutually_exclusive_field_required`

func TestTheCatalogueHasTheCodesOfTheContract(t *testing.T) {
	o := newFixture(t)
	for code := range strings.FieldsSeq(contract) {
		if !slices.ContainsFunc(o.Rules, func(r rule) bool { return r.Code == code }) {
			t.Errorf("%s is not described", code)
		}
	}
}

// beyond are the codes and statuses of addresses without an operation.
var beyond = []string{"not_found 404", "method_not_allowed 405"}

// named finds the codes that a response of the interface's document names.
var named = regexp.MustCompile("`([a-z_]+)`")

// The catalogue and the interface's document have the same codes, with the same statuses.
func TestTheStatusesAreThoseOfTheDocument(t *testing.T) {
	o := newFixture(t)
	var document struct {
		Paths map[string]map[string]struct {
			Responses map[string]struct {
				Description string `json:"description"`
			} `json:"responses"`
		} `json:"paths"`
	}
	o.Get("", "/v1/data-import/openapi.json").Expect(http.StatusOK).Decode(&document)
	got, want := slices.Clone(beyond), []string{}
	for _, operations := range document.Paths {
		for _, operation := range operations {
			for status, response := range operation.Responses {
				for _, code := range named.FindAllStringSubmatch(response.Description, -1) {
					got = append(got, code[1]+" "+status)
				}
			}
		}
	}
	for _, r := range o.Rules {
		for _, status := range r.Statuses {
			if status != http.StatusOK { // a GraphQL error has the status 200
				want = append(want, r.Code+" "+strconv.Itoa(status))
			}
		}
	}
	slices.Sort(got)
	slices.Sort(want)
	if got = slices.Compact(got); !slices.Equal(got, want) {
		t.Errorf("the document has\n  %s\nthe catalogue has\n  %s", strings.Join(got, "\n  "), strings.Join(want, "\n  "))
	}
}
