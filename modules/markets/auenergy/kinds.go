package auenergy

import (
	"strings"

	"dataimport/modules/markets/supply"
)

// The kinds of supply points, as supply_type names them.
const (
	electricity          = "ELECTRICITY"
	embeddedElectricity  = "EMBEDDED_ELECTRICITY"
	gas                  = "GAS"
	embeddedGas          = "EMBEDDED_GAS"
	embeddedWater        = "EMBEDDED_WATER"
	unmeteredGas         = "UNMETERED_GAS"
	unmeteredElectricity = "UNMETERED_ELECTRICITY"
	solar                = "SOLAR_PPA"

	oldUnmeteredElectricity = "AUS_UNMETERED_ELECTRICITY" // another name of UNMETERED_ELECTRICITY
)

// prefixed are the kinds whose identifiers begin with their name and a low line.
var prefixed = [...]string{unmeteredGas, unmeteredElectricity, embeddedGas, embeddedWater}

func hasPrefixOf(identifier, kind string) bool {
	return strings.HasPrefix(identifier, kind+"_")
}

// readPoint sets the kind of a point and what follows from the kind.
func readPoint(p *supply.Point) {
	p.Kind = kindOf(p)
	switch p.Kind {
	case electricity, embeddedElectricity:
		p.ByRegister = true
	case gas, embeddedGas, embeddedWater:
	case unmeteredGas, unmeteredElectricity, solar:
		p.Unmetered = true
	default:
		p.Unread = true
	}
}

// kindOf returns the kind of a point: the one that it names, or else the one that the
// beginning of its identifier names, or else the one whose members it has.
func kindOf(p *supply.Point) string {
	if p.Has("supply_type") {
		return nameOf(p.Kind)
	}
	for _, kind := range prefixed {
		if hasPrefixOf(p.Identifier, kind) {
			return kind
		}
	}
	switch {
	case p.Has("nmi_status_periods"):
		return embeddedElectricity
	case p.Has("master_data"):
		return gas
	}
	return electricity
}

// nameOf returns the one name of a kind that may have two.
func nameOf(kind string) string {
	if kind == oldUnmeteredElectricity {
		return unmeteredElectricity
	}
	return kind
}

// needsSupply: an account is supplied somewhere, unless it leads a portfolio or has unmetered
// points alone.
func needsSupply(a *supply.Account) bool {
	if a.Type == "PORTFOLIO_LEAD" {
		return false
	}
	for i := range a.Addresses {
		for j := range a.Addresses[i].Points {
			if !a.Addresses[i].Points[j].Unmetered {
				return true
			}
		}
	}
	return false
}
