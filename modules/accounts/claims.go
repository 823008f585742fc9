package accounts

import (
	"slices"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/fault"
)

// claimKeys adds the keys that no other account of the supplier may have. Accounts of other
// suppliers do not matter, and a fault never shows that they exist.
func claimKeys(c *Core, f *account.Facts, at *fault.At, claims *account.Claims) {
	claimUniqueReferences(c.References, f, at, claims)
	claimCAISReferences(c, at, claims)
}

// claimUniqueReferences: a reference of a namespace that the supplier has set to be
// unique is held by one account. In other namespaces, such as that of a campaign, many
// accounts may have the same reference.
func claimUniqueReferences(references []Reference, f *account.Facts, at *fault.At, claims *account.Claims) {
	if len(f.Supplier.Rules.UniqueReferences) == 0 {
		return
	}
	list := at.Field("references")
	for i := range references {
		r := &references[i]
		if r.Value == "" || !slices.Contains(f.Supplier.Rules.UniqueReferences, r.Namespace) {
			continue
		}
		item := list.Index(i)
		claims.Add(account.Claim{
			Register: registerReferences, Key: []string{r.Namespace, r.Value}, Place: item.Field("value"), Code: ruleReferenceExists.Code,
			Detail: func(holder string) string {
				return r.shown() + " is held by " + holder + ": in this namespace each account has its own."
			},
		})
	}
}

// claimCAISReferences: a reference in the credit register belongs to the debt of one
// account.
func claimCAISReferences(c *Core, at *fault.At, claims *account.Claims) {
	c.eachDebt(at, func(d *Debt, place *fault.At) {
		if d.CAISReference == "" {
			return
		}
		item := *place
		claims.Add(account.Claim{
			Register: registerCAIS, Key: []string{d.CAISReference}, Place: item.Field("cais_reference"),
			Code: ruleCAISReferenceInUse.Code,
			Detail: func(holder string) string {
				return "This cais_reference is in use on " + holder + ": each debt in the credit register has its own."
			},
		})
	})
}
