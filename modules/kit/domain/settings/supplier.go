package settings

import "time"

// Status is the status of a supplier. Operators set it.
type Status string

// The statuses of a supplier. Only an Ongoing supplier takes accounts and data.
const (
	Ongoing  Status = "Ongoing"
	Paused   Status = "Paused"
	Complete Status = "Complete"
)

// Supplier is an import supplier: a company whose accounts are imported.
type Supplier struct {
	ID              string
	Code            string
	Name            string
	Status          Status
	DocumentRoot    string         // as operators have set it; documents are looked up below UsableRoot
	RootFault       string         // why no document of the supplier may be used; empty where they may
	Country         string         // ISO 3166-1 alpha-2; its rules for phones and postcodes apply
	Zone            *time.Location // decides which day "today" is
	Market          string
	VerifyDocuments bool
	SendEmails      bool
	DefaultTeam     string // name; empty for none
	Expected        int    // accounts of the whole migration; 0 where it is not known
	Rules           Rules
	Supply          SupplyRules
	Closed          map[List]*ClosedList // nil where every list is open
}
