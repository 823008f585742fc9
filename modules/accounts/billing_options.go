package accounts

import "dataimport/modules/kit/domain/fault"

// BillingOptions are how often an account is billed: as its industry does, or in
// periods of its own.
type BillingOptions struct {
	PeriodLength           PeriodLength `json:"period_length,omitzero"`
	PeriodLengthMultiplier int          `json:"period_length_multiplier,omitzero" rule:"range=1..1000,doc=How many lengths make a period; 1 where it is left out."`
	PeriodStartDay         int          `json:"period_start_day,omitzero" rule:"range=1..28"`
	PeriodStartMonth       int          `json:"period_start_month,omitzero" rule:"range=1..12"`
	UseIndustryBilling     *bool        `json:"use_industry_billing,omitzero"`
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

func checkBillingOptions(c *Core, kind Type, at *fault.At) {
	o := c.AccountBillingOptions
	if o == nil {
		return
	}
	accountBillingOptionsProvidedForDomesticAccounts(kind, at)
	place := at.Field("account_billing_options")
	accountBillingOptionsPeriodDataRequired(o, &place)
	accountBillingOptionsIndustryBillingWithPeriodData(o, &place)
	nextBillToDateNotProvidedForQuarterlyBilling(c, at)
}

// accountBillingOptionsProvidedForDomesticAccounts: a domestic account has no
// billing options.
func accountBillingOptionsProvidedForDomesticAccounts(kind Type, at *fault.At) {
	if kind.isDomestic() {
		at.AddAt("account_billing_options", "account_billing_options_provided_for_domestic_accounts",
			"An account of type "+string(kind)+" has no billing options: leave them out, or correct account_type.")
	}
}

// accountBillingOptionsPeriodDataRequired: periods of the account's own have a
// length and a day on which they start. The multiplier is 1 where it is left out,
// and the month that of the next bill.
func accountBillingOptionsPeriodDataRequired(o *BillingOptions, at *fault.At) {
	const code, detail = "account_billing_options_period_data_required", " is needed to know when bills are due, unless use_industry_billing is true."
	if is(o.UseIndustryBilling) || !at.CleanAt("use_industry_billing") {
		return
	}
	if o.PeriodLength == "" && at.CleanAt("period_length") {
		at.AddAt("period_length", code, "A period_length"+detail)
	}
	if o.PeriodStartDay == 0 && at.CleanAt("period_start_day") {
		at.AddAt("period_start_day", code, "A period_start_day"+detail)
	}
}

// accountBillingOptionsIndustryBillingWithPeriodData: an account that is billed as
// its industry does has no periods of its own.
func accountBillingOptionsIndustryBillingWithPeriodData(o *BillingOptions, at *fault.At) {
	if period := o.periodMember(); is(o.UseIndustryBilling) && period != "" {
		at.AddAt("use_industry_billing", "account_billing_options_industry_billing_with_period_data",
			"use_industry_billing is true, and there is a "+period+" too: leave out what says of its own when bills are due, or use_industry_billing.")
	}
}

// periodMember is the first member that says of its own when bills are due, empty
// for none.
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

// nextBillToDateNotProvidedForQuarterlyBilling: bills that come every quarter have
// the date of the next one, since nothing else tells in which month of the quarter
// they come.
func nextBillToDateNotProvidedForQuarterlyBilling(c *Core, at *fault.At) {
	if c.AccountBillingOptions.PeriodLength == Quarterly && c.NextBillDueDate == 0 && at.CleanAt("next_bill_due_date") {
		at.AddAt("next_bill_due_date", "next_bill_to_date_not_provided_for_quarterly_billing", "The period_length is QUARTERLY, and then the account needs next_bill_due_date: nothing else tells in which month of the quarter its bills come.")
	}
}
