package docs

import (
	"encoding/json/jsontext"
	"encoding/json/v2"
	"net/http"
	"slices"
	"strings"
	"sync"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/payload"
	"dataimport/modules/kit/http/endpoint"
	"dataimport/modules/kit/http/page"
	"dataimport/modules/kit/http/paths"
	"dataimport/modules/kit/http/session"
	"dataimport/modules/kit/module"
	"dataimport/views"
)

// Catalogue returns the rules of the modules, and those of the kit.
func Catalogue(documented []module.Module) catalogue.Catalogue {
	rules := slices.Clone(payload.Rules)
	for _, m := range documented {
		rules = append(rules, m.Rules...)
	}
	return catalogue.New(slices.Concat(rules, account.Rules, endpoint.Rules)...)
}

// newRulePages returns the pages of the catalogue for people and for programs, each with and without its
// trailing slash.
func newRulePages(r *module.Runtime) []endpoint.Page {
	document, err := json.Marshal(newRuleDocument(r.Rules), jsontext.WithIndent("  "))
	if err != nil {
		panic("docs: the rules cannot be written: " + err.Error()) // the rules are fixed when the program is built
	}
	return append(newPages(strings.TrimSuffix(paths.RulesPage, "/"), newRulesHandler(r)), newPages(paths.RulesDocument, newDocumentHandler(document))...)
}

func newPages(path string, handler http.Handler) []endpoint.Page {
	return []endpoint.Page{{Pattern: "GET " + path, Handler: handler}, {Pattern: "GET " + path + "/{$}", Handler: handler}}
}

func newRulesHandler(r *module.Runtime) http.Handler {
	book := sync.OnceValue(func() views.RuleBook { return newRuleBook(r.Rules) }) // a service that is not asked does without its memory
	whole := sync.OnceValue(func() *page.Stored {
		return page.Store(views.Rules(nil, filterRules(book(), views.RuleFilter{}, nil)))
	})
	return http.HandlerFunc(func(w http.ResponseWriter, request *http.Request) {
		reader, filter := session.From(request.Context()), readRuleFilter(request)
		if reader == nil {
			if filter.IsEmpty() {
				whole().Write(w, request)
				return
			}
			page.LeaveUncompressed(w) // a stranger's filter may match nearly all
		}
		affected, err := readAffected(r, reader)
		if err != nil {
			panic(err) // the page's frame answers and logs it
		}
		page.Write(w, request, http.StatusOK, views.Rules(reader, filterRules(book(), filter, affected)))
	})
}

// ruleDocument is the catalogue as JSON.
type ruleDocument struct {
	Setting string         `json:"setting"`
	Account jsontext.Value `json:"account"`
	Rules   []ruleEntry    `json:"rules"`
}

type ruleEntry struct {
	Code     string        `json:"code"`
	Area     string        `json:"area"`
	Market   string        `json:"market,omitzero"`
	Meaning  string        `json:"meaning"`
	Remedy   string        `json:"remedy"`
	Statuses []int         `json:"statuses"`
	Examples []ruleExample `json:"examples"`
}

type ruleExample struct {
	Attr   string `json:"attr"`
	Market string `json:"market,omitzero"`
	// Settings are those of the supplier that the example needs, and no others.
	Settings jsontext.Value `json:"settings,omitzero"`
	Bad      jsontext.Value `json:"bad"`
	Good     jsontext.Value `json:"good"`
}

// settingsOf returns the settings of an example, nil where it needs none.
func settingsOf(x catalogue.Example) jsontext.Value {
	if x.Settings == "" {
		return nil
	}
	return jsontext.Value(x.Settings)
}

func newRuleDocument(c catalogue.Catalogue) ruleDocument {
	document := ruleDocument{Setting: catalogue.Setting, Account: jsontext.Value(catalogue.Account)}
	for _, area := range c {
		for _, e := range area.Entries {
			entry := ruleEntry{Code: e.Code, Area: area.Name, Market: e.Market, Meaning: e.Meaning, Remedy: e.Remedy, Statuses: e.Statuses}
			for _, x := range e.Examples {
				entry.Examples = append(entry.Examples, ruleExample{x.Attr, x.Market, settingsOf(x), jsontext.Value(x.Bad), jsontext.Value(x.Good)})
			}
			document.Rules = append(document.Rules, entry)
		}
	}
	return document
}
