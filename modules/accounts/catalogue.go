package accounts

import (
	"slices"

	"dataimport/modules/kit/domain/catalogue"
)

// Areas that only this module has codes in.
const (
	areaPeople   = "People"
	areaAddress  = "Addresses"
	areaBusiness = "Businesses, portfolios and billing options"
	areaMarks    = "References, metadata, campaigns and debts"
)

// rules describes the codes of the core, in the order of its members.
func rules() []catalogue.Rule {
	return slices.Concat(peopleCatalogue, contactCatalogue, addressCatalogue, businessCatalogue, billingCatalogue,
		scheduleCatalogue, periodCatalogue, planCatalogue, dateCatalogue, marksCatalogue)
}
