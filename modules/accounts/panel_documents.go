package accounts

import (
	"strings"

	"github.com/a-h/templ"

	"dataimport/modules/kit/domain/payload"
	"dataimport/modules/kit/module"
	"dataimport/views"
)

// marksPanel shows what is noted of the account: consents, debts, campaigns, references and metadata.
var marksPanel = module.Panel{Title: "Consents, debts and marks", Anchor: "marks", Rank: 37, Show: showMarks}

// privacy is the privacy of the members of the core.
var privacy = payload.Of(Core{}).Privacy()

// storedDocument is a column of accounts with the JSON of a member. Without a member, the JSON is an
// object of several members.
type storedDocument struct{ member, column string }

var (
	agreementDocuments = []storedDocument{
		{"account_billing_options", "billing_options"}, {"payment_plans", "payment_plans"}, {"payment_promises", "payment_promises"}, {"", "further"},
	}
	markDocuments = []storedDocument{
		{"consents", "consents"}, {"account_campaigns", "campaigns"}, {"dunning_path", "dunning_path"}, {"metadata", "metadata"},
	}
)

// rowDocuments are queries for members of the account whose items are rows. Each makes one JSON array
// of the items of the account ?1, ?2 of them at most.
var rowDocuments = []storedDocument{
	{"debts", `SELECT json_group_array(json_object('agency_name', agency_name, 'start_date', start_date, 'campaign', campaign, 'notes', notes,
			'is_insolvent', json(iif(is_insolvent, 'true', 'null')), 'cais_reference', cais_reference, 'aged_debt', json(iif(aged_debt = '', 'null', aged_debt))))
		FROM (SELECT * FROM debts WHERE account = ?1 ORDER BY position, id LIMIT ?2)`},
	{"references", `SELECT json_group_array(json_object('namespace', namespace, 'value', value))
		FROM (SELECT * FROM account_references WHERE account = ?1 ORDER BY position, id LIMIT ?2)`},
}

func showMarks(v *module.AccountView) (templ.Component, error) {
	sections, err := readDocuments(v, markDocuments)
	if err != nil {
		return nil, err
	}
	for _, rows := range rowDocuments {
		var list string
		if err := v.Reader.QueryRow(rows.column, v.AccountID, maxShown).Scan(&list); err != nil {
			return nil, err
		}
		more, err := readSections(v, rows.member, list)
		if err != nil {
			return nil, err
		}
		sections = append(sections, more...)
	}
	if len(sections) == 0 {
		return nil, nil
	}
	return views.Sections(sections), nil
}

// readDocuments reads the members of the account that are stored as JSON.
func readDocuments(v *module.AccountView, documents []storedDocument) (sections []views.Section, err error) {
	for _, d := range documents {
		var text string
		if err := v.Reader.QueryRow(`SELECT `+d.column+` FROM accounts WHERE id = ?`, v.AccountID).Scan(&text); err != nil {
			return nil, err
		}
		more, err := readSections(v, d.member, text)
		if err != nil {
			return nil, err
		}
		sections = append(sections, more...)
	}
	return sections, nil
}

// readSections reads the JSON of a member, or of an object of members. An empty text and an empty list
// have no parts.
func readSections(v *module.AccountView, member, text string) ([]views.Section, error) {
	if text == "" || text == "[]" {
		return nil, nil
	}
	if member != "" {
		text = `{"` + member + `":` + text + `}`
	}
	return v.ReadSections(strings.ReplaceAll(views.HumanizeName(member), "Account ", ""), []byte(text), privacy)
}
