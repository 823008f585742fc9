package accounts

import (
	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/fault"
)

// contracts returns the identifiers of the contracts of the business, in either form.
func (b *Company) contracts() []string {
	if b.BusinessContractIdentifier == "" {
		return b.BusinessContractIdentifiers
	}
	return append([]string{b.BusinessContractIdentifier}, b.BusinessContractIdentifiers...)
}

// information returns the names of the members that describe the business, in their order.
func (b *Company) information() (members []string) {
	for _, member := range []struct {
		name  string
		there bool
	}{
		{"company_name", b.CompanyName != ""}, {"company_number", b.CompanyNumber != ""}, {"business_type", b.BusinessType != ""},
		{"segment_name", b.SegmentName != ""}, {"details", len(b.Details) > 0}, {"users", len(b.Users) > 0}, {"portfolios", len(b.Portfolios) > 0},
	} {
		if member.there {
			members = append(members, member.name)
		}
	}
	return members
}

var ruleContractMissing = catalogue.Rule{
	Code: "missing_contract_identifier", Area: areaBusiness, Settings: `{"link_account_to_business_with_contract": "true"}`,
	Meaning: "The supplier's accounts name their business by a contract, and this one names no contract.",
	Remedy:  "Add the contract to business_contract_identifiers.",
	Attr:    "business.business_contract_identifiers",
	Bad:     `{"account_type": "BUSINESS", "business": {}}`,
	Good:    `{"account_type": "BUSINESS", "business": {"business_contract_identifiers": ["C-2024-17"]}}`,
}

var ruleInformationNotRequired = catalogue.Rule{
	Code: "business_information_not_required_if_linking_via_contract", Area: areaBusiness, Settings: `{"link_account_to_business_with_contract": "true"}`,
	Meaning: "The supplier's accounts name their business by a contract, and this one describes the business, too.",
	Remedy:  "Leave out all members of business but business_contract_identifiers.",
	Attr:    "business.company_name",
	Bad:     `{"account_type": "BUSINESS", "business": {"business_contract_identifiers": ["C-2024-17"], "company_name": "O’Neill Bakers"}}`,
	Good:    `{"account_type": "BUSINESS", "business": {"business_contract_identifiers": ["C-2024-17"]}}`,
}

var ruleInformationRequired = catalogue.Rule{
	Code: "business_information_required_if_not_linking_via_contract", Area: areaBusiness, Settings: `{"link_account_to_business_with_contract": "false"}`,
	Meaning: "The supplier's accounts describe their business, and this one has contracts of it at most.",
	Remedy:  "Add what is known of the business, such as company_name.",
	Attr:    "business",
	Bad:     `{"account_type": "BUSINESS", "business": {"business_contract_identifiers": ["C-2024-17"]}}`,
	Good:    `{"account_type": "BUSINESS", "business": {"company_name": "O’Neill Bakers"}}`,
}

// checkBusinessLink: a business is named by its contracts alone, or described, as the supplier
// has set.
func checkBusinessLink(b *Company, f *account.Facts, at *fault.At) {
	linked := f.Rules().BusinessLinkedByContract
	if linked == nil {
		return
	}
	described := b.information()
	if !*linked {
		if len(described) == 0 && at.Clean() {
			at.Add(ruleInformationRequired.Code, "This supplier wants to know the business itself: add what is known of it, such as company_name.")
		}
		return
	}
	if len(b.contracts()) == 0 && at.CleanAt("business_contract_identifiers") && at.CleanAt("business_contract_identifier") {
		at.AddAt("business_contract_identifiers", ruleContractMissing.Code, "This supplier finds the business by a contract: add its identifier.")
	}
	for _, member := range described {
		at.AddAt(member, ruleInformationNotRequired.Code, "This supplier finds the business by its contract: leave this out.")
	}
}
