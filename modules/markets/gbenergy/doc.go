// Package gbenergy is the market of electricity and gas in Great Britain: a schema of the
// members that it adds to the account object, and the rules that a schema cannot express.
// Package supply has those that other markets share.
package gbenergy

import (
	_ "embed"
	"strings"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/settings"
	"dataimport/modules/markets/supply"
)

// Version is the edition of the market's schema and rules.
const Version = "2"

// Schema is the market's JSON Schema.
//
//go:embed schema.json
var Schema string

var market = supply.Market{
	Name: settings.GBEnergy, IdentifierMember: "identifier",
	AddressKey:  addressKey,
	NeedsSupply: func(*supply.Account) bool { return true },
	Point:       readPoint,
	Meter:       readMeter,
}

// addressKey is the first two lines and the postcode.
func addressKey(a *supply.Address) string {
	postcode := strings.ToUpper(strings.ReplaceAll(a.Text("supply_postcode"), " ", ""))
	return a.Text("supply_address1") + "\n" + a.Text("supply_address2") + "\n" + postcode
}

// The kinds of supply points.
const (
	electricity = "ELECTRICITY"
	gas         = "GAS"
)

func readPoint(p *supply.Point) {
	if p.Kind != electricity {
		p.Unread = p.Kind != gas
		return
	}
	p.ByRegister = true
	switch p.Text("measurement_class") {
	case "C", "E", "F", "G":
		p.HalfHourly = true
	case "B", "D":
		p.Unmetered = true
	}
}

// readMeter: a register is billed unless it says that it is not settled.
func readMeter(_ *supply.Account, _ *supply.Point, m *supply.Meter) {
	for i := range m.Registers {
		m.Registers[i].Settlement = m.Registers[i].Flag("is_settlement", true)
	}
}

// Check adds the faults of the market's rules.
func Check(members []supply.Member, f *account.Facts, at *fault.At) {
	for i := range members {
		m := &members[i]
		place := m.Place(at)
		switch m.Name {
		case "supply_addresses":
			checkSupply(m.Value, f, at)
		case "psr":
			checkServices(m.Value, f, &place)
		case "smart_read_cycle_day":
			checkCycleDay(m.Value, &place)
		case "warm_home_discount":
			checkDiscounts(m.Value, &place)
		case "commission_contracts":
			checkCommissions(m.Value, f, &place)
		case "fit":
			checkFeedIn(m.Value, &place)
		case "dd_reference":
			checkDirectDebit(f, &place)
		}
	}
}

func checkSupply(value any, f *account.Facts, at *fault.At) {
	a := market.Read(value, f)
	a.Check(at)
	a.CheckCharges(at)
	a.EachPoint(at, func(p *supply.Point, at *fault.At) {
		if p.Unread {
			return
		}
		checkPoint(a, p, at)
		p.EachMeter(at, func(m *supply.Meter, at *fault.At) { checkMeter(a, p, m, at) })
	})
	checkPrepayTransactions(a, at)
}
