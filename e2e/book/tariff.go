package book

import (
	"fmt"
	"time"
)

// tariff is the price of one supply point. Prices are in 10^-7 pounds, units in thousandths.
type tariff struct {
	supplyPoint, product string
	rates                []rate
	standing             int64
	perDay               int64 // units used on an average day
	vat, levy            int64 // in 10^-4, and in 10^-5 pounds per unit
	readings             bool
}

type rate struct {
	band, specification, series string
	external                    string
	price                       int64
	share                       int64 // of the consumption, in percent
	register                    int64 // last reading
}

func (b *builder) tariff(gas bool) *tariff {
	t := &tariff{vat: 500, readings: b.chance(30)}
	unit, fuel := int64(b.Number(22_000, 31_000))*100, "ELECTRICITY"
	t.supplyPoint, t.perDay = mpan("12000"+b.DigitN(8)[:7]), int64(b.Number(4_000, 14_000))
	t.standing = standing(b.Number(4_000, 6_400))
	if gas {
		unit, fuel = int64(b.Number(5_500, 7_900))*100, "GAS"
		t.supplyPoint, t.perDay = "3"+b.DigitN(9), int64(b.Number(12_000, 48_000))
		t.standing = standing(b.Number(2_600, 3_400))
	}
	if b.kind == business || b.kind == lead || b.kind == managed {
		t.vat, t.perDay = 2000, t.perDay*int64(b.Number(3, 40))
		if b.chance(40) {
			t.levy = 801
		}
	}
	if b.chance(20) { // seven places, as a price without tax that is calculated from one with tax
		unit += int64(b.IntN(100))
	}
	t.product = fmt.Sprintf("%s-%s-%02d-%02d", pick(b.dice, products), fuel[:1], b.Number(21, 25), b.Number(1, 12))
	t.rates = b.rates(unit, !gas && b.chance(18))
	return t
}

// standing returns a daily price whose fifth place is 1. No number of days below 500 then costs half a penny.
func standing(tenThousandths int) int64 { return int64(tenThousandths*10+1) * 100 }

// rates returns the rates of a tariff. A rate states its price in one of the three ways that a line item has.
func (b *builder) rates(unit int64, nightToo bool) []rate {
	rates := []rate{{band: "CONSUMPTION_STANDARD", price: unit, share: 100}}
	if nightToo {
		rates = []rate{
			{band: "CONSUMPTION_DAY", price: unit, share: 62},
			{band: "CONSUMPTION_NIGHT", price: unit * 45 / 100, share: 38},
		}
	}
	named := b.Number(1, 100)
	for i := range rates {
		r := &rates[i]
		r.register = int64(b.Number(1_000, 68_000)) * 1000
		switch {
		case b.plain || named > 22:
		case named > 8:
			r.specification, r.band = "SPEC:"+r.band, ""
		default:
			r.series, r.band = "TS."+r.band, ""
			r.external = "rate-" + b.word(tokens, 10)
		}
	}
	return rates
}

// month returns the cost of thirty average days.
func (t *tariff) month() pence {
	cost := 30 * t.standing / 100_000
	for i := range t.rates {
		cost += 30 * t.perDay * t.rates[i].share / 100 * t.rates[i].price / 100_000_000
	}
	return pence(cost * (10_000 + t.vat) / 10_000)
}

// use draws the units of a rate over some days, so that units x price is not close to half a penny.
func (b *builder) use(t *tariff, r *rate, from time.Time, days int) int64 {
	season := []int64{150, 140, 120, 95, 80, 65, 60, 60, 75, 95, 120, 145}[from.Month()-1]
	units := t.perDay * int64(days) * season / 100 * int64(b.Number(85, 115)) / 100 * r.share / 100
	units -= units % 100
	for half(units*r.price, 1e8) {
		units += 100
	}
	return units
}
