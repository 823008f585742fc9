package views

import "time"

// Masked stands in place of what the reader may not see.
const Masked = "•••"

// SupplierProgress is how far the import of one supplier is. Numbers are written out.
type SupplierProgress struct {
	Code, Name, Status string
	Address            string // of the supplier's page
	Still              bool   // work is left, and nothing has happened for a while
	Staged             string // accounts that are left to import
	Imported           string
	Refused, Skipped   string
	Percent            string
	Bar                []BarPart
	Now, Average       string // accounts per minute; empty where there is no telling
	Left               string // the time that it will take; empty where there is no telling
	LastActivity       time.Time
	Spark              Chart
}

// BarPart is a part of a bar that is 1000 wide.
type BarPart struct {
	Class    string
	X, Width int
}

// Chart is a drawing of counters over time: lines in a box of Width by Height.
type Chart struct {
	Width, Height int
	Caption       string
	Lines         []ChartLine
	Across        []Tick // values, at heights
	Along         []Tick // moments, at distances from the left
	Rows          []ChartRow
}

// ChartLine is a line of a chart, as the points of an SVG polyline, and the area
// below it as those of a polygon.
type ChartLine struct{ Class, Points, Area string }

// Tick is a mark on the edge of a chart: a text, or a moment in one of two forms.
type Tick struct {
	At     string // where, in the units of the chart
	Text   string
	Moment time.Time
	Day    bool // rather than the time of the day
}

// ChartRow is a moment of a chart, for those who read rather than look.
type ChartRow struct {
	At               time.Time
	Staged, Imported string
}

// FaultCount is how many accounts have a fault.
type FaultCount struct {
	Code, Meaning, Accounts string
	List                    string // address of the accounts
	Rule                    string // address of the explanation
}

// StoryEvent is something that happened to an account. Number and Account are empty
// on the account's own page.
type StoryEvent struct {
	At              time.Time
	Kind            string // good, bad or plain
	What            string
	By              string
	Number, Account string
	Code            string
	Faults          []AccountFault
	Payload         string // address of the data as they were sent
}

// AccountFault is one broken rule, in plain words.
type AccountFault struct{ Attr, Detail, Code, Meaning, Remedy, Rule string }

// SearchForm is what accounts are looked for by. Without People, only by number.
type SearchForm struct {
	Address                  string // of the page that has it
	Query, By, State, Sort   string
	Code                     string
	Codes                    []string
	People                   bool
	Filtered                 bool
	CSV                      string
	Refusal                  string // why nothing was searched
	States, SortOrders, Bies []Option
}

// Option is an option of a form.
type Option struct{ Value, Text string }

// FoundAccount is a row of a list of accounts.
type FoundAccount struct {
	Number, Address, Service string
	Who                      string // the name or the place that was found
	State                    AccountState
	At                       time.Time
	Codes                    []Link
}

// AccountState is a state, for people.
type AccountState struct{ Text, Class string }

// AccountList is a page of accounts.
type AccountList struct {
	Rows    []FoundAccount
	Note    string // what is special about the list
	ShowWho bool
	First   string // address of the first page, empty on it
	Next    string // address of the next page, empty on the last
}

// SupplierPage is all about the import of one supplier.
type SupplierPage struct {
	Frame
	Live, Version string
	Progress      SupplierProgress
	Chart         Chart
	Faults        []FaultCount
	Recent        []StoryEvent
	Search        SearchForm
	List          AccountList
}

// OverviewPage is all suppliers.
type OverviewPage struct {
	Frame
	Live, Version string
	Suppliers     []SupplierProgress
}

// AccountPage is all about one account. What it has not is empty.
type AccountPage struct {
	Frame
	Live, Version string
	Supplier      Link
	Number        string
	Service       string
	State         AccountState
	Sentence      string // what the state means for the customer
	Masked        bool   // personal data is
	Facts         []Fact
	Refusal       *Refusal
	Story         []StoryEvent
	OlderStory    string // address
	Pinned        []AccountNote
	Notes         []AccountNote
	NotesPages    Pager
	Money         *AccountMoney
	Statements    []AccountStatement
	Instructions  [][]Fact
	People        []Person
	Addresses     []Person
	Stagings      []StagingLine
}

// Fact is a name and a value, which may be a moment.
type Fact struct {
	Name, Value string
	At          time.Time
}

// Refusal is why the last check of an account failed.
type Refusal struct {
	At                    time.Time
	What                  string
	Code, Meaning, Remedy string
	Rule                  string
	Faults                []AccountFault
}

// Pager leads through the pages of a part of a page.
type Pager struct{ About, Newer, Older string }

// AccountNote is a note of an account.
type AccountNote struct {
	Body      string
	At        time.Time
	Labels    []string
	Documents []Document
}

// Document is a stored document. Its address is empty where it cannot be opened, and
// then Problem says why.
type Document struct{ Name, Address, Problem string }

// AccountMoney is the balance of an account and its transactions.
type AccountMoney struct {
	Balance      string
	Credit, Debt bool // which of them the balance is
	Ledgers      []LedgerLine
	Rows         []TransactionLine
	Opening      string // brought forward, where the list ends there; empty for nothing
	Several      bool   // more than one ledger
	Pages        Pager
}

// LedgerLine is a ledger of an account.
type LedgerLine struct{ Name, Balance, LastStatement, Closed string }

// TransactionLine is a transaction, with the balance after it.
type TransactionLine struct {
	Date, Type, What, Amount, Balance, Ledger string
	Notes                                     []string
	In                                        bool // it adds to the balance
}

// AccountStatement is a historical statement.
type AccountStatement struct {
	Number, From, To, Issued, Gross string
	Document                        Document
}

// Person is a customer of an account, or an address.
type Person struct {
	Name  string
	Facts []Fact
}

// StagingLine is data that were staged.
type StagingLine struct {
	At      time.Time
	Size    string
	Current bool
	Address string
}

// StagingPage is data as they were sent.
type StagingPage struct {
	Frame
	Supplier, Account   Link
	At                  time.Time
	Size, SHA256        string
	Current, Masked     bool
	Text                string
	Cut                 bool   // the text is only the beginning
	Download            string // address of the whole
	Before              time.Time
	Changes             []Change
	MoreChanges         string
	Unreadable, IsFirst bool
}

// Change is a member that differs between two payloads.
type Change struct{ Kind, Path, Old, New string }
