package accounts

import (
	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/catalogue"
)

// Areas that only this module has rules in.
const (
	areaBusiness = "Businesses, portfolios and billing options"
	areaMarks    = "References, metadata, campaigns and debts"
)

// rules lists the rules of the core, in the order of its members.
var rules = []catalogue.Rule{
	account.RuleInvalidFormat, ruleMissingCustomers, ruleCustomerWithUnknownOccupier, ruleContactDetailsForOccupier, ruleNamedTheOccupier, ruleFamilyNameRequired,
	ruleRepeatedUserDetail, ruleMutuallyExclusive, account.RuleDuplicateValues, ruleTeamDoesNotExist,

	ruleInvalidPhoneNumber, account.RuleInvalidEmail, ruleTestEmail, ruleInternalEmail,
	ruleInvalidCountry, ruleInvalidAddress, ruleInvalidLegacyAddress, account.RuleInvalidPostcode, ruleInvalidDeliveryPoint, ruleBothAddressForms,

	ruleBusinessOfDomestic, ruleInvalidCompanyNumber,
	rulePortfolioReferencesMissing, ruleDuplicatePortfolioReferences, rulePortfolioSettingsNotLead,
	ruleBillingOptionsOfDomestic, ruleBillingPeriodRequired, ruleIndustryBillingWithPeriod, ruleQuarterlyWithoutNextBill,

	ruleZeroAmount, ruleAmountBelowMinimum, ruleMissingFrequency, ruleMissingDayOfMonth, rulePaymentDay, ruleMissingThreshold,
	ruleDebtWithoutEnd, ruleDebtEndsAfterSchedule, ruleDelayWithoutBill, ruleDelayWithoutDays, ruleExemptNotRegular, ruleRequestMethodUnexpected,
	ruleLedgerCodesNotUniform, ruleSeveralOpenEnded, ruleScheduleOverlaps, ruleScheduleGaps,
	ruleMissingInstalments, ruleInstalmentOutsideSchedule, ruleInstalmentsSum, ruleInstalmentsOnOneDay,
	rulePlanAndSchedule, ruleComponentsSum, ruleDuplicateComponents,

	account.RuleDateInFuture, ruleDateInPast, ruleReviewInFuture, account.RuleStartAfterEnd, ruleStartSameAsEnd,

	ruleReferenceExists, ruleDuplicateMetadataKeys,
	ruleUnnamedCampaign, ruleCampaignNamedTwice, ruleCampaignsNamedDifferently, ruleDuplicateCampaigns,
	ruleAgencyRequired, ruleCAISReferenceInUse,
}
