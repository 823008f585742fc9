package accounts

import (
	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/fault"
)

// Section is the core's part of the account object; it comes first in it.
func Section() account.Section {
	return account.NewSection("accounts", account.Part[Core]{State: setFacts, Check: check, Documents: nameDocuments, Claims: claimKeys, PrepareRows: PrepareRows})
}

// setFacts sets the facts of the account that other sections use.
func setFacts(c *Core, f *account.Facts) {
	f.ImportSupplier = c.ImportSupplier
	f.ExternalAccountNumber = c.ExternalAccountNumber
	f.OperationsTeam = c.OperationsTeamName
	f.Type = string(c.typeOf())
	f.UnknownOccupier = is(c.UnknownOccupier)
	f.LastBilledTo = c.LastBilledToDate
	if c.Business != nil {
		f.BusinessContracts = c.Business.contracts()
	}
}

// check finds the faults of the core's rules, in the order of its members.
func check(c *Core, f *account.Facts, at *fault.At) {
	checkNumber(c, at)
	c.checkPeople(f, at)
	c.checkBilling(f, at)
	c.checkTerms(f, at)
	c.checkCommerce(f, at)
	c.checkPayments(f, at)
	c.checkMarks(f, at)
	c.checkListed(f, at)
	c.checkFurther(f, at)
}

// is reports whether a flag was sent and is true. Flags are pointers, so an answer shows
// a flag that was sent as false.
func is(flag *bool) bool {
	return flag != nil && *flag
}

// checkMarks applies the rules of references, metadata, consents, debts, the dunning path
// and campaigns.
func (c *Core) checkMarks(f *account.Facts, at *fault.At) {
	checkReferencesUnique(c.References, at)
	checkMetadataKeysUnique(c.Metadata, at)
	checkConsents(c.Consents, f, at)
	checkOneDebtForm(c, at)
	c.eachDebt(at, func(d *Debt, place *fault.At) { d.check(f, place) })
	if c.DunningPath != nil {
		place := at.Field("dunning_path")
		checkDunningStart(c.DunningPath, f, &place)
	}
	campaigns := at.Field("account_campaigns")
	checkCampaigns(c.AccountCampaigns, &campaigns)
	each(c.PartnerOrganisations, at, "partner_organisations", (*PartnerOrganisation).check)
}
