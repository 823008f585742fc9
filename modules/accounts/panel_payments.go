package accounts

import (
	"strconv"

	"github.com/a-h/templ"

	"dataimport/modules/kit/module"
	"dataimport/modules/kit/store/database"
	"dataimport/views"
)

// paymentsPanel shows how the account is paid, and what was agreed with its customers.
var paymentsPanel = module.Panel{Title: "Payments and agreements", Anchor: "agreements", Rank: 35, Show: showPayments}

func showPayments(v *module.AccountView) (templ.Component, error) {
	cards, err := readSchedules(v)
	if err != nil {
		return nil, err
	}
	sections, err := readDocuments(v, agreementDocuments)
	if err != nil || len(cards)+len(sections) == 0 {
		return nil, err
	}
	return templ.Join(cardList(cards), views.Sections(sections)), nil
}

func readSchedules(v *module.AccountView) (cards []card, err error) {
	err = database.EachRow(v.Reader, func(row database.Row) error {
		var means, start, end, amount, trigger, frequency, day, ledger, debtEnd, payer string
		var debt bool
		if err := row.Scan(&means, &start, &end, &amount, &trigger, &frequency, &day, &ledger, &debt, &debtEnd, &payer); err != nil {
			return err
		}
		kind := ""
		if debt {
			kind = "repays a debt"
		}
		cards = append(cards, card{Name: "Payment schedule " + strconv.Itoa(len(cards)+1), Facts: views.NewFacts(
			"Means", views.HumanizeCode(means), "From", start, "To", end, "Amount", views.FormatMoney(amount, v.Currency), "Trigger", views.HumanizeCode(trigger),
			"Frequency", views.HumanizeCode(frequency), "Day of the month", day, "Ledger", ledger, "Kind", kind, "Debt repaid by", debtEnd,
			"Paid by", v.Mask(views.HumanizeCode(payer)),
		)})
		return nil
	}, `SELECT means, start_date, end_date, amount, schedule_trigger, frequency, day_of_month, ledger_code, is_debt_repayment_plan, debt_repayment_end_date, paid_by
		FROM payment_schedules WHERE account = ? ORDER BY position, id LIMIT ?`, v.AccountID, maxShown)
	return cards, err
}
