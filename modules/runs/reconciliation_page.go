package runs

import (
	"encoding/json/jsontext"
	"encoding/json/v2"
	"strings"

	"dataimport/modules/kit/domain/payload"
	"dataimport/modules/kit/domain/settings"
	"dataimport/modules/kit/http/paths"
	"dataimport/modules/kit/store/database"
	"dataimport/views"
)

// expectation is what the import client says a book has to bring.
type expectation struct {
	Accounts int            `json:"accounts"`
	Totals   jsontext.Value `json:"totals"` // control totals of the source system
}

// readExpectation reads what is expected of a run. A form that another client has chosen says
// nothing here.
func (r *run) readExpectation() (e expectation) {
	if json.Unmarshal([]byte(r.expected), &e) != nil {
		return expectation{}
	}
	return e
}

// newReconciliation returns what the page of a run says of its reconciliation.
func (p *pages) newReconciliation(r *run, supplier *settings.Supplier) (views.RunReconciliation, error) {
	kept, err := readReconciliation(p.Reader, r.id)
	if err != nil {
		return views.RunReconciliation{}, err
	}
	if kept == nil {
		none := views.RunReconciliation{Control: listTotals(r.readExpectation().Totals, "")}
		if r.mode.stores() {
			none.Command = "dataimport reconcile " + r.name + " --supplier " + supplier.Code
		}
		return none, nil
	}
	shown := views.RunReconciliation{
		Verdict: kept.Verdict, Agrees: kept.Agrees, At: kept.At, By: kept.Client, BookSHA256: kept.BookSHA256,
		About: views.NewFacts("Control totals", kept.Control, "Not compared", kept.NotCompared, "Program", kept.Program), HasControl: kept.Control != "",
	}
	for _, t := range kept.Totals {
		shown.Totals = append(shown.Totals, views.ReconciledTotal(t))
	}
	for _, a := range kept.Accounts {
		row := views.ReconciledAccount{Number: a.ExternalAccountNumber, What: a.What}
		if a.ExternalAccountNumber != "" {
			row.Address = paths.AccountPage(supplier.Code, a.ExternalAccountNumber)
		}
		shown.Accounts = append(shown.Accounts, row)
	}
	if kept.More > 0 {
		shown.More = "And " + views.FormatCount(kept.More, "more account") + ": the report of the command names all."
	}
	// A line that was sent or taken back afterwards has changed a count of the run.
	err = p.Reader.QueryRow(`SELECT COALESCE(max(updated), '') > ? FROM run_counts WHERE run = ?`, database.Time(shown.At), r.id).Scan(&shown.IsOld)
	return shown, err
}

// listTotals lists control totals by their paths, as transactions.CHARGE.sum.
func listTotals(object jsontext.Value, prefix string) (list []views.Fact) {
	_ = payload.EachMember(object, func(m payload.Member) bool { // without an object, there are none
		if m.Value.Kind() == '{' {
			list = append(list, listTotals(m.Value, prefix+m.Name+".")...)
		} else {
			list = append(list, views.Fact{Name: prefix + m.Name, Value: strings.Trim(string(m.Value), `"`)})
		}
		return len(list) < maxKeptTotals
	})
	return list
}
