package views

import (
	"strconv"
	"time"

	"github.com/a-h/templ"
)

// Masked replaces values that the reader is not allowed to see.
const Masked = "•••"

// SupplierProgress shows how far the import of one supplier is. Numbers are formatted
// texts.
type SupplierProgress struct {
	Code, Name, Status string
	Address            string // address of the supplier's page
	Still              string // what the import waits for, where there was no progress for a while
	Percent            string // of the expected accounts; empty where nothing says how many there are
	Sum                string // the accounts by state, which add up
	Bar                Bar
	Figures            []RunFigure // the accounts by state
	Pace               []RunFigure
	Left               string // the remaining time; empty where it cannot be estimated
	LastActivity       time.Time
	Spark              Chart
}

// Chart is a drawing of counters over time: lines in a box of Width by Height.
type Chart struct {
	Width, Height int
	Caption       string
	Lines         []ChartLine
	Across        []Tick // values, at their heights
	Along         []Tick // times, at their distances from the left
	Rows          []ChartRow
}

// ChartLine is a line of a chart: the points of an SVG polyline, and of the polygon below
// it.
type ChartLine struct{ Name, Class, Points, Area string }

// Tick is a mark on the edge of a chart: a text, or a time in one of two forms.
type Tick struct {
	At     string // its place, in the units of the chart
	Text   string
	Moment time.Time
	Day    bool // shows the day and not the time of the day
}

// ChartRow is one time of a chart, with a value for each line, for readers of the table below it.
type ChartRow struct {
	At     time.Time
	Values []string
}

// FaultCount is how many accounts have a fault.
type FaultCount struct {
	Code, Meaning, Accounts string
	List                    string // address of the list of accounts
	Rule                    string // address of the rule's explanation
}

// StoryEvent is an event of an account. Number and Account are empty on the account's own
// page.
type StoryEvent struct {
	At              time.Time
	Kind            string // good, bad or plain
	What            string
	By              string
	Number, Account string
	Code            string
	Faults          []AccountFault
	IsAbove         bool   // whether the page shows the faults above
	Payload         string // address of the data as it was sent
}

// AccountFault is one broken rule, in plain words.
type AccountFault struct{ Attr, Detail, Code, Meaning, Remedy, Rule string }

// SearchForm holds the values that accounts are searched by. Without People, only the
// number can be searched.
type SearchForm struct {
	Address                  string // address of the page with the form
	Query, By, State, Sort   string
	Code                     string
	Codes                    []string
	People                   bool
	Filtered                 bool
	CSV                      string
	Refusal                  string // the reason why nothing was searched
	States, SortOrders, Bies []Option
}

// Option is an option of a form.
type Option struct{ Value, Text string }

// FoundAccount is a row of a list of accounts.
type FoundAccount struct {
	Number, Address, Service string
	Who                      string // the name or the place that matched
	State                    AccountState
	Erased                   bool
	Supplier                 Link   // of a search across suppliers
	By                       string // what matches, in words
	At                       time.Time
	Codes                    []Link
}

// FindPage is the page of a search across suppliers.
type FindPage struct {
	Frame
	Query  string
	People bool // whether personal data was searched
	Note   string
	Rows   []FoundAccount
}

// AccountState is the state of an account, in words for people.
type AccountState struct{ Text, Class string }

// AccountList is a page of accounts.
type AccountList struct {
	Rows    []FoundAccount
	Note    string    // a remark about the list
	At      time.Time // when it was read; zero for a list that is kept up to date
	ShowWho bool
	First   string // address of the first page; empty on the first page
	Next    string // address of the next page; empty on the last page
}

// SupplierPage is the page of the import of one supplier.
type SupplierPage struct {
	Frame
	Live, Version string
	Progress      SupplierProgress
	Chart         Chart
	Faults        []FaultCount
	FaultsCSV     string // address of the file of all faults
	FaultsPage    string // address of the page of all faults
	Recent        []StoryEvent
	Unstaged      bool // whether accounts were refused of which nothing is staged
	Panels        []AccountPanel
	Search        SearchForm
	List          AccountList
}

// OverviewPage is the page of all suppliers.
type OverviewPage struct {
	Frame
	Live, Version string
	Suppliers     []SupplierProgress
	Needs         []Need // the oldest first
	MoreNeeds     bool   // whether there are more
	Operates      bool   // whether the reader is an operator or an admin
	FirstSteps    []Link // what an operator does first, where there is no supplier
	Changes       []RecentChange
}

// Need is something that the reader has to look at.
type Need struct {
	Text, Address string
	Since         time.Time // zero where it is not known
}

// RecentChange is a change by an operator, a command or the service.
type RecentChange struct {
	At                 time.Time
	Who, What, Address string
}

// AccountPage is the page of one account. Absent parts are empty.
type AccountPage struct {
	Frame
	Live, Version string
	Supplier      Link
	Number        string
	Service       string
	State         AccountState
	Erased        bool
	Sentence      string // the meaning of the state for the customer
	Masked        bool   // whether personal data is masked
	Facts         []Fact
	Refusals      []Refusal
	Story         []StoryEvent
	OlderStory    string // address of the older events
	Panels        []AccountPanel
	Stagings      []StagingLine
}

// Fact is a name and a value. The value may be a time.
type Fact struct {
	Name, Value string
	At          time.Time
}

// Refusal is the reason why the last check of an account, or of further data, failed.
type Refusal struct {
	At                    time.Time
	What                  string
	Code, Meaning, Remedy string
	Rule                  string
	Faults                []AccountFault
}

// Pager links the pages of a part of a page: Newer and Older in the order of time, First and Next
// in another order.
type Pager struct{ About, First, Newer, Older, Next string }

// AccountPanel is a part of an account's page, with what stands below its heading.
type AccountPanel struct {
	Title, Anchor string
	Class         string // a CSS class; empty for none
	Content       templ.Component
}

// Document is a stored document. Its address is empty where it cannot be opened; Problem
// then says why.
type Document struct{ Name, Address, Problem string }

// StagingLine is one staging of an account's data.
type StagingLine struct {
	At      time.Time
	Size    string
	Current bool
	Address string
}

// StagingPage is the page of data as it was sent.
type StagingPage struct {
	Frame
	Supplier, Account   Link
	At                  time.Time
	Size, SHA256        string
	Current, Masked     bool
	Text                string
	Cut                 bool   // whether the text is only the beginning
	Download            string // address of the whole text
	Before              time.Time
	Changes             []Change
	MoreChanges         string
	Unreadable, IsFirst bool
}

// Change is a member that differs between two payloads.
type Change struct{ Kind, Path, Old, New string }

// countNeeds says how many things the reader has to look at.
func countNeeds(p OverviewPage) string {
	switch n := len(p.Needs); {
	case p.MoreNeeds:
		return "More than " + strconv.Itoa(n) + " things need you"
	case n == 1:
		return "1 thing needs you"
	default:
		return strconv.Itoa(n) + " things need you"
	}
}
