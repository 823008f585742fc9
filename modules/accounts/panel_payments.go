package accounts

import (
	"encoding/json/jsontext"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"dataimport/modules/kit/domain/payload"
	"dataimport/modules/kit/module"
	"dataimport/modules/kit/store/database"
	"dataimport/views"
)

// paymentsPanel shows how the account is paid, and what was agreed with its customers.
var paymentsPanel = module.Panel{Title: "Payments and agreements", Anchor: "agreements", Rank: 35, Show: showPayments}

// privacy is the privacy of the members of the core.
var privacy = payload.Of(Core{}).Privacy()

func showPayments(v *module.AccountView) (templ.Component, error) {
	cards, err := readSchedules(v)
	if err != nil {
		return nil, err
	}
	documents, err := readDocuments(v)
	if cards = append(cards, documents...); err != nil || len(cards) == 0 {
		return nil, err
	}
	return cardList(cards), nil
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
			"Means", views.HumanizeCode(means), "From", start, "To", end, "Amount", amount, "Trigger", views.HumanizeCode(trigger),
			"Frequency", views.HumanizeCode(frequency), "Day of the month", day, "Ledger", ledger, "Kind", kind, "Debt repaid by", debtEnd,
			"Paid by", v.Mask(views.HumanizeCode(payer)),
		)})
		return nil
	}, `SELECT means, start_date, end_date, amount, schedule_trigger, frequency, day_of_month, ledger_code, is_debt_repayment_plan, debt_repayment_end_date, paid_by
		FROM payment_schedules WHERE account = ? ORDER BY position, id LIMIT ?`, v.AccountID, maxShown)
	return cards, err
}

// readDocuments reads the members of the account that are stored as JSON.
func readDocuments(v *module.AccountView) (cards []card, err error) {
	var options, plans, promises, others string
	err = v.Reader.QueryRow(`SELECT billing_options, payment_plans, payment_promises, further FROM accounts WHERE id = ?`, v.AccountID).
		Scan(&options, &plans, &promises, &others)
	for _, document := range []struct{ attr, text string }{
		{"account_billing_options", options}, {"payment_plans", plans}, {"payment_promises", promises}, {"", others},
	} {
		if err == nil && document.text != "" {
			cards, err = appendCards(v, cards, document.attr, document.text)
		}
	}
	return cards, err
}

// maxFacts is how many facts of a card are shown.
const maxFacts = 60

// appendCards appends a card for each item of a JSON document that has the given attr. A
// value of a member that is personal is masked.
func appendCards(v *module.AccountView, cards []card, attr, text string) ([]card, error) {
	var title string // of the last card
	var show func(json *jsontext.Decoder, attr []byte) error
	show = func(json *jsontext.Decoder, attr []byte) error {
		if kind := json.PeekKind(); kind == '{' || kind == '[' {
			_, _, err := payload.Walk(json, attr, func(attr, _ []byte) error { return show(json, attr) })
			return err
		}
		value, err := json.ReadToken()
		if err != nil {
			return err
		}
		item, label := splitAttr(string(attr))
		if item != title {
			title = item
			if len(cards) < maxShown {
				cards = append(cards, card{Name: item})
			}
		}
		shown := value.String()
		if !privacy.At(string(attr)).IsImpersonal() {
			shown = v.Mask(shown)
		}
		if last := &cards[len(cards)-1]; last.Name == item && len(last.Facts) < maxFacts {
			last.Facts = append(last.Facts, views.NewFacts(label, shown)...)
		}
		return nil
	}
	err := show(jsontext.NewDecoder(strings.NewReader(text)), []byte(attr))
	return cards, err
}

// splitAttr returns an attr as the name of an item of the account and what the item's
// member is called: complaints.0.complaint_contacts.1.body is Complaints 1 and Complaint
// contacts 2 body.
func splitAttr(attr string) (item, label string) {
	parts := strings.Split(attr, ".")
	words := make([]string, len(parts))
	n := 1
	for i, part := range parts {
		words[i] = strings.ReplaceAll(part, "_", " ")
		if index, err := strconv.Atoi(part); err == nil {
			words[i] = strconv.Itoa(index + 1)
			if i == 1 {
				n = 2
			}
		}
	}
	return views.HumanizeCode(strings.Join(words[:n], " ")), views.HumanizeCode(strings.Join(words[n:], " "))
}
