package accounts

import (
	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/fault"
)

// Areas of the members that are stored as one document.
const (
	areaComplaints  = "Complaints"
	areaAgreements  = "Contributions and deposits"
	areaVouchers    = "Vouchers"
	areaProperties  = "Properties"
	areaPreferences = "Payment preferences"
	areaAdequacy    = "Reviews of payments"
)

// furtherRules lists the rules of those members, in their order.
var furtherRules = []catalogue.Rule{
	rulePreferenceInstruction, rulePreferenceLedger, ruleDuplicatePreference,
	ruleReviewDateBesideChanges, ruleAdequacyDates, ruleAdequacyReason, ruleAdequacyApplied, ruleAdequacyCharges, ruleAdequacyAdjustment, ruleAdequacyDirectDebit,
	ruleOfficialMissing, ruleLetterNotSent,
	ruleContributionStart, ruleContributionEnd, ruleContributionPeriods, ruleContributionAgreements,
	ruleSeveralDeposits, ruleInterestNotAllowed, ruleInterestBeforeDeposit,
	ruleVoucherCharge, ruleVoucherCredit, ruleVoucherSum,
	ruleDuplicateProperties, ruleParentNotFound,
}

// further are the members of the account that are stored as one document, since nothing
// asks for a single one of them.
type further struct {
	PaymentPreferences     []PaymentPreference     `json:"payment_preferences,omitzero"`
	PaymentAdequacyChanges []PaymentAdequacyChange `json:"payment_adequacy_changes,omitzero"`
	Complaints             []Complaint             `json:"complaints,omitzero"`
	ContributionAgreements []ContributionAgreement `json:"contribution_agreements,omitzero"`
	DepositAgreements      []DepositAgreement      `json:"deposit_agreements,omitzero"`
	Vouchers               []Voucher               `json:"vouchers,omitzero"`
	Properties             []Property              `json:"properties,omitzero"`
}

// hasFurther reports whether the account has any member of the document.
func (c *Core) hasFurther() bool {
	return len(c.PaymentPreferences) > 0 || len(c.PaymentAdequacyChanges) > 0 || len(c.Complaints) > 0 || len(c.ContributionAgreements) > 0 ||
		len(c.DepositAgreements) > 0 || len(c.Vouchers) > 0 || len(c.Properties) > 0
}

// furtherText returns the document as JSON, empty where the account has none of its
// members.
func (c *Core) furtherText(v *values) string {
	if !c.hasFurther() {
		return ""
	}
	return v.json(true, further{c.PaymentPreferences, c.PaymentAdequacyChanges, c.Complaints, c.ContributionAgreements, c.DepositAgreements, c.Vouchers, c.Properties})
}

// checkFurther applies the rules of the members of the document. Properties may also be in
// the members of the supplier's market.
func (c *Core) checkFurther(f *account.Facts, at *fault.At) {
	if c.hasFurther() {
		checkPreferences(c.PaymentPreferences, f, at)
		checkAdequacy(c, f, at)
		each(c.Complaints, at, "complaints", func(complaint *Complaint, place *fault.At) { checkComplaint(complaint, f, place) })
		contributions, deposits := at.Field("contribution_agreements"), at.Field("deposit_agreements")
		checkContributions(c.ContributionAgreements, f, &contributions)
		checkDeposits(c.DepositAgreements, f, &deposits)
		checkVouchers(c.Vouchers, f, at)
	}
	checkProperties(c, f, at)
}
