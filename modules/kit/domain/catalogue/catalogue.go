package catalogue

import "slices"

// Catalogue holds all rules, by area.
type Catalogue []Area

// Area holds the rules of one area.
type Area struct {
	Name    string
	Entries []Entry
}

// Entry is the description of one code. Its market is set only if no other market has the
// code.
type Entry struct {
	Code, Meaning, Remedy, Market string
	Statuses                      []int
	Examples                      []Example
}

// Example is a pair of accounts, one that breaks a rule and one that keeps it, in one
// market or in any, of a supplier with these settings.
type Example struct{ Attr, Bad, Good, Market, Settings string }

// New builds a catalogue of rules. Areas and codes are in the order in which they first
// appear. Areas without examples come last. A code with several descriptions has the
// words of the first description that has any, and the examples of all.
func New(rules ...Rule) Catalogue {
	var c Catalogue
	type spot struct{ area, entry int }
	known := make(map[string]spot)
	for _, r := range rules {
		s, exists := known[r.Code]
		if !exists {
			s.area = c.area(r.Area)
			s.entry = len(c[s.area].Entries)
			known[r.Code] = s
			c[s.area].Entries = append(c[s.area].Entries, Entry{Code: r.Code, Market: r.Market})
		}
		c[s.area].Entries[s.entry].add(r)
	}
	about, others := make(Catalogue, 0, len(c)), make(Catalogue, 0, len(c))
	for _, area := range c {
		if slices.ContainsFunc(area.Entries, func(e Entry) bool { return len(e.Examples) > 0 }) {
			about = append(about, area)
		} else {
			others = append(others, area)
		}
	}
	return append(about, others...)
}

// area returns the index of an area, and adds the area where it is missing.
func (c *Catalogue) area(name string) int {
	i := slices.IndexFunc(*c, func(a Area) bool { return a.Name == name })
	if i < 0 {
		i = len(*c)
		*c = append(*c, Area{Name: name})
	}
	return i
}

func (e *Entry) add(r Rule) {
	if e.Meaning == "" {
		e.Meaning, e.Remedy = r.Meaning, r.Remedy
	}
	if e.Market != r.Market {
		e.Market = ""
	}
	for _, status := range r.Statuses {
		if !slices.Contains(e.Statuses, status) {
			e.Statuses = append(e.Statuses, status)
		}
	}
	example := Example{Attr: r.Attr, Bad: r.Bad, Good: r.Good, Market: r.Market, Settings: r.Settings}
	if r.Bad != "" && !slices.Contains(e.Examples, example) {
		e.Examples = append(e.Examples, example)
	}
}

// ByCode are the entries by their codes.
func (c Catalogue) ByCode() map[string]Entry {
	byCode := make(map[string]Entry)
	for _, area := range c {
		for _, e := range area.Entries {
			byCode[e.Code] = e
		}
	}
	return byCode
}
