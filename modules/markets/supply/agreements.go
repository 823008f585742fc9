package supply

import (
	"cmp"
	"regexp"
	"slices"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"
	"dataimport/modules/kit/domain/settings"
)

const areaAgreements = "Agreements"

// The rules of agreements.
var (
	RuleNoAgreement = catalogue.Rule{
		Code: "meter_point_with_no_agreement", Area: areaAgreements,
		Meaning: "A point is on supply, and no agreement is in force on or after the day to which it was billed.",
		Remedy:  "Add the agreement under which the customer is supplied.",
	}
	RuleAgreementNotOnSupply = catalogue.Rule{
		Code: "meterpoint_with_agreement_not_on_supply", Area: areaAgreements,
		Meaning: "The supply of a point has ended, and an agreement goes on.",
		Remedy:  "Let the agreement end with the supply, by effective_to.",
	}
	RuleBilledNotCovered = catalogue.Rule{
		Code: "no_agreement_covering_last_billed_to_date", Area: areaAgreements,
		Meaning: "A point is on supply, and none of its agreements covers the day to which it was billed.",
		Remedy:  "Add the agreement that the customer was billed under, or correct last_billed_to_date.",
	}
	RuleAgreementGaps = catalogue.Rule{
		Code: "gaps_or_overlaps_in_agreement_dates", Area: areaAgreements,
		Meaning: "An agreement of the current supply does not start where the one before ended.",
		Remedy:  "Let each agreement start on the day that is effective_to of the one before; only the last may be open-ended.",
	}
	RuleAgreementBeforeSupply = catalogue.Rule{
		Code: "agreement_start_date_before_supply_start_date", Area: areaAgreements,
		Meaning: "The agreement that is in force as the supply starts began before it.",
		Remedy:  "Let the agreement start with the supply, or correct supply_start_date.",
	}
	RuleTariffNotFound = catalogue.Rule{
		Code: "tariff_code_not_found", Area: areaAgreements,
		Meaning: "The tariff of an agreement is not on the supplier's closed list tariff_codes.",
		Remedy:  "Correct the code, or have the operator add it to the list.",
	}
	RuleCharacteristicNotFound = catalogue.Rule{
		Code: "characteristic_code_not_found", Area: areaAgreements,
		Meaning: "A characteristic is not on the supplier's closed list product_characteristics.",
		Remedy:  "Correct the code, or have the operator add it to the list.",
	}
	RuleCharacteristicValue = catalogue.Rule{
		Code: "invalid_characteristic_value", Area: areaAgreements,
		Meaning: "A characteristic has a value that the supplier's closed list product_characteristics does not have for its code.",
		Remedy:  "Correct the value, or have the operator add it to the list.",
	}
	RuleDuplicateCharacteristics = account.RuleDuplicateValues
	RuleInvalidPortfolioNumber   = catalogue.Rule{
		Code: "invalid_portfolio_number", Area: areaAgreements,
		Meaning: "The portfolio of an agreement's intermediary is not written as P- and eight capitals or digits.",
		Remedy:  "Correct the number.",
	}
	RuleContractNotDeclared = catalogue.Rule{
		Code: "agreement_business_contract_identifier_not_declared", Area: areaAgreements,
		Meaning: "An agreement belongs to a contract that the account's business does not name.",
		Remedy:  "Add the identifier to business.business_contract_identifiers, or correct it.",
	}
	RuleChargeNotCovered = catalogue.Rule{
		Code: "supply_charge_line_items_not_covered_by_single_agreement", Area: areaAgreements,
		Meaning: "A supply charge is for a supply point of the account, and no agreement of the point with the charged product spans all days of the charge.",
		Remedy:  "Correct the product or the days, or send a charge for each agreement.",
	}
)

// covers reports whether the agreement is in force on a day.
func (g *Agreement) covers(day payload.Date) bool {
	return g.From != 0 && g.From <= day && g.endsAfter(day)
}

func (g *Agreement) endsAfter(day payload.Date) bool { return g.To == 0 || g.To > day }

func (a *Account) checkAgreements(p *Point, at *fault.At) {
	agreements := at.Field("agreements")
	for i := range p.Agreements {
		place := agreements.Index(i)
		a.checkAgreement(&p.Agreements[i], &place)
	}
	if !agreements.Clean() || !at.CleanAt("supply_start_date") || !at.CleanAt("supply_end_date") {
		return
	}
	switch {
	case p.OnSupply(a.Today):
		p.checkCover(at)
		p.checkAgreementGaps(&agreements)
	case p.Ended(a.Today):
		p.checkAgreementsAfterEnd(&agreements)
	}
	for i := range p.Agreements {
		if g := &p.Agreements[i]; p.Start != 0 && g.From < p.Start && g.covers(p.Start) {
			place := agreements.Index(i)
			place.AddAt("effective_from", RuleAgreementBeforeSupply.Code, "This agreement starts on "+g.From.String()+" and is in force as the supply starts, on "+p.Start.String()+": let it start with the supply.")
		}
	}
}

// checkCover: an agreement is in force on or after the day to which the point was billed,
// and one on that day.
func (p *Point) checkCover(at *fault.At) {
	day := firstDate(p.Billed, p.Start)
	inForce, covered := false, false
	for i := range p.Agreements {
		inForce = inForce || p.Agreements[i].endsAfter(day)
		covered = covered || p.Agreements[i].covers(p.Billed)
	}
	if !inForce {
		at.AddAt("agreements", RuleNoAgreement.Code, "This point is on supply, and no agreement is in force on "+day.String()+" or after: add the one under which it is supplied.")
	}
	if len(p.Agreements) > 0 && p.Billed != 0 && !covered && inForce {
		at.AddAt("agreements", RuleBilledNotCovered.Code, "The point was billed to "+p.Billed.String()+", and none of these agreements covers that day: add the one that does, or correct last_billed_to_date.")
	}
}

// checkAgreementGaps: each agreement of the current supply starts where the one before
// ended.
func (p *Point) checkAgreementGaps(at *fault.At) {
	var current []int
	for i := range p.Agreements {
		if p.Agreements[i].endsAfter(p.Start) {
			current = append(current, i)
		}
	}
	if len(current) < 2 {
		return
	}
	slices.SortStableFunc(current, func(i, j int) int { return cmp.Compare(p.Agreements[i].From, p.Agreements[j].From) })
	for n, i := range current[1:] {
		before, g := &p.Agreements[current[n]], &p.Agreements[i]
		if g.From == before.To {
			continue
		}
		detail := "This agreement starts on " + g.From.String() + ", and the one before ends on " + before.To.String() + ", which is the day after its last: let the two meet."
		if before.To == 0 {
			detail = "The agreement from " + before.From.String() + " is open-ended, and this one starts on " + g.From.String() + ": give the former its end."
		}
		place := at.Index(i)
		place.AddAt("effective_from", RuleAgreementGaps.Code, detail)
	}
}

// checkAgreementsAfterEnd: no agreement goes on after the supply has ended.
func (p *Point) checkAgreementsAfterEnd(at *fault.At) {
	for i := range p.Agreements {
		if p.Agreements[i].endsAfter(p.End) {
			place := at.Index(i)
			place.AddAt("effective_to", RuleAgreementNotOnSupply.Code, "The supply ended on "+p.End.String()+": let the agreement end by then.")
		}
	}
}

var portfolioNumber = regexp.MustCompile(`^P-[A-Z0-9]{8}$`)

func (a *Account) checkAgreement(g *Agreement, at *fault.At) {
	CheckPeriod(g.Object, "effective_from", "effective_to", at)
	CheckListed(a.Facts, settings.TariffCodes, g.Object, "tariff_code", RuleTariffNotFound.Code, at)
	CheckListed(a.Facts, settings.ProductCodes, g.Object, "tariff_code", account.RuleProductCodeUnknown.Code, at)
	if contract := g.Text("business_contract_identifier"); contract != "" && !slices.Contains(a.BusinessContracts, contract) {
		at.AddAt("business_contract_identifier", RuleContractNotDeclared.Code, "The account's business does not name this contract: add it to business.business_contract_identifiers, or correct it.")
	}
	intermediary := g.Object.Object("intermediary")
	if number := intermediary.Text("portfolio_number"); number != "" && !portfolioNumber.MatchString(number) {
		at.AddAt("intermediary.portfolio_number", RuleInvalidPortfolioNumber.Code, "This is not the number of a portfolio, which is P- and eight capitals or digits.")
	}
	if g.Has("characteristics") {
		a.checkCharacteristics(g, at)
	}
}

// checkCharacteristics: a characteristic is listed, with its value, and occurs once.
func (a *Account) checkCharacteristics(g *Agreement, at *fault.At) {
	list, known := a.Supplier.Closed[settings.ProductCharacteristics], make(map[string]bool)
	g.Each("characteristics", at, func(o Object, at *fault.At) {
		code, value := o.Text("code"), o.Text("value")
		switch entry := list.Entry(code); {
		case code == "":
			return
		case entry == nil:
			CheckListed(a.Facts, settings.ProductCharacteristics, o, "code", RuleCharacteristicNotFound.Code, at)
		case value != "" && !entry.Allows(value):
			at.AddAt("value", RuleCharacteristicValue.Code, fault.Shown(value)+" is none of the values that the list product_characteristics has for "+fault.Shown(code)+": correct it, or have the operator add it.")
		}
		if known[code] {
			at.AddAt("code", account.RuleDuplicateValues.Code, "This agreement has the characteristic "+fault.Shown(code)+" already: keep the one that counts.")
		}
		known[code] = true
	})
}

// CheckCharges: a supply charge for a point that has agreements here is covered by one of
// them.
func (a *Account) CheckCharges(at *fault.At) {
	agreements := make(map[string][]Agreement)
	for i := range a.Addresses {
		for j := range a.Addresses[i].Points {
			if p := &a.Addresses[i].Points[j]; len(p.Agreements) > 0 && p.Identifier != "" {
				agreements[p.Identifier] = p.Agreements
			}
		}
	}
	if len(agreements) == 0 || a.Ledgers == nil || !at.CleanAt("supply_addresses") {
		return
	}
	a.Ledgers.EachSupplyTransaction(at, func(t *account.SupplyTransaction, at *fault.At) {
		of := agreements[t.SupplyPoint]
		if len(of) == 0 || t.FirstDay == 0 || t.ProductCode == "" || !at.Clean() {
			return
		}
		spans := func(g Agreement) bool {
			return g.Tariff == t.ProductCode && g.From <= t.FirstDay && g.endsAfter(t.LastDay)
		}
		if !slices.ContainsFunc(of, spans) {
			at.AddAt("product_code", RuleChargeNotCovered.Code, "No agreement of this supply point with the tariff_code "+fault.Shown(t.ProductCode)+" spans all days from "+t.FirstDay.String()+" to "+t.LastDay.String()+".")
		}
	})
}
