// Package auenergy is the market of electricity, gas and water in Australia: a schema of the
// members that it adds to the account object, and the rules that a schema cannot express.
// Package supply has those that other markets share.
//
// What a contract, an event or an eligibility says is kept, and not interpreted. The codes
// of industry registers are open.
package auenergy

import (
	_ "embed"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/settings"
	"dataimport/modules/markets/supply"
)

// Version is the edition of the market's schema and rules.
const Version = "1"

// Schema is the market's JSON Schema.
//
//go:embed schema.json
var Schema string

var market = supply.Market{
	Name: settings.AUEnergy, IdentifierMember: "mpxn",
	AddressKey:  addressKey,
	NeedsSupply: needsSupply,
	Point:       readPoint,
	Meter:       readMeter,
}

// Check adds the faults of the market's rules.
func Check(members []supply.Member, f *account.Facts, at *fault.At) {
	a := market.Read(find(members, "", "supply_addresses"), f)
	if len(a.Addresses) > 0 {
		checkSupply(a, at)
	}
	for i := range members {
		m := &members[i]
		place := m.Place(at)
		switch m.Name {
		case "account_contracts":
			checkContracts(a, m.Value, at, &place)
		case "hardship_agreements":
			checkHardship(m.Value, &place)
		case "payment_terms":
			terms, _ := m.Value.(map[string]any)
			supply.CheckPeriod(terms, "valid_from", "valid_to", &place)
		case "address":
			checkRichAddress(m.Value, &place)
		case "concession_cards":
			checkConcessions(m.Value, f, &place)
		case "manually_defined_eligibility_periods":
			checkPeriodsOf(m.Value, period{from: "start_at", to: "end_at"}, &place)
		case "net_emissions":
			checkPeriodsOf(m.Value, period{from: "from_time", to: "to_time", moments: true}, &place)
		}
	}
	if f.Ledgers != nil {
		f.Ledgers.EachLineParams(at, checkParams)
	}
	checkInstructions(members, f, at)
	checkPlans(members, at)
}

// find returns the value of a member of an object, nil where it was not sent.
func find(members []supply.Member, object, name string) any {
	for i := range members {
		if members[i].Object == object && members[i].Name == name {
			return members[i].Value
		}
	}
	return nil
}

func checkSupply(a *supply.Account, at *fault.At) {
	a.Check(at)
	a.CheckCharges(at)
	checkAddresses(a, at)
	a.EachPoint(at, func(p *supply.Point, at *fault.At) {
		if p.Unread {
			return
		}
		checkPoint(a, p, at)
		p.EachMeter(at, func(m *supply.Meter, at *fault.At) { checkMeter(p, m, at) })
	})
}
