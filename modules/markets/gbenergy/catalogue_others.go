package gbenergy

import (
	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/markets/supply"
)

var otherRules = []catalogue.Rule{
	example(ruleServicesWithoutCode, "customers.0.psr.0",
		`{"customers": [{"family_name": "O’Neill", "psr": [{"description": "Nebuliser in daily use"}]}]}`,
		`{"customers": [{"family_name": "O’Neill", "psr": [{"description": "Nebuliser in daily use", "gas_industry_code": "12"}]}]}`),
	under(`{"psr_codes": ["01", "12"]}`, example(ruleServicesCode, "customers.0.psr.0.gas_industry_code",
		`{"customers": [{"family_name": "O’Neill", "psr": [{"gas_industry_code": "21"}]}]}`,
		`{"customers": [{"family_name": "O’Neill", "psr": [{"gas_industry_code": "12"}]}]}`)),
	under(`{"affiliate_organisations": ["Quay Brokers"]}`, example(supply.RuleAffiliateNotFound, "commission_contracts.0.affiliate_organisation_name",
		commission("Quay brokers", `"unit_rate_uplift": "0.35"`), commission("Quay Brokers", `"unit_rate_uplift": "0.35"`))),
	example(ruleUpliftAndValue, "commission_contracts.0.value",
		commission("Quay Brokers", `"unit_rate_uplift": "0.35", "value": "0.35"`), commission("Quay Brokers", `"commission_type": "UNIT_RATE_UPLIFT", "value": "0.35"`)),
	example(ruleCommissionValue, "commission_contracts.0.value",
		commission("Quay Brokers", `"commission_type": "UNIT_RATE_UPLIFT"`), commission("Quay Brokers", `"unit_rate_uplift": "0.35"`)),
	example(ruleFeedInIncomplete, "fit.instruction_reference", feedInByBACS(`"vendor_name": "gocardless"`), feedInByBACS(`"vendor_name": "gocardless", "instruction_reference": "MD0001"`)),
	example(ruleOccupierDirectDebit, "dd_reference",
		`{"unknown_occupier": true, "customers": [], "dd_reference": "MD0001"}`, `{"dd_reference": "MD0001"}`),
	example(ruleCycleDay, "smart_read_cycle_day", `{"smart_read_cycle_day": 29}`, `{"smart_read_cycle_day": 28}`),
	example(ruleTaxYear, "warm_home_discount.0.tax_year", `{"warm_home_discount": [{"tax_year": "2023-24"}]}`, `{"warm_home_discount": [{"tax_year": "2023/24"}]}`),
}

func commission(organisation, members string) string {
	return `{"commission_contracts": [{"affiliate_organisation_name": "` + organisation + `", "mpxn": "1200022345676", "effective_from": "2022-04-01", "effective_to": "2024-04-01", "status": "PAYABLE", ` + members + `}]}`
}

func feedInByBACS(members string) string {
	return `{"fit": {"payment_method": "BACS", ` + members + `, "installations": [{"fit_id": "FIT00512345"}], "meters": [
		{"serial_number": "GEN0041", "type": "GENERATION", "last_billed_to_date": "2024-03-31", "transfer_reading": {"reading_date": "2024-03-31", "reading_value": "8123.5"}, "extensions": []}]}}`
}
