package supply

import (
	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"
	"dataimport/modules/kit/domain/settings"
)

// Check adds the faults of the rules that hold in all markets. The place of the account is
// at.
func (a *Account) Check(at *fault.At) {
	a.checkAccount(at)
	a.checkLedgers(at)
	addresses := at.Field("supply_addresses")
	if len(a.Addresses) > 1 {
		a.checkDuplicateAddresses(&addresses)
	}
	a.checkDuplicatePoints(&addresses)
	for i := range a.Addresses {
		address, place := &a.Addresses[i], addresses.Index(i)
		a.checkAddress(address, &place)
		points := place.Field("meter_points")
		for j := range address.Points {
			place := points.Index(j)
			a.checkPoint(&address.Points[j], &place)
		}
	}
}

// EachPoint visits all supply points with their places.
func (a *Account) EachPoint(at *fault.At, visit func(p *Point, at *fault.At)) {
	addresses := at.Field("supply_addresses")
	for i := range a.Addresses {
		address := addresses.Index(i)
		points := address.Field("meter_points")
		for j := range a.Addresses[i].Points {
			place := points.Index(j)
			visit(&a.Addresses[i].Points[j], &place)
		}
	}
}

// EachMeter visits all meters of a point with their places.
func (p *Point) EachMeter(at *fault.At, visit func(m *Meter, at *fault.At)) {
	meters := at.Field("meters")
	for i := range p.Meters {
		place := meters.Index(i)
		visit(&p.Meters[i], &place)
	}
}

func (a *Account) checkPoint(p *Point, at *fault.At) {
	if p.Unread {
		return
	}
	a.checkSupply(p, at)
	a.checkAgreements(p, at)
	a.checkSupplyEnd(p, at)
	p.EachMeter(at, func(m *Meter, at *fault.At) {
		CheckPeriod(m.Object, "installed_on", "removed_on", at)
		m.checkDuplicateRegisters(at)
		if a.billedMatters() {
			p.checkBilledDate(m, at)
		}
		m.checkReplacement(at)
		p.checkReadings(m, at)
	})
}

// IsDomestic reports whether a household holds the account, or would if the premises had
// one.
func IsDomestic(f *account.Facts) bool { return hasPrefix(f.Type, "DOMESTIC") }

func hasPrefix(text, prefix string) bool {
	return len(text) >= len(prefix) && text[:len(prefix)] == prefix
}

// CheckListed adds a fault of a member whose value is not on a list that the operator has
// closed.
func CheckListed(f *account.Facts, list settings.List, o Object, member, code string, at *fault.At) {
	value := o.Text(member)
	if value != "" && f.Supplier.Closed[list].Entry(value) == nil {
		at.AddAt(member, code, fault.Shown(value)+" is not on the list "+string(list)+", which the operator has closed for the supplier: correct it, or have the operator add it.")
	}
}

// CheckFuture adds a fault of a date that lies in the future.
func CheckFuture(date, today payload.Date, member, code string, at *fault.At) {
	if date > today {
		at.AddAt(member, code, "This is "+date.String()+", which is still to come: today is "+today.String()+" where the supplier is.")
	}
}
