package accounts

import (
	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/settings"
)

// BillingOptions say how often an account is billed: as its industry bills, or in periods
// of its own.
type BillingOptions struct {
	PeriodLength           PeriodLength `json:"period_length,omitzero" rule:"nullable,impersonal"`
	PeriodLengthMultiplier int          `json:"period_length_multiplier,omitzero" rule:"nullable,range=1..1000,impersonal,doc=How many lengths make a period; 1 where it is left out."`
	PeriodStartDay         int          `json:"period_start_day,omitzero" rule:"nullable,range=1..28,impersonal"`
	PeriodStartMonth       int          `json:"period_start_month,omitzero" rule:"nullable,range=1..12,impersonal"`
	UseIndustryBilling     *bool        `json:"use_industry_billing,omitzero" rule:"impersonal"`
}

// PeriodLength is the unit of a billing period.
type PeriodLength string

// The lengths of billing periods.
const (
	Monthly   PeriodLength = "MONTHLY"
	Quarterly PeriodLength = "QUARTERLY"
)

// Choices are all lengths.
func (PeriodLength) Choices() []string { return []string{string(Monthly), string(Quarterly)} }

func checkBillingOptions(c *Core, kind Type, f *account.Facts, at *fault.At) {
	o := c.AccountBillingOptions
	if o == nil {
		return
	}
	checkBillingOptionsAllowed(kind, f, at)
	place := at.Field("account_billing_options")
	checkBillingPeriodComplete(o, &place)
	checkIndustryBilling(o, &place)
	checkNextQuarterlyBill(c, f, at)
	checkStartMonth(o, f, &place)
}

var ruleBillingOptionsOfDomestic = catalogue.Rule{
	Code: "account_billing_options_provided_for_domestic_accounts", Area: areaBusiness, Market: settings.GBEnergy,
	Meaning: "A domestic account has billing options.",
	Remedy:  "Leave account_billing_options out, or correct account_type.",
	Attr:    "account_billing_options",
	Bad:     `{"account_type": "DOMESTIC", "account_billing_options": {"use_industry_billing": true}}`,
	Good:    `{"account_type": "BUSINESS", "account_billing_options": {"use_industry_billing": true}}`,
}

// checkBillingOptionsAllowed: in the market gb-energy, a domestic account has no billing
// options.
func checkBillingOptionsAllowed(kind Type, f *account.Facts, at *fault.At) {
	if kind.isDomestic() && f.Market() == settings.GBEnergy {
		at.AddAt("account_billing_options", ruleBillingOptionsOfDomestic.Code,
			"An account of type "+string(kind)+" has no billing options: leave them out, or correct account_type.")
	}
}

var ruleBillingPeriodRequired = catalogue.Rule{
	Code: "account_billing_options_period_data_required", Area: areaBusiness,
	Meaning: "An account that is not billed as its industry does lacks the length of its billing periods or the day on which they start.",
	Remedy:  "Add period_length and period_start_day, or set use_industry_billing.",
	Attr:    "account_billing_options.period_start_day",
	Bad:     `{"account_type": "BUSINESS", "account_billing_options": {"period_length": "MONTHLY"}}`,
	Good:    `{"account_type": "BUSINESS", "account_billing_options": {"period_length": "MONTHLY", "period_start_day": 1}}`,
}

// checkBillingPeriodComplete: billing periods of the account's own have a length and a
// start day. The multiplier is 1 where it is left out. The start month is the month of
// the next bill where it is left out.
func checkBillingPeriodComplete(o *BillingOptions, at *fault.At) {
	const detail = " is needed to know when bills are due, unless use_industry_billing is true."
	if is(o.UseIndustryBilling) || !at.CleanAt("use_industry_billing") {
		return
	}
	if o.PeriodLength == "" && at.CleanAt("period_length") {
		at.AddAt("period_length", ruleBillingPeriodRequired.Code, "A period_length"+detail)
	}
	if o.PeriodStartDay == 0 && at.CleanAt("period_start_day") {
		at.AddAt("period_start_day", ruleBillingPeriodRequired.Code, "A period_start_day"+detail)
	}
}

var ruleIndustryBillingWithPeriod = catalogue.Rule{
	Code: "account_billing_options_industry_billing_with_period_data", Area: areaBusiness,
	Meaning: "An account that is billed as its industry does has billing periods of its own.",
	Remedy:  "Leave out use_industry_billing, or all members that begin with period_.",
	Attr:    "account_billing_options.use_industry_billing",
	Bad:     `{"account_type": "BUSINESS", "account_billing_options": {"use_industry_billing": true, "period_start_day": 1}}`,
	Good:    `{"account_type": "BUSINESS", "account_billing_options": {"use_industry_billing": true}}`,
}

// checkIndustryBilling: an account that is billed as its industry bills has no periods
// of its own.
func checkIndustryBilling(o *BillingOptions, at *fault.At) {
	if period := o.periodMember(); is(o.UseIndustryBilling) && period != "" {
		at.AddAt("use_industry_billing", ruleIndustryBillingWithPeriod.Code,
			"use_industry_billing is true, and there is a "+period+" too: leave out what says of its own when bills are due, or use_industry_billing.")
	}
}

// periodMember returns the name of the first member that sets the account's own billing
// periods, empty for none.
func (o *BillingOptions) periodMember() string {
	switch {
	case o.PeriodLength != "":
		return "period_length"
	case o.PeriodLengthMultiplier != 0:
		return "period_length_multiplier"
	case o.PeriodStartDay != 0:
		return "period_start_day"
	case o.PeriodStartMonth != 0:
		return "period_start_month"
	}
	return ""
}

var ruleQuarterlyWithoutNextBill = catalogue.Rule{
	Code: "next_bill_to_date_not_provided_for_quarterly_billing", Area: areaBusiness, Market: settings.GBEnergy,
	Meaning: "Bills come every quarter, and nothing says in which month the next one does.",
	Remedy:  "Add next_bill_due_date to the account.",
	Attr:    "next_bill_due_date",
	Bad:     `{"account_type": "BUSINESS", "account_billing_options": {"period_length": "QUARTERLY", "period_start_day": 1}}`,
	Good: `{"account_type": "BUSINESS", "account_billing_options": {"period_length": "QUARTERLY", "period_start_day": 1},
		"next_bill_due_date": "2024-04-01"}`,
}

// checkNextQuarterlyBill: in the market gb-energy, an account with quarterly bills has the
// date of the next bill, since no other member gives the month of the quarter in which
// bills come.
func checkNextQuarterlyBill(c *Core, f *account.Facts, at *fault.At) {
	if f.Market() == settings.GBEnergy && c.AccountBillingOptions.PeriodLength == Quarterly && c.NextBillDueDate == 0 && at.CleanAt("next_bill_due_date") {
		at.AddAt("next_bill_due_date", ruleQuarterlyWithoutNextBill.Code, "The period_length is QUARTERLY, and then the account needs next_bill_due_date: nothing else tells in which month of the quarter its bills come.")
	}
}

var ruleStartMonthRequired = catalogue.Rule{
	Code: "account_billing_options_period_start_month_required", Area: areaBusiness, Market: settings.AUEnergy,
	Meaning: "Billing periods are longer than a month, and nothing says in which month they start.",
	Remedy:  "Add period_start_month.",
	Attr:    "account_billing_options.period_start_month",
	Bad:     `{"account_billing_options": {"period_length": "QUARTERLY", "period_start_day": 1}}`,
	Good:    `{"account_billing_options": {"period_length": "QUARTERLY", "period_start_day": 1, "period_start_month": 7}}`,
}

// checkStartMonth: in the market au-energy, billing periods that are longer than a month have
// the month in which they start.
func checkStartMonth(o *BillingOptions, f *account.Facts, at *fault.At) {
	long := o.PeriodLength == Quarterly || o.PeriodLengthMultiplier > 1
	if f.Market() == settings.AUEnergy && long && o.PeriodStartMonth == 0 && at.CleanAt("period_start_month") {
		at.AddAt("period_start_month", ruleStartMonthRequired.Code, "The billing periods are longer than a month, and then period_start_month is needed: add the month in which they start.")
	}
}
