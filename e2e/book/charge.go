package book

import (
	"encoding/json/jsontext"
	"time"
)

const bothEnds = 1 // a line item's end date is inclusive

// supplyCharge bills a supply point for some days: consumption, standing charge, levy and VAT.
func (b *builder) supplyCharge(t *tariff, from, to time.Time) transaction {
	days := int(to.Sub(from).Hours()/24) + bothEnds
	charged := b.transaction(supplyCharge, to)
	charged.ProductCode = t.product
	charged.LineItems = make([]lineItem, 0, len(t.rates)+1)

	var net, used int64
	for i := range t.rates {
		r := &t.rates[i]
		units := b.use(t, r, from, days)
		line := lineOf(units, r.price, from, to)
		line.RateBand, line.RateSpecificationCode, line.TimeSeriesSpecificationCode = r.band, r.specification, r.series
		line.ExternalRateIdentifier = r.external
		if t.readings {
			line.Units = []jsontext.Value{trimmed(r.register, 3), trimmed(r.register+units, 3)}
			r.register += units
		}
		if r.specification != "" {
			line.Params = jsontext.Value(`{"source":"` + pick(b.dice, readingSources) + `"}`)
		}
		charged.LineItems = append(charged.LineItems, line)
		net, used = net+int64(line.net), used+units
	}
	if b.plain || t.rates[0].specification != "" || b.chance(50) {
		charged.SupplyPointIdentifier = t.supplyPoint
	}
	standing := lineOf(int64(days)*1000, t.standing, from, to)
	standing.RateBand = "STANDING_CHARGE"
	charged.LineItems = append(charged.LineItems, standing)
	net += int64(standing.net)

	total := net
	if t.levy > 0 {
		levy := taxOf(rounded(used*t.levy, 1e6), "CCL", trimmed(used, 3), trimmed(t.levy, 5), "CURRENCY_PER_KWH")
		charged.TaxItems = append(charged.TaxItems, levy)
		total += int64(levy.tax)
	}
	vat := taxOf(rounded(total*t.vat, 1e4), "VAT", trimmed(total, 2), trimmed(t.vat, 4), "PROPORTION")
	charged.TaxItems = append(charged.TaxItems, vat)
	charged.setAmount(pence(total) + vat.tax)
	return charged
}

// lineOf multiplies units (in thousandths) by a price (in 10^-7 pounds) to the penny.
func lineOf(units, price int64, from, to time.Time) lineItem {
	net := pence(rounded(units*price, 1e8))
	return lineItem{
		StartDate: isoDate(from), EndDate: isoDate(to),
		NumberOfUnits: trimmed(units, 3), PricePerUnit: trimmed(price, 7),
		NetAmount: net.number(), net: net,
	}
}

func taxOf(amount int64, name string, taxed, rate jsontext.Value, unit string) taxItem {
	tax := pence(amount)
	return taxItem{Amount: tax.number(), TaxType: name, ValueTaxed: taxed, Rate: rate, UnitType: unit, tax: tax}
}
