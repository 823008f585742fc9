package docs

import (
	"encoding/json/jsontext"
	"strconv"
	"strings"

	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/http/paths"
	"dataimport/views"
)

// rulesView returns the catalogue in the form of its page.
func rulesView(c catalogue.Catalogue) views.RuleBook {
	book := views.RuleBook{Setting: catalogue.Setting, Account: layout(jsontext.Value(catalogue.Account)), JSON: paths.RulesDocument}
	for _, area := range c {
		shown := views.RuleArea{ID: anchor(area.Name), Name: area.Name}
		for _, e := range area.Entries {
			shown.Rules = append(shown.Rules, ruleView(e))
		}
		book.Areas = append(book.Areas, shown)
	}
	return book
}

func ruleView(e catalogue.Entry) views.Rule {
	rule := views.Rule{Code: e.Code, Meaning: e.Meaning, Remedy: e.Remedy, Market: e.Market, Statuses: either(e.Statuses)}
	for _, x := range e.Examples {
		example := views.RuleExample{Attr: x.Attr, Bad: layout(jsontext.Value(x.Bad)), Good: layout(jsontext.Value(x.Good))}
		if x.Market != e.Market {
			example.Market = x.Market
		}
		rule.Examples = append(rule.Examples, example)
	}
	return rule
}

// anchor returns the id of an area's heading. It always has a hyphen, so it differs from
// every code.
func anchor(name string) string {
	words := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return r < 'a' || r > 'z' })
	return "area-" + strings.Join(words, "-")
}

// either lists statuses in words: 400, or 400 or 404.
func either(statuses []int) string {
	texts := make([]string, len(statuses))
	for i, status := range statuses {
		texts[i] = strconv.Itoa(status)
	}
	return strings.Join(texts, " or ")
}
