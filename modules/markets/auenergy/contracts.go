package auenergy

import (
	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/settings"
	"dataimport/modules/markets/supply"
)

const areaContracts = "Contracts of an account"

var (
	ruleContractsWithoutPoints = catalogue.Rule{
		Code: "account_contracts_without_supply_points", Area: areaContracts,
		Meaning: "An account has contracts, and no supply points.",
		Remedy:  "Add the supply points that the contracts are for, or leave account_contracts out.",
	}
	ruleTermSupplyType = catalogue.Rule{
		Code: "term_supply_type_mismatch", Area: areaContracts,
		Meaning: "A term of a contract is for a type of supply that no supply point of the account has.",
		Remedy:  "Correct supply_type of the term, or add the supply point.",
	}
	ruleTermProduct = catalogue.Rule{
		Code: "contract_term_product_code_not_in_agreements", Area: areaContracts,
		Meaning: "A term of a contract is for a product that is the tariff_code of no agreement of the account.",
		Remedy:  "Correct product_code of the term, or add the agreement.",
	}
	ruleDuplicateContracts = catalogue.Rule{
		Code: "duplicate_contract_identifiers", Area: areaContracts,
		Meaning: "Two contracts of an account have one identifier.",
		Remedy:  "Put the two together as versions of one contract, or correct an identifier.",
	}
	ruleNoCurrentVersion = catalogue.Rule{
		Code: "contract_versions_does_not_include_current", Area: areaContracts,
		Meaning: "No version of a contract starts on the day from which the contract is valid.",
		Remedy:  "Correct valid_from_date of the contract, or applicable_at_date of its version.",
	}
)

// supplyTerms is what terms of contracts may name.
type supplyTerms struct{ kinds, tariffs map[string]bool }

// findSupplied returns the kinds and tariffs of all supply points.
func findSupplied(a *supply.Account) supplyTerms {
	s := supplyTerms{make(map[string]bool), make(map[string]bool)}
	for i := range a.Addresses {
		for j := range a.Addresses[i].Points {
			p := &a.Addresses[i].Points[j]
			s.kinds[p.Kind] = true
			for k := range p.Agreements {
				s.tariffs[p.Agreements[k].Tariff] = true
			}
		}
	}
	return s
}

// checkContracts: contracts are for what the account is supplied with.
func checkContracts(a *supply.Account, value any, account, at *fault.At) {
	s, known := findSupplied(a), make(map[string]bool)
	list, _ := value.([]any)
	if len(list) > 0 && len(s.kinds) == 0 && at.Clean() && account.CleanAt("supply_addresses") {
		at.Add(ruleContractsWithoutPoints.Code, "The account has no supply points, and contracts are for such: add the points, or leave this out.")
	}
	complete := len(s.kinds) > 0 && account.CleanAt("supply_addresses")
	supply.EachOf(value, at, func(o supply.Object, at *fault.At) {
		supply.CheckPeriod(o, "valid_from_date", "valid_to_date", at)
		identifier := o.Text("identifier")
		if identifier != "" && known[identifier] {
			at.AddAt("identifier", ruleDuplicateContracts.Code, "The account has a contract with this identifier already: put the two together, or correct one.")
		}
		known[identifier] = true
		record := at.Field("sales_record")
		supply.CheckListed(a.Facts, settings.AffiliateOrganisations, o.Object("sales_record"), "affiliate_organisation_name", supply.RuleAffiliateNotFound.Code, &record)
		checkCurrentVersion(o, at)
		if complete {
			s.checkTerms(o, at)
		}
	})
}

// checkCurrentVersion: one of the versions of a contract starts with it.
func checkCurrentVersion(o supply.Object, at *fault.At) {
	from, versions := o.Date("valid_from_date"), o.List("versions")
	if from == 0 || len(versions) == 0 || !at.CleanAt("versions") {
		return
	}
	for _, item := range versions {
		version, _ := item.(map[string]any)
		if supply.Object(version).Date("applicable_at_date") == from {
			return
		}
	}
	at.AddAt("versions", ruleNoCurrentVersion.Code, "None of these versions starts on "+from.String()+", which is valid_from_date of the contract: add it, or correct a date.")
}

// checkTerms: terms name kinds and tariffs that the account has. What else they say is kept.
func (s *supplyTerms) checkTerms(o supply.Object, at *fault.At) {
	o.Each("versions", at, func(version supply.Object, at *fault.At) {
		version.Each("terms", at, func(term supply.Object, at *fault.At) {
			if kind := term.Text("supply_type"); kind != "" && !s.kinds[nameOf(kind)] {
				at.AddAt("supply_type", ruleTermSupplyType.Code, "No supply point of this account is of the type "+fault.Shown(kind)+": correct it, or add the point.")
			}
			if product := term.Text("product_code"); product != "" && !s.tariffs[product] {
				at.AddAt("product_code", ruleTermProduct.Code, "No agreement of this account has the tariff_code "+fault.Shown(product)+": correct it, or add the agreement.")
			}
		})
	})
}
