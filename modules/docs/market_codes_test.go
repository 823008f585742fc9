package docs_test

import (
	"slices"
	"strings"
	"testing"
)

// sharedCodes are the codes, by area, that the descriptions of gb-energy and au-energy have in
// common.
var sharedCodes = map[string]string{
	"Addresses": `duplicate_supply_addresses_found unbilled_former_supply_address supply_addresses_provided_while_skip_property_creation_enabled
		supply_points_provided_while_skip_supply_point_creation_enabled supply_points_not_provided_while_skip_supply_point_creation_disabled
		both_landlord_details_and_property_administrators_provided multiple_property_administrators invalid_postcode`,
	"Account": `portfolio_lead_has_a_supply_address system_account_has_a_supply_address occupier_account_with_multiple_supply_addresses
		cannot_determine_responsible_for_billing_from_date unknown_ledger_identifiers`,
	"Points": `invalid_supply_point_identifier duplicate_meter_points_provided duplicate_meter_points_on_different_supply_addresses_provided
		no_supply_point_on_supply loss_in_progress future_supply_start_date meter_point_with_no_meters market_participant_not_found`,
	"Agreements": `meter_point_with_no_agreement meterpoint_with_agreement_not_on_supply no_agreement_covering_last_billed_to_date gaps_or_overlaps_in_agreement_dates
		agreement_start_date_before_supply_start_date tariff_code_not_found product_code_does_not_exist characteristic_code_not_found invalid_characteristic_value
		children_with_duplicate_values invalid_portfolio_number agreement_business_contract_identifier_not_declared supply_charge_line_items_not_covered_by_single_agreement`,
	"Billed to": `last_billed_to_date_not_found last_billed_to_date_on_new_meter billed_reading_after_last_billed_to_date`,
	"Readings": `transfer_reading_dates_must_match_last_billed_to_date missing_transfer_reading_for_register multiple_transfer_readings_for_register
		active_gas_meter_without_transfer_reading active_gas_meter_with_multiple_transfer_readings reading_meter_fully_billed no_transfer_reading_on_exchanged_meter
		no_reading_on_removed_on no_reading_on_supply_end_date reading_without_register_id reading_register_id_not_recognised no_register_id_for_reading
		historical_reading_register_id_not_recognised`,
	"Meters": `meter_with_duplicate_register_ids`,
	"Others": `affiliate_organisation_does_not_exist metadata_has_duplicate_keys`,
}

// ownCodes are the codes of one market alone.
var ownCodes = map[string]map[string]string{
	"gb-energy": {
		"Account":    `dd_reference_for_occupier_account invalid_day_of_month incorrect_format_for_tax_year`,
		"Points":     `erroneous_transfer_not_in_progress disputed_read_in_progress`,
		"Agreements": `business_fields_provided_for_domestic_accounts duplicate_bespoke_rates no_register_id_or_rate_type_provided_for_bespoke_elec_rate`,
		"Meters": `registers_missing_for_active_electricity_meter registers_have_duplicate_tprs tpr_not_found missing_eacs_for_active_register_tpr repeated_eac_for_tpr
			no_current_or_future_aq_entry_found gaps_or_overlaps_in_aq_history multiple_open_ended_aqs_in_meterpoint_aq_history gaps_or_overlaps_in_periods
			zero_length_periods configuration_period_starts_in_future latest_configuration_period_not_open_ended agents_and_mpids_to_appoint_provided`,
		"Prepay, smart": `prepay_details_on_non_prepay_meter prepay_details_on_fully_billed_meter electricity_prepay_meter_without_customer_reference_number
			invalid_prepay_customer_reference_number transfer_vend_read_date_must_match_last_billed_to_date transactions_target_non_initialised_prepay_meter
			smart_details_provided_for_non_smart_meter future_smart_meter_commission_date smart_refusal_reason_given_for_interest`,
		"Tax":     `tax_exemptions_provided_for_domestic_account start_date_same_as_end_date multiple_open_ended_tax_exemptions overlapping_effective_dates_for_tax_exemptions`,
		"Others":  `psr_industry_code_not_provided psr_invalid_industry_code uplift_and_value_conflict commission_type_requires_value payment_instruction_details_incomplete`,
		"Billing": `account_billing_options_provided_for_domestic_accounts next_bill_to_date_not_provided_for_quarterly_billing`,
	},
	"au-energy": {
		"Account": `account_contracts_without_supply_points term_supply_type_mismatch contract_term_product_code_not_in_agreements duplicate_contract_identifiers
			contract_versions_does_not_include_current account_billing_options_period_start_month_required`,
		"Ledgers":  `historical_statement_transactions_require_last_statement_closing_date`,
		"Payments": `invalid_payment_instruction card_details_not_provided_for_card_payment_instruction invalid_sort_code field_required_for_hardship invalid_payment_frequency_multiplier invalid_dates`,
		"Points":   `one_current_data required_transfer_readings field_required_for_fuel_type`,
		"People": `life_support_for_more_than_one_address details_required_for_other_life_support_equipment validation_failure_reason_required too_many_current_concession_cards
			invalid_concession_cards_dates hardship_agreement_end_date_not_set_with_exit_reason missing_hardship_agreement_exit_reason_details`,
	},
}

// Each code of a market's description has an example from that market, which shows that it is
// raised there. A code of one market has none from the other.
func TestTheMarketsRaiseTheCodesOfTheirDescriptions(t *testing.T) {
	shown := make(map[string][]string) // markets by code
	for _, r := range newFixture(t).Rules {
		for _, x := range r.Examples {
			shown[r.Code] = append(shown[r.Code], x.Market)
		}
	}
	for market, own := range ownCodes {
		number := 0
		for _, areas := range []map[string]string{sharedCodes, own} {
			for area, codes := range areas {
				for code := range strings.FieldsSeq(codes) {
					number++
					if withoutExample[code] == "" && !slices.Contains(shown[code], market) {
						t.Errorf("%s, %s: no example breaks %s", market, area, code)
					}
				}
			}
		}
		t.Logf("%s: %d codes", market, number)
		for other, codes := range ownCodes {
			for area, list := range codes {
				for code := range strings.FieldsSeq(list) {
					if other != market && code != "start_date_same_as_end_date" && slices.Contains(shown[code], market) {
						t.Errorf("%s, %s: %s raises %s, too", other, area, market, code)
					}
				}
			}
		}
	}
}
