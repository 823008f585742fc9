package accounts

import (
	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/catalogue"
)

// Areas that only this module has rules in.
const (
	areaBusiness = account.AreaBusiness
	areaMarks    = account.AreaMarks
)

// rules lists the rules of the core, in the order of its members.
var rules = []catalogue.Rule{
	account.RuleInvalidFormat, ruleMissingCustomers, ruleCustomerWithUnknownOccupier, ruleContactDetailsForOccupier, ruleNamedTheOccupier, ruleFamilyNameRequired, ruleGivenNameRequired,
	ruleExclusiveRole, ruleRoleRequired, ruleDetailsTwice, ruleDetailRequired, ruleDetailType, ruleDetailForm,
	ruleRepeatedUserDetail, ruleMutuallyExclusive, ruleFieldNotEnabled, account.RuleDuplicateValues, ruleTeamDoesNotExist, ruleTeamProvided,

	account.RuleInvalidPhoneNumber, account.RuleInvalidEmail, ruleTestEmail, ruleInternalEmail, ruleBillingEmailNotValid,
	account.RuleInvalidCountry, account.RuleInvalidAddress, account.RuleInvalidPostcode, ruleInvalidDeliveryPoint, ruleBothAddressForms,

	ruleSeveralTypes, ruleManagedRefused,
	account.RuleBusinessOfDomestic, ruleInvalidCompanyNumber, ruleBusinessRequired,
	ruleContractMissing, ruleInformationNotRequired, ruleInformationRequired, ruleBusinessDetailType, ruleBusinessDetailForm,
	rulePortfolioReferencesMissing, rulePortfolioReferencesProvided, ruleDuplicatePortfolioReferences, rulePortfolioSettingsNotLead,
	ruleBillingOptionsOfDomestic, ruleBillingPeriodRequired, ruleIndustryBillingWithPeriod, ruleQuarterlyWithoutNextBill, ruleStartMonthRequired,

	ruleZeroAmount, ruleAmountBelowMinimum, ruleMissingFrequency, ruleMissingDayOfMonth, rulePaymentDay, ruleMissingThreshold,
	ruleDebtWithoutEnd, ruleDebtEndsAfterSchedule, ruleDelayWithoutBill, ruleDelayWithoutDays, ruleExemptNotRegular, ruleRequestMethodUnexpected,
	ruleLedgerCodesNotUniform, ruleSeveralOpenEnded, ruleScheduleOverlaps, ruleScheduleGaps,
	ruleMissingInstalments, ruleInstalmentOutsideSchedule, ruleInstalmentsSum, ruleInstalmentsOnOneDay,
	rulePlanAndSchedule, ruleComponentsSum, ruleDuplicateComponents,

	account.RuleDateInFuture, ruleDateInPast, ruleReviewInFuture, account.RuleStartAfterEnd, account.RuleStartSameAsEnd,

	ruleReferenceExists, account.RuleDuplicateMetadataKeys,
	ruleUnnamedCampaign, ruleCampaignNamedTwice, ruleCampaignsNamedDifferently, ruleDuplicateCampaigns,
	ruleDebtTwice, ruleAgencyRequired, ruleCAISRefused, ruleCAISReferenceInUse,
}
