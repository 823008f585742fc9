package auenergy

import (
	"regexp"

	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/settings"
	"dataimport/modules/markets/supply"
)

const areaPoints = "Supply points"

var (
	ruleOneCurrent = catalogue.Rule{
		Code: "one_current_data", Area: areaPoints,
		Meaning: "A point of an embedded network does not have exactly one status, one distributor and one provider of meter data today.",
		Remedy:  "Give all but the current one their end, and leave the current one open.",
	}
	ruleFuelType = catalogue.Rule{
		Code: "field_required_for_fuel_type", Area: areaPoints,
		Meaning: "Hot water is heated by gas or electricity, and the parent point that supplies it is missing.",
		Remedy:  "Add parent_mirn where plant_fuel_type is NG, and parent_nmi where it is ELECTRICITY.",
	}
)

func checkPoint(a *supply.Account, p *supply.Point, at *fault.At) {
	checkIdentifier(p, at)
	for _, of := range pointPeriods {
		checkPeriods(p.Object, of, at)
	}
	switch p.Kind {
	case embeddedElectricity:
		checkEmbedded(a, p, at)
	case gas:
		checkListed(a, p.Object, "role_assignments", "party", at)
	case embeddedWater:
		checkFuel(p, at)
	}
}

var (
	nmi  = regexp.MustCompile(`^[A-Z0-9]{10,11}$`)
	mirn = regexp.MustCompile(`^[0-9]{10,11}$`)
)

// checkIdentifier: an identifier has the form of its kind.
func checkIdentifier(p *supply.Point, at *fault.At) {
	if p.Identifier == "" || !at.CleanAt("mpxn") {
		return
	}
	valid, detail := true, ""
	switch p.Kind {
	case electricity, embeddedElectricity:
		valid, detail = nmi.MatchString(p.Identifier), "This is not an NMI: 10 or 11 capitals or digits."
	case gas:
		valid, detail = mirn.MatchString(p.Identifier), "This is not a MIRN: 10 or 11 digits."
	case solar:
	default:
		valid, detail = hasPrefixOf(p.Identifier, p.Kind), "The identifier of a point of this kind begins with "+p.Kind+"_."
	}
	if !valid {
		at.AddAt("mpxn", supply.RuleInvalidIdentifier.Code, detail)
	}
}

// checkEmbedded: a point of an embedded network has one of each that has a say about it.
func checkEmbedded(a *supply.Account, p *supply.Point, at *fault.At) {
	for _, of := range embeddedPeriods {
		current := 0
		for _, item := range p.List(of.list) {
			o, _ := item.(map[string]any)
			from, to := supply.Object(o).Moment(of.from), supply.Object(o).Moment(of.to)
			if !from.After(a.Now) && (to.IsZero() || to.After(a.Now)) {
				current++
			}
		}
		if current != 1 && at.CleanAt(of.list) {
			at.AddAt(of.list, ruleOneCurrent.Code, "Exactly one of these must be current today: give the others their end, and leave that one open.")
		}
	}
	checkListed(a, p.Object, "distributors", "lnsp_id", at)
	checkListed(a, p.Object, "meter_data_providers", "mdp_id", at)
	if number := p.Text("outage_contact_phone"); number != "" {
		supply.CheckPhone(a.Facts, number, "outage_contact_phone", at)
	}
}

// checkListed: the participants that a point names are listed.
func checkListed(a *supply.Account, o supply.Object, list, member string, at *fault.At) {
	o.Each(list, at, func(o supply.Object, at *fault.At) {
		supply.CheckListed(a.Facts, settings.MarketParticipants, o, member, supply.RuleParticipantNotFound.Code, at)
	})
}

// parents are the members that name the point whose fuel heats the water.
var parents = map[string]string{"NG": "parent_mirn", "ELECTRICITY": "parent_nmi"}

// checkFuel: the point whose fuel heats the water is known.
func checkFuel(p *supply.Point, at *fault.At) {
	fuel := p.Text("plant_fuel_type")
	if parent := parents[fuel]; parent != "" && !p.Has(parent) && at.CleanAt(parent) {
		at.AddAt(parent, ruleFuelType.Code, "The plant_fuel_type is "+fuel+": add the point that supplies it.")
	}
}
