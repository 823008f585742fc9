package accounts

import (
	"strconv"
	"time"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/settings"
)

// PaymentAdequacyChange is a review of whether a customer pays enough, and the change of the
// direct debit that it led to. All money is whole numbers of the currency's smallest unit,
// such as pence.
type PaymentAdequacyChange struct {
	CreatedAt                time.Time       `json:"created_at" rule:"required,impersonal"`
	CurrentBalance           int             `json:"current_balance" rule:"required,range=-9999999999..9999999999,impersonal,doc=In the smallest unit of the currency, as all money here."`
	TargetBalance            int             `json:"target_balance" rule:"required,range=-9999999999..9999999999,impersonal"`
	BalanceAdjustment        int             `json:"balance_adjustment" rule:"required,range=-9999999999..9999999999,impersonal,doc=What brings current_balance to target_balance in twelve months, or zero."`
	AverageMonthlyCharge     int             `json:"average_monthly_charge" rule:"required,range=0..9999999999,impersonal,doc=Of electricity and gas together."`
	AverageMonthlyElecCharge int             `json:"average_monthly_elec_charge" rule:"required,range=0..9999999999,impersonal"`
	AverageMonthlyGasCharge  int             `json:"average_monthly_gas_charge" rule:"required,range=0..9999999999,impersonal"`
	ExistingDirectDebit      int             `json:"existing_direct_debit_payment" rule:"required,range=0..9999999999,impersonal"`
	NewDirectDebit           int             `json:"new_direct_debit" rule:"required,range=0..9999999999,impersonal,doc=Between the existing payment and average_monthly_charge with balance_adjustment."`
	AppliedAt                time.Time       `json:"applied_at,omitzero" rule:"nullable,impersonal,doc=This, or should_not_be_applied_reason."`
	ShouldNotBeAppliedReason string          `json:"should_not_be_applied_reason,omitzero" rule:"nullable,max=512"`
	Ledger                   *AdequacyLedger `json:"ledger,omitzero"`
}

// AdequacyLedger is the ledger that was reviewed.
type AdequacyLedger struct {
	LedgerCode       string `json:"ledger_code" rule:"required,code,impersonal"`
	LedgerIdentifier string `json:"ledger_identifier,omitzero" rule:"code"`
}

// checkAdequacy applies the rules of reviews of payments. The place is the account.
func checkAdequacy(c *Core, f *account.Facts, at *fault.At) {
	if len(c.PaymentAdequacyChanges) == 0 {
		return
	}
	if c.LastPaymentReviewDate != 0 {
		at.AddAt("last_payment_review_date", ruleReviewDateBesideChanges.Code, "The reviews of payments are in payment_adequacy_changes: leave this out.")
	}
	each(c.PaymentAdequacyChanges, at, "payment_adequacy_changes", func(p *PaymentAdequacyChange, place *fault.At) {
		if p.CreatedAt.IsZero() && place.CleanAt("created_at") {
			return // it was no object
		}
		p.checkDates(f, place)
		p.checkApplied(place)
		p.checkCharges(place)
		p.checkAdjustment(place)
		p.checkDirectDebit(place)
		if p.Ledger != nil {
			ledger := place.Field("ledger")
			f.ListedAt(&ledger, "ledger_code", settings.LedgerCodes, p.Ledger.LedgerCode)
			f.ListedAt(&ledger, "ledger_identifier", settings.LedgerIdentifiers, p.Ledger.LedgerIdentifier)
		}
	})
}

var ruleReviewDateBesideChanges = catalogue.Rule{
	Code: "payment_adequacy_changes_and_last_payment_review_date_provided", Area: areaAdequacy,
	Meaning: "The account has the date of its last review of payments, and the reviews themselves.",
	Remedy:  "Leave last_payment_review_date out.",
	Attr:    "last_payment_review_date",
	Bad:     `{"last_payment_review_date": "2024-01-31", "payment_adequacy_changes": [` + adequate + `]}`,
	Good:    `{"payment_adequacy_changes": [` + adequate + `]}`,
}

// adequate is a review of payments that keeps all rules. The examples differ from it in one
// place.
const adequate = `{"created_at": "2024-01-31T09:30:00Z", "current_balance": -2400, "target_balance": 0, "balance_adjustment": 200,
	"average_monthly_charge": 9000, "average_monthly_elec_charge": 5000, "average_monthly_gas_charge": 4000,
	"existing_direct_debit_payment": 8500, "new_direct_debit": 9200, "applied_at": "2024-02-01T00:00:00Z"}`

var ruleAdequacyDates = catalogue.Rule{
	Code: "payment_adequacy_invalid_dates", Area: areaAdequacy,
	Meaning: "A review of payments was made after its result was applied, or one of the two lies in the future.",
	Remedy:  "Correct created_at or applied_at.",
	Attr:    "payment_adequacy_changes.0.created_at",
	Bad: `{"payment_adequacy_changes": [{"created_at": "2024-02-02T09:30:00Z", "current_balance": -2400, "target_balance": 0, "balance_adjustment": 200,
		"average_monthly_charge": 9000, "average_monthly_elec_charge": 5000, "average_monthly_gas_charge": 4000,
		"existing_direct_debit_payment": 8500, "new_direct_debit": 9200, "applied_at": "2024-02-01T00:00:00Z"}]}`,
	Good: `{"payment_adequacy_changes": [` + adequate + `]}`,
}

// checkDates: a review is applied after it was made, and both have happened.
func (p *PaymentAdequacyChange) checkDates(f *account.Facts, at *fault.At) {
	future := func(member string, t time.Time) {
		if t.After(f.Now) {
			at.AddAt(member, ruleAdequacyDates.Code, "This moment, "+moment(t)+", lies in the future; now it is "+moment(f.Now)+".")
		}
	}
	future("created_at", p.CreatedAt)
	future("applied_at", p.AppliedAt)
	if !p.AppliedAt.IsZero() && p.CreatedAt.After(p.AppliedAt) && at.CleanAt("created_at") {
		at.AddAt("created_at", ruleAdequacyDates.Code, "This review was made at "+moment(p.CreatedAt)+", after its applied_at, "+moment(p.AppliedAt)+".")
	}
}

var ruleAdequacyReason = catalogue.Rule{
	Code: "payment_adequacy_missing_reason", Area: areaAdequacy,
	Meaning: "The result of a review of payments was not applied, and no reason is given.",
	Remedy:  "Add should_not_be_applied_reason, or applied_at.",
	Attr:    "payment_adequacy_changes.0.should_not_be_applied_reason",
	Bad: `{"payment_adequacy_changes": [{"created_at": "2024-01-31T09:30:00Z", "current_balance": -2400, "target_balance": 0, "balance_adjustment": 200,
		"average_monthly_charge": 9000, "average_monthly_elec_charge": 5000, "average_monthly_gas_charge": 4000,
		"existing_direct_debit_payment": 8500, "new_direct_debit": 9200}]}`,
	Good: `{"payment_adequacy_changes": [` + adequate + `]}`,
}

var ruleAdequacyApplied = catalogue.Rule{
	Code: "payment_adequacy_should_not_have_been_applied", Area: areaAdequacy,
	Meaning: "The result of a review of payments was applied, and there is a reason not to.",
	Remedy:  "Leave applied_at or should_not_be_applied_reason out.",
	Attr:    "payment_adequacy_changes.0.applied_at",
	Bad: `{"payment_adequacy_changes": [{"created_at": "2024-01-31T09:30:00Z", "current_balance": -2400, "target_balance": 0, "balance_adjustment": 200,
		"average_monthly_charge": 9000, "average_monthly_elec_charge": 5000, "average_monthly_gas_charge": 4000,
		"existing_direct_debit_payment": 8500, "new_direct_debit": 9200, "applied_at": "2024-02-01T00:00:00Z",
		"should_not_be_applied_reason": "The customer asked for another amount"}]}`,
	Good: `{"payment_adequacy_changes": [` + adequate + `]}`,
}

// checkApplied: a review was applied, or there is a reason why not.
func (p *PaymentAdequacyChange) checkApplied(at *fault.At) {
	applied, reason := !p.AppliedAt.IsZero(), p.ShouldNotBeAppliedReason != ""
	switch {
	case applied && reason:
		at.AddAt("applied_at", ruleAdequacyApplied.Code, "This review has a should_not_be_applied_reason, so it was not applied: leave one of the two out.")
	case !applied && !reason && at.CleanAt("applied_at") && at.CleanAt("should_not_be_applied_reason"):
		at.AddAt("should_not_be_applied_reason", ruleAdequacyReason.Code, "This review has no applied_at: say why it was not applied.")
	}
}

var ruleAdequacyCharges = catalogue.Rule{
	Code: "payment_adequacy_monthly_charges_unequal", Area: areaAdequacy,
	Meaning: "The average monthly charge is not that of electricity and that of gas together.",
	Remedy:  "Correct one of the three.",
	Attr:    "payment_adequacy_changes.0.average_monthly_charge",
	Bad: `{"payment_adequacy_changes": [{"created_at": "2024-01-31T09:30:00Z", "current_balance": -2400, "target_balance": 0, "balance_adjustment": 200,
		"average_monthly_charge": 9001, "average_monthly_elec_charge": 5000, "average_monthly_gas_charge": 4000,
		"existing_direct_debit_payment": 8500, "new_direct_debit": 9200, "applied_at": "2024-02-01T00:00:00Z"}]}`,
	Good: `{"payment_adequacy_changes": [` + adequate + `]}`,
}

// checkCharges: the average charge is that of electricity and that of gas together.
func (p *PaymentAdequacyChange) checkCharges(at *fault.At) {
	if !at.CleanAt("average_monthly_charge") || !at.CleanAt("average_monthly_elec_charge") || !at.CleanAt("average_monthly_gas_charge") {
		return
	}
	if sum := p.AverageMonthlyElecCharge + p.AverageMonthlyGasCharge; sum != p.AverageMonthlyCharge {
		at.AddAt("average_monthly_charge", ruleAdequacyCharges.Code, "Electricity and gas together are "+strconv.Itoa(sum)+", and average_monthly_charge is "+strconv.Itoa(p.AverageMonthlyCharge)+".")
	}
}

var ruleAdequacyAdjustment = catalogue.Rule{
	Code: "payment_adequacy_balance_adjustment_mismatch", Area: areaAdequacy,
	Meaning: "The adjustment of a balance is neither zero nor a twelfth of what the balance lacks of its target.",
	Remedy:  "Correct balance_adjustment, current_balance or target_balance; less than one unit of difference is rounding.",
	Attr:    "payment_adequacy_changes.0.balance_adjustment",
	Bad: `{"payment_adequacy_changes": [{"created_at": "2024-01-31T09:30:00Z", "current_balance": -2400, "target_balance": 0, "balance_adjustment": 201,
		"average_monthly_charge": 9000, "average_monthly_elec_charge": 5000, "average_monthly_gas_charge": 4000,
		"existing_direct_debit_payment": 8500, "new_direct_debit": 9200, "applied_at": "2024-02-01T00:00:00Z"}]}`,
	Good: `{"payment_adequacy_changes": [` + adequate + `]}`,
}

// checkAdjustment: an adjustment brings the balance to its target in twelve months, to less
// than one unit, or is zero.
func (p *PaymentAdequacyChange) checkAdjustment(at *fault.At) {
	const months = 12
	if p.BalanceAdjustment == 0 || !at.CleanAt("balance_adjustment") || !at.CleanAt("current_balance") || !at.CleanAt("target_balance") {
		return
	}
	lacks := p.TargetBalance - p.CurrentBalance
	if difference := p.BalanceAdjustment*months - lacks; difference >= months || difference <= -months {
		at.AddAt("balance_adjustment", ruleAdequacyAdjustment.Code, "The balance lacks "+strconv.Itoa(lacks)+" of its target, a twelfth of which is "+strconv.Itoa(lacks/months)+", and balance_adjustment is "+strconv.Itoa(p.BalanceAdjustment)+".")
	}
}

var ruleAdequacyDirectDebit = catalogue.Rule{
	Code: "payment_adequacy_new_direct_debit_amount_mismatch", Area: areaAdequacy,
	Meaning: "The new direct debit does not lie between the existing one and what is needed: the average monthly charge with the adjustment.",
	Remedy:  "Correct new_direct_debit, or what it is compared with.",
	Attr:    "payment_adequacy_changes.0.new_direct_debit",
	Bad: `{"payment_adequacy_changes": [{"created_at": "2024-01-31T09:30:00Z", "current_balance": -2400, "target_balance": 0, "balance_adjustment": 200,
		"average_monthly_charge": 9000, "average_monthly_elec_charge": 5000, "average_monthly_gas_charge": 4000,
		"existing_direct_debit_payment": 8500, "new_direct_debit": 9201, "applied_at": "2024-02-01T00:00:00Z"}]}`,
	Good: `{"payment_adequacy_changes": [` + adequate + `]}`,
}

// checkDirectDebit: the new direct debit lies between the existing one and what is needed,
// or is one of the two.
func (p *PaymentAdequacyChange) checkDirectDebit(at *fault.At) {
	if !at.CleanAt("new_direct_debit") || !at.CleanAt("existing_direct_debit_payment") || !at.CleanAt("average_monthly_charge") || !at.CleanAt("balance_adjustment") {
		return
	}
	needed := p.AverageMonthlyCharge + p.BalanceAdjustment
	if low, high := min(p.ExistingDirectDebit, needed), max(p.ExistingDirectDebit, needed); p.NewDirectDebit < low || p.NewDirectDebit > high {
		at.AddAt("new_direct_debit", ruleAdequacyDirectDebit.Code, "The new direct debit is "+strconv.Itoa(p.NewDirectDebit)+", and lies outside "+strconv.Itoa(low)+" to "+strconv.Itoa(high)+": the existing payment, and the average charge with the adjustment.")
	}
}
