package accounts

import (
	"time"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"

	"github.com/shopspring/decimal"
)

// DepositAgreement is an agreement of a customer to pay a deposit. It is active until the
// deposit is paid.
type DepositAgreement struct {
	DepositAmount    decimal.Decimal `json:"deposit_amount" rule:"required,decimal=10.10,impersonal"`
	Reason           string          `json:"reason" rule:"required"`
	AcceptedAt       time.Time       `json:"accepted_at,omitzero" rule:"nullable,impersonal"`
	FulfilledAt      time.Time       `json:"fulfilled_at,omitzero" rule:"nullable,impersonal,doc=When the deposit was paid. An agreement without it is active, and one alone may be."`
	LastInterestDate payload.Date    `json:"last_interest_date,omitzero" rule:"nullable,impersonal,doc=Up to which day interest was paid; only with fulfilled_at, and not before it."`
}

var ruleSeveralDeposits = catalogue.Rule{
	Code: "multiple_active_deposits_not_allowed", Area: areaAgreements,
	Meaning: "Two deposits of the account are active: neither has been paid.",
	Remedy:  "Add fulfilled_at to the one that was paid, or leave one out.",
	Attr:    "deposit_agreements.1",
	Bad: `{"deposit_agreements": [{"deposit_amount": "150.00", "reason": "No credit history", "accepted_at": "2024-01-01T09:30:00Z"},
		{"deposit_amount": "80.00", "reason": "Second address"}]}`,
	Good: `{"deposit_agreements": [{"deposit_amount": "150.00", "reason": "No credit history", "accepted_at": "2024-01-01T09:30:00Z",
		"fulfilled_at": "2024-01-09T12:00:00Z"}, {"deposit_amount": "80.00", "reason": "Second address"}]}`,
}

// checkDeposits: one deposit of an account at most is active.
func checkDeposits(deposits []DepositAgreement, f *account.Facts, at *fault.At) {
	active := -1
	for i := range deposits {
		place := at.Index(i)
		d := &deposits[i]
		if !d.wasRead(&place) {
			continue
		}
		d.checkInterest(f, &place)
		if !d.FulfilledAt.IsZero() || !place.CleanAt("fulfilled_at") {
			continue
		}
		if active < 0 {
			active = i
			continue
		}
		other := at.Index(active)
		place.Add(ruleSeveralDeposits.Code, other.Attr()+" is active too, since it has no fulfilled_at: one deposit at most is.")
	}
}

// wasRead reports whether the item was an object. The required reason of an object has a
// value or a fault.
func (d *DepositAgreement) wasRead(at *fault.At) bool {
	return d.Reason != "" || !at.CleanAt("reason")
}

var ruleInterestNotAllowed = catalogue.Rule{
	Code: "last_interest_date_not_allowed", Area: areaAgreements,
	Meaning: "There is a day up to which interest on a deposit was paid, and the deposit has not been paid.",
	Remedy:  "Leave last_interest_date out, or add fulfilled_at.",
	Attr:    "deposit_agreements.0.last_interest_date",
	Bad:     `{"deposit_agreements": [{"deposit_amount": "150.00", "reason": "No credit history", "last_interest_date": "2024-03-31"}]}`,
	Good: `{"deposit_agreements": [{"deposit_amount": "150.00", "reason": "No credit history", "fulfilled_at": "2024-01-09T12:00:00Z",
		"last_interest_date": "2024-03-31"}]}`,
}

var ruleInterestBeforeDeposit = catalogue.Rule{
	Code: "fulfilled_at_greater_than_last_interest_date", Area: areaAgreements,
	Meaning: "A deposit was paid after the day up to which interest on it was paid.",
	Remedy:  "Correct fulfilled_at or last_interest_date.",
	Attr:    "deposit_agreements.0.fulfilled_at",
	Bad: `{"deposit_agreements": [{"deposit_amount": "150.00", "reason": "No credit history", "fulfilled_at": "2024-04-02T12:00:00Z",
		"last_interest_date": "2024-03-31"}]}`,
	Good: `{"deposit_agreements": [{"deposit_amount": "150.00", "reason": "No credit history", "fulfilled_at": "2024-01-09T12:00:00Z",
		"last_interest_date": "2024-03-31"}]}`,
}

// checkInterest: interest is paid on a deposit from the day on which it was paid. That is
// the day in the supplier's zone.
func (d *DepositAgreement) checkInterest(f *account.Facts, at *fault.At) {
	if d.LastInterestDate == 0 || !at.CleanAt("fulfilled_at") {
		return
	}
	if d.FulfilledAt.IsZero() {
		at.AddAt("last_interest_date", ruleInterestNotAllowed.Code, "This deposit has not been paid, since it has no fulfilled_at, so no interest was paid on it.")
		return
	}
	if day := account.Today(f.Supplier, d.FulfilledAt); day > d.LastInterestDate {
		at.AddAt("fulfilled_at", ruleInterestBeforeDeposit.Code, "This deposit was paid on "+day.String()+", after its last_interest_date, "+d.LastInterestDate.String()+".")
	}
}
