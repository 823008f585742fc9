package supply

import (
	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/payload"
)

// Account is what a market knows of an account's supply.
type Account struct {
	*account.Facts
	Market    *Market
	Addresses []Address

	// earliestBilled is the earliest day to which a point, a meter or a register says that it
	// was billed.
	earliestBilled payload.Date
}

// Market says how a market writes what the rules of this package work on.
type Market struct {
	Name             string
	IdentifierMember string // of a supply point
	// AddressKey returns a text that two addresses of the same place share.
	AddressKey func(a *Address) string
	// Point sets what the market says of a supply point in its own way.
	Point func(p *Point)
	// NeedsSupply reports whether one of the supply points must be on supply.
	NeedsSupply func(a *Account) bool
	// Meter sets what the market says of a meter in its own way.
	Meter func(a *Account, p *Point, m *Meter)
}

// Address is a supply address.
type Address struct {
	Object
	From, To payload.Date // while the customer was there
	Points   []Point
}

// Point is a supply point.
type Point struct {
	Object
	Identifier string
	Kind       string       // as supply_type names it
	Start, End payload.Date // of its supply
	Billed     payload.Date // the billed-to date
	Agreements []Agreement
	// Unread says that the kind could not be read, and so nothing that depends on it.
	Unread bool
	Meters []Meter
	// ByRegister says that each reading is of a register. Otherwise it is of the meter.
	ByRegister bool
	// HalfHourly says that the point is settled by the half-hour, so that it needs no
	// readings. Unmetered says that it has no meter.
	HalfHourly, Unmetered bool

	ownBilled payload.Date
}

// Agreement says under which tariff a supply point is supplied.
type Agreement struct {
	Object
	Tariff   string
	From, To payload.Date // To is exclusive
}

// Meter is a meter of a supply point.
type Meter struct {
	Object
	Installed, Removed payload.Date
	// RemovedMember is the member that says when the meter was removed.
	RemovedMember string
	// Retired says that the meter is out of use by something else than the date of its removal.
	Retired   bool
	Billed    payload.Date // the billed-to date
	Registers []Register
	Transfer  []Reading
	History   []Reading
	// Replacement says that the meter came in place of an exchanged one.
	Replacement bool

	ownBilled payload.Date
}

// Register is a register of a meter.
type Register struct {
	Object
	ID         string
	Settlement bool // whether its readings are billed
	// NeedsNoReading says that no reading of the transfer is asked of the register.
	NeedsNoReading bool
	Billed         payload.Date // the billed-to date

	ownBilled payload.Date
}

// Reading is a reading of a meter, or of one of its registers.
type Reading struct {
	Date     payload.Date
	Register string
	Billed   bool
}

// Read reads the member supply_addresses of an account.
func (m *Market) Read(value any, f *account.Facts) *Account {
	a := &Account{Facts: f, Market: m}
	items, _ := value.([]any)
	a.Addresses = readList(items, a.readAddress)
	a.findBilledDates()
	f.NoteBilledTo(a.earliestBilled)
	return a
}

func (a *Account) readAddress(o Object, of *Address) {
	of.Object = o
	of.From, of.To = o.Date("customer_at_supply_address_from_date"), o.Date("customer_at_supply_address_to_date")
	of.Points = readList(o.List("meter_points"), a.readPoint)
}

func (a *Account) readPoint(o Object, p *Point) {
	p.Object = o
	p.Identifier, p.Kind = o.Text(a.Market.IdentifierMember), o.Text("supply_type")
	p.Start, p.End, p.ownBilled = o.Date("supply_start_date"), o.Date("supply_end_date"), o.Date("last_billed_to_date")
	p.Agreements = readList(o.List("agreements"), readAgreement)
	a.Market.Point(p)
	p.Meters = readList(o.List("meters"), func(o Object, m *Meter) { a.readMeter(p, o, m) })
}

func readAgreement(o Object, a *Agreement) {
	a.Object = o
	a.Tariff, a.From, a.To = o.Text("tariff_code"), o.Date("effective_from"), o.Date("effective_to")
}

func (a *Account) readMeter(p *Point, o Object, m *Meter) {
	m.Object, m.RemovedMember = o, "removed_on"
	m.Installed, m.Removed, m.ownBilled = o.Date("installed_on"), o.Date(m.RemovedMember), o.Date("last_billed_to_date")
	m.Registers = readList(o.List("registers"), readRegister)
	m.Transfer = readList(o.List("transfer_readings"), readReading)
	m.History = readList(o.List("reading_history"), readReading)
	a.Market.Meter(a, p, m)
}

func readRegister(o Object, r *Register) {
	r.Object = o
	r.ID, r.ownBilled, r.Settlement = o.Text("register_id"), o.Date("last_billed_to_date"), true
}

func readReading(o Object, r *Reading) {
	r.Date, r.Register, r.Billed = o.Date("reading_date"), o.Text("register_id"), o.Flag("billed", false)
}
