package account

import (
	"encoding/json/jsontext"
	"time"

	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"
	"dataimport/modules/kit/domain/settings"
)

// Facts is what rules may know of an account beyond their own part of it.
type Facts struct {
	Settings *settings.Snapshot
	Supplier *settings.Supplier // nil where it is unknown: rules that need it then add no fault
	Now      time.Time          // UTC
	Today    payload.Date       // in the supplier's zone

	ImportSupplier        string // as sent
	ExternalAccountNumber string
	OperationsTeam        string // its name, as the account names it; empty for none
	Type                  string // account_type, DOMESTIC where it is left out
	UnknownOccupier       bool
	LastBilledTo          payload.Date
	StatementIDs          []string // of the statements in this payload
	BusinessContracts     []string // identifiers of the contracts that the business names
	Ledgers               Ledgers  // nil where no section has any

	// CustomersOptional says whether an account of the supplier's market may have no
	// customers, where the supplier has no setting of its own.
	CustomersOptional bool
	// BusinessCustomersOptional says whether that holds for accounts of businesses, too.
	BusinessCustomersOptional bool
	// Extra are the members of the payload that no section has.
	Extra []payload.Extra
	// Money and Instructions are nil where their sections are switched off.
	Money        Money
	Instructions Instructions

	earliestBilledTo payload.Date // see EarliestBilledTo
	foundBilledTo    bool
}

// Ledgers is what rules of a market need of the account's ledgers and transactions.
type Ledgers interface {
	// HasHistory reports whether there are historical transactions.
	HasHistory() bool
	// ClosingDate is the latest last_statement_closing_date that was sent.
	ClosingDate() payload.Date
	// EachIdentifier visits the identifiers of the ledgers. account is the place of the
	// whole account.
	EachIdentifier(account *fault.At, visit func(identifier string, at *fault.At))
	// EachSupplyTransaction visits the transactions of all ledgers.
	EachSupplyTransaction(account *fault.At, visit func(t *SupplyTransaction, at *fault.At))
	// EachLineParams visits the params of all line items that have any: JSON objects.
	EachLineParams(account *fault.At, visit func(params jsontext.Value, at *fault.At))
}

// SupplyTransaction is what a transaction says of the supply that it is for.
type SupplyTransaction struct {
	SupplyPoint, ProductCode, PrepayMeter string
	FirstDay, LastDay                     payload.Date // of its line items; zero without any
}

// Country is the supplier's country, empty where the supplier is unknown.
func (f *Facts) Country() string {
	if f.Supplier == nil {
		return ""
	}
	return f.Supplier.Country
}

var noRules settings.Rules

// Rules are the supplier's settings that switch rules on. Those of an unknown supplier
// accept everything.
func (f *Facts) Rules() *settings.Rules {
	if f.Supplier == nil {
		return &noRules
	}
	return &f.Supplier.Rules
}

// Today is the date in the supplier's zone at a moment, and in UTC without a supplier.
func Today(supplier *settings.Supplier, now time.Time) payload.Date {
	if supplier == nil {
		return payload.DateOf(now.UTC())
	}
	return payload.DateOf(now.In(supplier.Zone))
}
