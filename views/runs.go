package views

import "time"

// RunLine is a run in a list of runs.
type RunLine struct {
	Name, Address string
	Mode          string // in words
	State         AccountState
	Sentence      string // the lines by outcome, which add up
	Bar           Bar
	OpenedAt      time.Time
	By            string // the API client
}

// RunListPage is the page of the runs of a supplier.
type RunListPage struct {
	Frame
	Supplier Link
	Runs     []RunLine
	Next     string // address of the next page; empty on the last page
}

// RunPage is the page of one run. Absent parts are empty.
type RunPage struct {
	Frame
	Live, Version  string
	Supplier       Link
	All            string // address of all runs of the supplier
	Run            RunLine
	Notice         string // what a reader has to know first
	Figures        []RunFigure
	Pace           []Fact
	Facts          []Fact
	Faults         []RunFault
	MoreFaults     string
	Reconciliation RunReconciliation
	Before         Link // the run before this one
	Changes        []RunFigure
}

// RunReconciliation is the result of the last reconciliation of a run. Without a verdict there
// is none, and Control has the control totals with which the run was opened.
type RunReconciliation struct {
	Verdict    string
	Agrees     bool
	IsOld      bool // lines of the run have another outcome since
	At         time.Time
	By         string // the API client
	BookSHA256 string
	About      []Fact
	HasControl bool
	Totals     []ReconciledTotal
	Accounts   []ReconciledAccount
	More       string
	Command    string // that reconciles the run; empty for a dry run
	Control    []Fact
}

// ReconciledTotal is a figure of all accounts, as it was sent and as it is stored.
type ReconciledTotal struct {
	Title, Sent, Stored, Control, Difference string
	Agrees                                   bool
}

// ReconciledAccount is an account that differs.
type ReconciledAccount struct{ Number, Address, What string }

// RunFigure is a number of lines. List is the address of these lines; it is empty where there
// is no list.
type RunFigure struct {
	Name, Value, Class string
	List               string
}

// RunFault is a fault of a run's lines.
type RunFault struct {
	Code, Member, Meaning string
	Lines                 string
	List, Rule            string
}

// RunLinesPage is a page of the lines of a run.
type RunLinesPage struct {
	Frame
	Supplier, Run Link
	All           string // address of all runs of the supplier
	About         string // which lines these are
	Masked        bool
	Lines         []RunOutcome
	Next          string
	CSV           string
}

// RunOutcome is a line of a run.
type RunOutcome struct {
	Line            string
	Number, Account string // the account, and the address of its page; that is empty where it has none
	Service         string
	Outcome         AccountState
	Done            string // what of an incomplete line is imported
	Faults          []AccountFault
}
