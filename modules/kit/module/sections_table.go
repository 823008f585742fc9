package module

import (
	"cmp"
	"slices"
	"strings"

	"dataimport/views"
)

// shownValue is a value of a document: a text, an object or an array.
type shownValue struct {
	text    string
	members []shownMember // of an object; not nil then
	items   []shownValue  // of an array; not nil then
}

// shownMember is a member of an object.
type shownMember struct {
	name string
	shownValue
}

func (v *shownValue) isScalar() bool { return v.members == nil && v.items == nil }

// isFlat reports whether a value can be shown as facts: it is a text, an array of texts, or an
// object of those.
func (v *shownValue) isFlat() bool {
	for i := range v.members {
		if m := &v.members[i]; !m.isScalar() && !m.isTexts() {
			return false
		}
	}
	return v.items == nil || v.isTexts()
}

func (v *shownValue) isTexts() bool {
	return v.items != nil && !slices.ContainsFunc(v.items, func(item shownValue) bool { return !item.isScalar() })
}

// facts returns a flat value as facts. Those of an object have the name of its member before
// theirs.
func (m *shownMember) facts(before string) (list []views.Fact) {
	name := m.label()
	if before != "" {
		name = before + ", " + views.Uncapitalize(name)
	}
	switch {
	case m.members != nil:
		for i := range m.members {
			list = append(list, m.members[i].facts(name)...)
		}
		return list
	case m.items != nil:
		texts := make([]string, len(m.items))
		for i := range m.items {
			texts[i] = m.items[i].text
		}
		return views.NewFacts(name, cmp.Or(strings.Join(texts, ", "), "none"))
	}
	return views.NewFacts(name, m.text)
}

// table returns a list of flat objects as a table: readings with the latest first, other lists in
// their order. It is nil where an item has parts of its own, or where there would be too many
// columns.
func (m *shownMember) table() *views.SectionTable {
	t := &views.SectionTable{Title: m.label(), Folded: len(m.items) > maxOpenRows}
	rows := make([][]views.Fact, 0, len(m.items))
	for i := range m.items {
		item := &m.items[i]
		if item.members == nil || !item.isFlat() {
			return nil
		}
		slices.SortStableFunc(item.members, compareMembers)
		var facts []views.Fact
		for j := range item.members {
			facts = append(facts, item.members[j].facts("")...)
		}
		for _, fact := range facts {
			if !slices.Contains(t.Columns, fact.Name) {
				t.Columns = append(t.Columns, fact.Name)
			}
		}
		rows = append(rows, facts)
	}
	if len(t.Columns) > maxTableColumns || len(t.Columns) == 0 {
		return nil
	}
	for _, facts := range rows {
		t.Rows = append(t.Rows, fillRow(t.Columns, facts))
	}
	if by := slices.Index(t.Columns, views.HumanizeName("reading_date")); by >= 0 {
		slices.SortStableFunc(t.Rows, func(a, b []string) int { return cmp.Compare(b[by], a[by]) })
	}
	if more := len(t.Rows) - maxTableRows; more > 0 {
		t.Rows, t.More = t.Rows[:maxTableRows], views.FormatNumber(more)+" more are in the data as it was sent."
	}
	return t
}

// fillRow returns the cells of a row: the values of its facts in the columns of their names.
func fillRow(columns []string, facts []views.Fact) []string {
	cells := make([]string, len(columns))
	for _, fact := range facts {
		cells[slices.Index(columns, fact.Name)] = fact.Value
	}
	return cells
}
