package gbenergy

import (
	"regexp"
	"strconv"

	"encoding/json"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/settings"
	"dataimport/modules/markets/supply"
)

const areaOthers = "Supply of energy"

var (
	ruleFeedInIncomplete = catalogue.Rule{
		Code: "payment_instruction_details_incomplete", Area: areaOthers,
		Meaning: "What is fed into the grid is paid by BACS, and the vendor or the reference of the instruction is missing.",
		Remedy:  "Add vendor_name and instruction_reference.",
	}
	ruleUpliftAndValue = catalogue.Rule{
		Code: "uplift_and_value_conflict", Area: areaOthers,
		Meaning: "A commission contract has both an uplift and value, which is the old form of the same.",
		Remedy:  "Leave value and commission_type out.",
	}
	ruleCommissionValue = catalogue.Rule{
		Code: "commission_type_requires_value", Area: areaOthers,
		Meaning: "A commission contract has commission_type without value.",
		Remedy:  "Add value, or use unit_rate_uplift alone.",
	}
	ruleServicesWithoutCode = catalogue.Rule{
		Code: "psr_industry_code_not_provided", Area: areaOthers,
		Meaning: "A record of the Priority Services Register has no code of either industry.",
		Remedy:  "Add elec_industry_code or gas_industry_code.",
	}
	ruleServicesCode = catalogue.Rule{
		Code: "psr_invalid_industry_code", Area: areaOthers,
		Meaning: "A code of the Priority Services Register is not on the supplier's closed list psr_codes.",
		Remedy:  "Correct the code, or have the operator add it to the list.",
	}
	ruleOccupierDirectDebit = catalogue.Rule{
		Code: "dd_reference_for_occupier_account", Area: areaOthers,
		Meaning: "The occupier is unknown, and the account has a direct debit.",
		Remedy:  "Leave dd_reference out, or name the customer.",
	}
	ruleCycleDay = catalogue.Rule{
		Code: "invalid_day_of_month", Area: areaOthers,
		Meaning: "The day on which a smart meter is read is none that every month has.",
		Remedy:  "Use a day from 1 to 28.",
	}
	ruleTaxYear = catalogue.Rule{
		Code: "incorrect_format_for_tax_year", Area: areaOthers,
		Meaning: "A tax year is not written as YYYY/YY.",
		Remedy:  "Write it like 2023/24.",
	}
)

// checkServices: a record of the Priority Services Register has a listed code.
func checkServices(value any, f *account.Facts, psr *fault.At) {
	supply.EachOf(value, psr, func(o supply.Object, at *fault.At) {
		if !o.Has("elec_industry_code") && !o.Has("gas_industry_code") && at.Clean() {
			at.Add(ruleServicesWithoutCode.Code, "This record has no code of either industry: add elec_industry_code or gas_industry_code.")
		}
		for _, member := range [...]string{"elec_industry_code", "gas_industry_code"} {
			supply.CheckListed(f, settings.PriorityServiceCodes, o, member, ruleServicesCode.Code, at)
		}
		supply.CheckMoments(o, "effective_from", "effective_to", at)
	})
}

// lastCycleDay is the last day that every month has.
const lastCycleDay = 28

func checkCycleDay(value any, at *fault.At) {
	day, isNumber := value.(json.Number)
	n, err := strconv.Atoi(day.String())
	if isNumber && at.Clean() && (err != nil || n < 1 || n > lastCycleDay) {
		at.Add(ruleCycleDay.Code, "This must be a day from 1 to 28, which every month has.")
	}
}

var taxYear = regexp.MustCompile(`^[0-9]{4}/[0-9]{2}$`)

func checkDiscounts(value any, discounts *fault.At) {
	supply.EachOf(value, discounts, func(o supply.Object, at *fault.At) {
		if year := o.Text("tax_year"); year != "" && !taxYear.MatchString(year) && at.CleanAt("tax_year") {
			at.AddAt("tax_year", ruleTaxYear.Code, "This is not a tax year: write it like 2023/24.")
		}
	})
}

func checkCommissions(value any, f *account.Facts, contracts *fault.At) {
	supply.EachOf(value, contracts, func(o supply.Object, at *fault.At) {
		supply.CheckPeriod(o, "effective_from", "effective_to", at)
		supply.CheckListed(f, settings.AffiliateOrganisations, o, "affiliate_organisation_name", supply.RuleAffiliateNotFound.Code, at)
		switch {
		case o.Has("value") && (o.Has("unit_rate_uplift") || o.Has("standing_charge_uplift")):
			at.AddAt("value", ruleUpliftAndValue.Code, "There is an uplift beside this, which is the old form of the same: leave this out, and commission_type.")
		case o.Has("commission_type") && !o.Has("value"):
			at.AddAt("value", ruleCommissionValue.Code, "A contract with commission_type needs its value: add it.")
		}
	})
}

// checkFeedIn: a payment by BACS names the instruction that is paid to.
func checkFeedIn(value any, at *fault.At) {
	fit, _ := value.(map[string]any)
	o := supply.Object(fit)
	if o.Text("payment_method") != "BACS" {
		return
	}
	for _, member := range [...]string{"vendor_name", "instruction_reference"} {
		if !o.Has(member) && at.CleanAt(member) {
			at.AddAt(member, ruleFeedInIncomplete.Code, "A payment by BACS needs vendor_name and instruction_reference: add this.")
			return
		}
	}
}

func checkDirectDebit(f *account.Facts, at *fault.At) {
	if f.UnknownOccupier {
		at.Add(ruleOccupierDirectDebit.Code, "The occupier is unknown and pays by no direct debit: leave this out, or name the customer.")
	}
}
