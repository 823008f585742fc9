package book

import "encoding/json/jsontext"

type dunningPath struct {
	PathName string `json:"path_name"`
}

type debt struct {
	AgencyName    string     `json:"agency_name,omitzero"`
	StartDate     string     `json:"start_date,omitzero"`
	Campaign      string     `json:"campaign,omitzero"`
	Notes         string     `json:"notes,omitzero"`
	IsInsolvent   bool       `json:"is_insolvent,omitzero"`
	CAISReference string     `json:"cais_reference,omitzero"`
	AgedDebt      []agedDebt `json:"aged_debt,omitzero"`
}

type agedDebt struct {
	DebtAmount jsontext.Value `json:"debt_amount"`
	DueDate    string         `json:"due_date"`
}

type paymentPromise struct {
	Amount      jsontext.Value `json:"amount"`
	PaymentDate string         `json:"payment_date"`
	LedgerCode  string         `json:"ledger_code,omitzero"`
}

// arrears fills the members that some of the accounts in debt have. The dunning path has no start date, because the
// date must not be in the past when the book is loaded.
func (b *builder) arrears() {
	if b.plain || b.account.balance >= 0 || !b.chance(20) {
		return
	}
	b.account.DunningPath = &dunningPath{pick(b.dice, []string{"Domestic standard", "Domestic – vulnerable", "SME"})}
	if b.chance(30) {
		b.account.PaymentPromises = []paymentPromise{{
			Amount:      pence(b.Number(10, 60) * 100).number(),
			PaymentDate: isoDate(b.o.Today.AddDate(0, 0, b.Number(3, 40))),
		}}
	}
	if b.chance(30) {
		b.account.Debts = []debt{{
			AgencyName: b.Company(),
			StartDate:  isoDate(b.past(20, 400)), Campaign: b.maybe(40, "EARLY_ARREARS"),
			Notes:       b.maybe(50, b.Sentence()),
			IsInsolvent: b.chance(3), CAISReference: b.maybe(50, "CAIS"+b.DigitN(12)),
			AgedDebt: []agedDebt{{pence(b.Number(2_000, 60_000)).number(), isoDate(b.past(30, 300))}},
		}}
	}
}
