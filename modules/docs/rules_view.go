package docs

import (
	"encoding/json/jsontext"
	"strconv"
	"strings"

	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/http/paths"
	"dataimport/views"
)

// newRuleBook returns the catalogue in the form of its page.
func newRuleBook(c catalogue.Catalogue) views.RuleBook {
	book := views.RuleBook{Setting: catalogue.Setting, Account: formatJSON(jsontext.Value(catalogue.Account)), JSON: paths.RulesDocument}
	for _, area := range c {
		shown := views.RuleArea{ID: formatAnchor(area.Name), Name: area.Name}
		book.AllAreas = append(book.AllAreas, views.Option{Value: shown.ID, Text: shown.Name})
		for _, e := range area.Entries {
			shown.Rules = append(shown.Rules, newRuleView(e, area.Name))
			book.All++
		}
		book.Areas = append(book.Areas, shown)
	}
	return book
}

func newRuleView(e catalogue.Entry, area string) views.Rule {
	words := []string{e.Code, strings.ReplaceAll(e.Code, "_", " "), area, e.Meaning, e.Remedy, e.Market}
	rule := views.Rule{Code: e.Code, Meaning: e.Meaning, Remedy: e.Remedy, Market: e.Market, Statuses: formatStatuses(e.Statuses)}
	var examples []views.RuleExample
	for _, x := range e.Examples {
		example := views.RuleExample{Attr: x.Attr}
		example.Bad, example.Good = compareLines(formatPair(jsontext.Value(x.Bad), jsontext.Value(x.Good)))
		words = append(words, x.Attr)
		if x.Settings != "" {
			example.Settings = formatJSON(jsontext.Value(x.Settings))
		}
		if x.Market != e.Market {
			example.Market = x.Market
		}
		examples = append(examples, example)
	}
	rule.Examples = views.RenderExamples(examples)
	rule.Words = strings.ToLower(strings.Join(words, " "))
	return rule
}

// formatAnchor returns the id of an area's heading. It always has a hyphen, so it differs from
// every code.
func formatAnchor(name string) string {
	words := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return r < 'a' || r > 'z' })
	return "area-" + strings.Join(words, "-")
}

// formatStatuses lists statuses in words: 400, or 400 or 404.
func formatStatuses(statuses []int) string {
	texts := make([]string, len(statuses))
	for i, status := range statuses {
		texts[i] = strconv.Itoa(status)
	}
	return strings.Join(texts, " or ")
}
