package docs

import (
	"net/http"
	"net/url"
	"strings"

	"github.com/dustin/go-humanize"

	"dataimport/modules/kit/http/paths"
	"dataimport/modules/kit/http/session"
	"dataimport/modules/kit/module"
	"dataimport/modules/kit/store/accountevents"
	"dataimport/modules/kit/store/database"
	"dataimport/views"
)

// readAffected returns, by code, in how many accounts of each supplier that the reader sees the
// fault is now. It reads a counter for each supplier and code.
func readAffected(r *module.Runtime, reader *session.Reader) (map[string]views.Affected, error) {
	if reader == nil {
		return nil, nil
	}
	snapshot, err := r.Settings.Current()
	if err != nil {
		return nil, err
	}
	affected, totals := make(map[string]views.Affected), make(map[string]int64)
	const query = `SELECT supplier, name, n FROM progress WHERE name >= ? AND name < ? AND n > 0 ORDER BY n DESC, supplier`
	err = database.EachRow(r.Reader, func(row database.Row) error {
		var id, name string
		var n int64
		if err := row.Scan(&id, &name, &n); err != nil {
			return err
		}
		s := snapshot.SupplierByID(id)
		if s == nil || !reader.Sees(id) {
			return nil
		}
		code := strings.TrimPrefix(name, accountevents.FaultCounter)
		totals[code] += n
		affected[code] = views.Affected{Total: humanize.Comma(totals[code]), Suppliers: append(affected[code].Suppliers, views.Link{
			Name: s.Code, About: humanize.Comma(n), Address: paths.SupplierPage(s.Code) + "?" + url.Values{"code": {code}}.Encode(),
		})}
		return nil
	}, query, accountevents.FaultCounter, accountevents.FaultCounter+"\U0010FFFF")
	return affected, err
}

// readRuleFilter reads the filter of a page of rules from its address.
func readRuleFilter(r *http.Request) views.RuleFilter {
	query := r.URL.Query()
	return views.RuleFilter{Text: strings.TrimSpace(query.Get("q")), Area: query.Get("area"), Mine: query.Get("mine") != ""}
}

// filterRules returns the book with the rules that a filter admits, and with the accounts that
// break them. It leaves the book as it is.
func filterRules(book views.RuleBook, f views.RuleFilter, affected map[string]views.Affected) views.RuleBook {
	book.Filter, book.SignedIn = f, affected != nil
	areas := book.Areas
	book.Areas = nil
	for _, area := range areas {
		if f.Area != "" && f.Area != area.ID {
			continue
		}
		rules := area.Rules
		area.Rules = nil
		for _, rule := range rules {
			rule.Affected = affected[rule.Code]
			if (f.Mine && rule.Affected.Total == "") || !matchesText(rule, f.Text) {
				continue
			}
			area.Rules = append(area.Rules, rule)
		}
		if len(area.Rules) > 0 {
			book.Areas = append(book.Areas, area)
			book.Shown += len(area.Rules)
		}
	}
	return book
}

// matchesText reports whether a rule has every word of a text: in its code, in its words or in the
// places of its examples.
func matchesText(rule views.Rule, text string) bool {
	for word := range strings.FieldsSeq(strings.ToLower(text)) {
		if !strings.Contains(rule.Words, word) {
			return false
		}
	}
	return true
}
