package gbenergy

import (
	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/settings"
	"dataimport/modules/markets/supply"
)

const (
	areaPoints = "Supply points"
	areaTax    = "Tax exemptions"
)

var (
	ruleErroneousTransfer = catalogue.Rule{
		Code: "erroneous_transfer_not_in_progress", Area: areaPoints,
		Meaning: "An erroneous transfer of the supply point is being undone.",
		Remedy:  "Import the account once that is complete.",
	}
	ruleDisputedRead = catalogue.Rule{
		Code: "disputed_read_in_progress", Area: areaPoints,
		Meaning: "The reading of the supply point's transfer is disputed.",
		Remedy:  "Import the account once the dispute is settled.",
	}
	ruleAgentsAndAppointees = catalogue.Rule{
		Code: "agents_and_mpids_to_appoint_provided", Area: areaPoints,
		Meaning: "A supply point has both agents and the old members that name participants to appoint.",
		Remedy:  "Leave the members ending in _to_appoint out.",
	}
	ruleSmartRefusal = catalogue.Rule{
		Code: "smart_refusal_reason_given_for_interest", Area: areaPoints,
		Meaning: "A customer is interested in a smart meter, and a reason for refusing one is given.",
		Remedy:  "Leave refusal_reason out, or correct type.",
	}
	ruleDomesticExemptions = catalogue.Rule{
		Code: "tax_exemptions_provided_for_domestic_account", Area: areaTax,
		Meaning: "A supply point of a household is exempt from a tax of businesses.",
		Remedy:  "Leave the exemptions out, or correct account_type.",
	}
	ruleOpenExemptions = catalogue.Rule{
		Code: "multiple_open_ended_tax_exemptions", Area: areaTax,
		Meaning: "Two exemptions of a supply point from one tax are open-ended.",
		Remedy:  "Give the earlier one its effective_to.",
	}
	ruleOverlappingExemptions = catalogue.Rule{
		Code: "overlapping_effective_dates_for_tax_exemptions", Area: areaTax,
		Meaning: "Two exemptions of a supply point from one tax are in force on the same day.",
		Remedy:  "Correct their dates; effective_to is exclusive.",
	}
)

func checkPoint(a *supply.Account, p *supply.Point, at *fault.At) {
	checkIdentifier(p, at)
	if p.Flag("et_in_progress", false) {
		at.AddAt("et_in_progress", ruleErroneousTransfer.Code, "An erroneous transfer of this point is being undone: import the account once that is complete.")
	}
	if p.Flag("dr_in_progress", false) {
		at.AddAt("dr_in_progress", ruleDisputedRead.Code, "The reading of this point's transfer is disputed: import the account once that is settled.")
	}
	checkParticipants(a, p, at)
	checkExemptions(a, p, at)
	if interest := p.Object.Object("smart_refusal_interest"); interest.Text("type") == "INTERESTED" && interest.Has("refusal_reason") {
		at.AddAt("smart_refusal_interest.refusal_reason", ruleSmartRefusal.Code, "The customer is interested, by type, and this is a reason for refusing: leave it out, or correct type.")
	}
	bespokeRates(a, p, at)
	if p.Kind == gas {
		checkAnnualQuantities(p, a.Today, at)
		return
	}
	checkAnnualConsumptions(a, p, at)
	checkPeriods("capacity_values", p, at)
	checkPeriods("configuration_periods", p, at)
	checkConfiguration(p, a.Today, at)
}

// checkIdentifier: the identifier is an MPAN or an MPRN, by the kind of the point.
func checkIdentifier(p *supply.Point, at *fault.At) {
	detail := ""
	switch {
	case p.Identifier == "":
	case p.Kind == electricity && !IsMPAN(p.Identifier):
		detail = "This is not the core of an MPAN: 13 digits without spaces, of which the last is right for the others."
	case p.Kind == gas && !IsMPRN(p.Identifier):
		detail = "This is not an MPRN: 6 to 10 digits without spaces."
	}
	if detail != "" {
		at.AddAt("identifier", supply.RuleInvalidIdentifier.Code, detail)
	}
}

// appointees are the old members that name participants to appoint.
var appointees = []string{"dc_to_appoint", "da_to_appoint", "mop_to_appoint"}

// checkParticipants: the participants that a point names are listed, and its agents are
// named in one way.
func checkParticipants(a *supply.Account, p *supply.Point, at *fault.At) {
	listed := func(o supply.Object, member string, at *fault.At) {
		supply.CheckListed(a.Facts, settings.MarketParticipants, o, member, supply.RuleParticipantNotFound.Code, at)
	}
	for _, member := range [...]string{"mpid", "shipper_mpid", "mam_to_appoint"} {
		listed(p.Object, member, at)
	}
	agents := p.Object.Object("agents")
	for _, member := range appointees {
		listed(p.Object, member, at)
		if agents != nil && p.Has(member) {
			at.AddAt(member, ruleAgentsAndAppointees.Code, "There are agents beside this: name the participants there alone.")
			break
		}
	}
	for _, contract := range [...]string{"da_contract", "dc_contract", "mop_contract"} {
		if of := agents.Object(contract); of != nil {
			place := at.Field("agents." + contract)
			listed(of, "agent_mpid", &place)
		}
	}
}

// checkExemptions: exemptions from a tax are of a business, and do not overlap.
func checkExemptions(a *supply.Account, p *supply.Point, at *fault.At) {
	for _, member := range [...]string{"vat_exemptions", "ccl_exemptions"} {
		if len(p.List(member)) == 0 {
			continue
		}
		if supply.IsDomestic(a.Facts) {
			at.AddAt(member, ruleDomesticExemptions.Code, "The account is of a household, which has no exemptions: leave them out, or correct account_type.")
		}
		var before []supply.Period
		p.Each(member, at, func(o supply.Object, at *fault.At) {
			supply.CheckPeriod(o, "effective_from", "effective_to", at)
			period := supply.Period{From: o.Date("effective_from"), To: o.Date("effective_to")}
			if period.From == 0 || !at.Clean() {
				return
			}
			if period.From == period.To {
				supply.AddEmptyPeriod("effective_from", at)
				return
			}
			checkExemption(period, before, at)
			before = append(before, period)
		})
	}
}

func checkExemption(period supply.Period, before []supply.Period, at *fault.At) {
	for _, other := range before {
		switch {
		case period.To == 0 && other.To == 0:
			at.AddAt("effective_from", ruleOpenExemptions.Code, "This exemption and the one from "+other.From.String()+" are both open-ended: give the earlier one its effective_to.")
			return
		case period.Overlaps(other):
			at.AddAt("effective_from", ruleOverlappingExemptions.Code, "This exemption starts on "+period.From.String()+" and overlaps the one from "+other.From.String()+": correct the dates.")
			return
		}
	}
}
