package progress

import (
	"slices"
	"strings"
	"unicode/utf8"

	"dataimport/modules/kit/domain/settings"
	"dataimport/modules/kit/http/page"
	"dataimport/modules/kit/http/paths"
	"dataimport/views"
)

// The fields by which accounts can be searched.
const (
	byNumber   = "number"
	byName     = "name"
	byPostcode = "postcode"
)

// The orders of a list. An order by number depends on the numbers alone.
const (
	newest  = "newest"
	oldest  = "oldest"
	upwards = "number"
)

// filter says which accounts a list has, in which order, and where it begins.
type filter struct {
	query, by string
	state     string // one of the shown states; empty for all
	code      string // of a fault that the accounts have
	sort      string
	cursor    string // where the previous page ended
	refusal   string // why no search is made
}

var (
	stateOptions = []views.Option{
		{Value: "", Text: "any"}, {Value: imported, Text: "imported"}, {Value: incomplete, Text: "incomplete"}, {Value: refused, Text: "refused"},
		{Value: skipped, Text: "skipped"}, {Value: staged, Text: "left to import"},
	}
	sortOptions   = []views.Option{{Value: newest, Text: "newest first"}, {Value: oldest, Text: "oldest first"}, {Value: upwards, Text: "by number"}}
	searchOptions = []views.Option{{Value: byNumber, Text: "account number"}, {Value: byName, Text: "customer name"}, {Value: byPostcode, Text: "postcode"}}
)

const maxQuery = 200

// readFilter reads the form of a request. An unknown choice counts as none. A reader who must not
// see personal data must not search by it either, because each result would reveal some of it.
func readFilter(v *page.Request) filter {
	get := func(name string) string {
		value := strings.TrimSpace(v.URL.Query().Get(name))
		if !utf8.ValidString(value) || len(value) > 4*maxQuery {
			return ""
		}
		return value
	}
	f := filter{query: get("q"), code: get("code"), cursor: v.URL.Query().Get("after")}
	f.by = chooseOption(searchOptions, get("by"), byNumber)
	f.state = chooseOption(stateOptions, get("state"), "")
	f.sort = chooseOption(sortOptions, get("sort"), newest)
	if f.by != byNumber && !v.SeesPersonalData() {
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

func chooseOption(choices []views.Option, value, otherwise string) string {
	if slices.ContainsFunc(choices, func(c views.Option) bool { return c.Value == value }) {
		return value
	}
	return otherwise
}

func (f *filter) isSet() bool {
	return f.query != "" || f.state != "" || f.code != "" || f.cursor != "" || f.sort != newest
}

// listAddress returns the address of the list with this filter, from a cursor on.
func (f *filter) listAddress(page, after string) string {
	by, sort := f.by, f.sort
	if f.query == "" || by == byNumber {
		by = ""
	}
	if sort == newest {
		sort = ""
	}
	return addParameters(page, "q", f.query, "by", by, "state", f.state, "code", f.code, "sort", sort, "after", after)
}

func (f *filter) newSearchForm(s *settings.Supplier, people bool) views.SearchForm {
	form := views.SearchForm{
		Address: paths.SupplierPage(s.Code), Query: f.query, By: f.by, State: f.state, Sort: f.sort, Code: f.code,
		People: people, Filtered: f.isSet(), CSV: f.listAddress(paths.SupplierPage(s.Code)+"~accounts.csv", ""), Refusal: f.refusal,
		States: stateOptions, SortOrders: sortOptions, Bies: searchOptions,
	}
	if !people {
		form.Bies = searchOptions[:1]
	}
	return form
}
