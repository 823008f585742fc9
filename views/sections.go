package views

// Section is a part of a document, such as a meter point: its facts, then the lists in it whose
// items are alike, as tables, then the parts in it.
type Section struct {
	Title    string
	Facts    []Fact
	Tables   []SectionTable
	Sections []Section
	Folded   bool // shows its title alone until a reader opens it
}

// SectionTable is a list whose items are alike. Each row has as many cells as there are columns.
type SectionTable struct {
	Title   string
	Columns []string
	Rows    [][]string
	Folded  bool   // shows its title alone until a reader opens it
	More    string // what is left out; empty for nothing
}

// caption names a table and the number of its rows.
func (t *SectionTable) caption() string { return t.Title + " (" + FormatNumber(len(t.Rows)) + ")" }
