package account

import "dataimport/modules/kit/domain/fault"

// Claim says that an account has a key that no other account of its supplier may have.
// Whether another account has it is looked up in the database.
type Claim struct {
	Register string   // the set of keys, by its name
	Key      []string // in the register
	Place    fault.At // of the fault
	Code     string   // of the fault
	// Detail is the sentence of the fault. The holder names the other account.
	Detail func(holder string) string
}

// AddFault adds the fault of a claim whose key another account of the supplier holds,
// under an external account number. A place that has a fault gets no second one.
func (c *Claim) AddFault(externalAccountNumber string) {
	if c.Place.Clean() {
		c.Place.Add(c.Code, c.Detail("the account "+fault.Shown(externalAccountNumber)+" of this supplier"))
	}
}

// Claims are the claims of an account, in the order of its sections.
type Claims struct {
	List []Claim
}

// Add adds a claim.
func (c *Claims) Add(claim Claim) {
	c.List = append(c.List, claim)
}
