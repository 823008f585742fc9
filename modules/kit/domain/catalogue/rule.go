// Package catalogue describes the rules of the interface for its readers: each code with
// its meaning, its remedy, and an example that breaks the rule and one that keeps it. The
// checks of the rules are in other packages. Each package describes the codes that it
// raises, and its module lists them. Tests compare the descriptions with the checks. This
// package knows no code.
package catalogue

// Areas that several packages have codes in. A package may have one of its own.
const (
	Shape     = "Shape of the payload"
	Suppliers = "Suppliers and teams"
	Imports   = "State of an import"
	Ledgers   = "Ledgers"
	Schedules = "Payment schedules, plans and instructions"
	Dates     = "Dates"
	Documents = "Documents"
	Vendors   = "Payment vendors"
	Requests  = "Whole requests"
)

// Rule describes a code.
type Rule struct {
	Code    string
	Area    string // in which its readers look for it
	Meaning string // what is wrong, in one sentence
	Remedy  string // what to do about it, in one sentence
	// Market is the one whose accounts alone can break the rule; empty for all. A rule
	// of all markets can have an example from one in another description of its code.
	Market string
	// Settings are those of the supplier that has the rule, as a JSON object: fields of the
	// supplier, and closed lists by their names. It is empty where every supplier has the rule.
	Settings string
	// Statuses are those of the answers that may have the code as their own. There
	// are none where it only ever stands in errors.
	Statuses []int

	// Bad and Good are examples, as JSON objects: an account that has these members
	// in place of those of [Account] breaks the rule at Attr, or is valid. A rule of
	// which no account can be an example has none.
	Attr, Bad, Good string
}

// With is the rule with an example. Packages use it that raise a code which
// another one describes.
func (r Rule) With(attr, bad, good string) Rule {
	r.Attr, r.Bad, r.Good = attr, bad, good
	return r
}

// Account is the valid account that all examples are changes of.
const Account = `{
	"import_supplier": "ACME",
	"external_account_number": "1001",
	"customers": [{"given_name": "Zoë", "family_name": "O’Neill"}]
}`

// What the examples take for granted of the supplier ACME.
const (
	Country         = "GB"
	InternalDomain  = "acme.example"
	LedgerCodes     = "GAS POWER" // the closed list
	Team            = "Migration"
	Document        = "letters/welcome.pdf"
	Imported        = "1000" // external number of an account
	CreditReference = "CAIS-17"
)

// Setting says so for a person.
const Setting = "ACME is a supplier of Great Britain (" + Country + ") whose own e-mail domain is " + InternalDomain +
	" and whose list of ledger codes is closed, with GAS and POWER on it. The team " + Team + " exists, and so does the document " +
	Document + ". The account " + Imported + " is imported, with the credit reference " + CreditReference + "."
