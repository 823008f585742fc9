package progress

import (
	"slices"
	"strings"
	"unicode/utf8"

	"dataimport/modules/kit/domain/settings"
	"dataimport/views"
)

// What accounts can be looked for by.
const (
	byNumber   = "number"
	byName     = "name"
	byPostcode = "postcode"
)

// The orders of a list. Where it goes by number it is that of the numbers alone.
const (
	newest  = "newest"
	oldest  = "oldest"
	upwards = "number"
)

// filter is which accounts a list has, in which order, and where it begins.
type filter struct {
	query, by string
	state     string // one of the states or refused; empty for all
	code      string // of a fault that they have
	sort      string
	after     string // where the page before ended
	refusal   string // why nothing is searched
}

var (
	states = []views.Option{{Value: "", Text: "any"}, {Value: staged, Text: "staged"}, {Value: imported, Text: "imported"}, {Value: skipped, Text: "skipped"}, {Value: refused, Text: "with faults"}}
	orders = []views.Option{{Value: newest, Text: "newest first"}, {Value: oldest, Text: "oldest first"}, {Value: upwards, Text: "by number"}}
	bies   = []views.Option{{Value: byNumber, Text: "account number"}, {Value: byName, Text: "customer name"}, {Value: byPostcode, Text: "postcode"}}
)

const maxQuery = 200

// readFilter reads what a form sent. What is no choice of it counts as not chosen.
// Who must not see personal data must not find it either: each search would tell
// something of it.
func readFilter(v *visit) filter {
	get := func(name string) string {
		value := strings.TrimSpace(v.URL.Query().Get(name))
		if !utf8.ValidString(value) || len(value) > 4*maxQuery {
			return ""
		}
		return value
	}
	f := filter{query: get("q"), code: get("code"), after: v.URL.Query().Get("after")}
	f.by = chosen(bies, get("by"), byNumber)
	f.state = chosen(states, get("state"), "")
	f.sort = chosen(orders, get("sort"), newest)
	if f.by != byNumber && !v.seesPeople() {
		f.by = byNumber
		if f.query != "" {
			f.refusal = "Only staff with the role support can look for customers. Look for the account number."
		}
	}
	if f.by != byNumber && f.query != "" && utf8.RuneCountInString(strings.ReplaceAll(f.query, " ", "")) < 2 {
		f.refusal = "Type two letters at least."
	}
	return f
}

func chosen(choices []views.Option, value, otherwise string) string {
	if slices.ContainsFunc(choices, func(c views.Option) bool { return c.Value == value }) {
		return value
	}
	return otherwise
}

func (f *filter) any() bool {
	return f.query != "" || f.state != "" || f.code != "" || f.after != "" || f.sort != newest
}

// address is that of the list with this filter, from a place on.
func (f *filter) address(page, after string) string {
	by, sort := f.by, f.sort
	if f.query == "" || by == byNumber {
		by = ""
	}
	if sort == newest {
		sort = ""
	}
	return with(page, "q", f.query, "by", by, "state", f.state, "code", f.code, "sort", sort, "after", after)
}

func (f *filter) form(s *settings.Supplier, people bool) views.SearchForm {
	form := views.SearchForm{
		Address: supplierAddress(s.Code), Query: f.query, By: f.by, State: f.state, Sort: f.sort, Code: f.code,
		People: people, Filtered: f.any(), CSV: f.address(supplierAddress(s.Code)+"~accounts.csv", ""), Refusal: f.refusal,
		States: states, SortOrders: orders, Bies: bies,
	}
	if !people {
		form.Bies = bies[:1]
	}
	return form
}
