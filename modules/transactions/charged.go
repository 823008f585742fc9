package transactions

import (
	"slices"
	"strconv"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"
	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/store/writer"
)

var ruleAlreadyCharged = catalogue.Rule{
	Code: "line_items_overlap_already_charged_period", Area: areaTransactions,
	Meaning: "A line item of a supply charge for an imported account is of a period that the account has been charged for already, at the same supply point, for the same product and at the same rate.",
	Remedy:  "Correct the dates, or import a reversal of the former charge, with negative amounts, first.",
}

// rate is what a line item is charged for: days at one rate of it are charged once.
type rate struct{ point, product, name string }

func (l *LineItem) rateOf(t *Transaction) rate {
	return rate{t.SupplyPoint, t.ProductCode, l.RateBand + "\n" + l.RateSpec + "\n" + l.TimeSeriesSpec}
}

// charged are the periods that an account was charged for.
type charged map[rate][]span

// readCharged reads the periods that have days in common with the line items of some
// transactions and are of the same products. A charge that was reversed is left out.
func readCharged(tx *writer.Tx, to *account.Account, items []Transaction) (charged, error) {
	products, first, last := chargedIn(items)
	if len(products) == 0 {
		return nil, nil
	}
	found := make(charged)
	var reversed []func()
	const query = `SELECT t.supply_point_identifier, t.product_code, l.value ->> 'start_date', l.value ->> 'end_date',
			COALESCE(l.value ->> 'rate_band', ''), COALESCE(l.value ->> 'rate_specification_code', ''),
			COALESCE(l.value ->> 'time_series_specification_code', ''), l.value ->> 'net_amount' LIKE '-%'
		FROM transactions t, json_each(NULLIF(unpacked(t.line_items), '')) l
		WHERE t.account = ? AND t.type = 'SUPPLY_CHARGE' AND t.product_code IN (SELECT value FROM json_each(?))
			AND l.value ->> 'end_date' >= ? AND l.value ->> 'start_date' <= ?`
	err := database.EachRow(tx, func(row database.Row) error {
		var t Transaction
		var l LineItem
		var start, end string
		var negative bool
		if err := row.Scan(&t.SupplyPoint, &t.ProductCode, &start, &end, &l.RateBand, &l.RateSpec, &l.TimeSeriesSpec, &negative); err != nil {
			return err
		}
		l.Start, _ = payload.ParseDate(start)
		l.End, _ = payload.ParseDate(end)
		if negative {
			reversed = append(reversed, func() { found.remove(&t, &l) })
		} else {
			found.add(&t, &l)
		}
		return nil
	}, query, to.ID, listText(products), first.String(), last.String())
	for _, remove := range reversed {
		remove()
	}
	return found, err
}

// chargedIn returns the products of supply charges, and the first and the last day of their
// line items.
func chargedIn(items []Transaction) (products []string, first, last payload.Date) {
	for i := range items {
		t := &items[i]
		if t.Type != SupplyCharge {
			continue
		}
		if !slices.Contains(products, t.ProductCode) {
			products = append(products, t.ProductCode)
		}
		for j := range t.LineItems {
			l := &t.LineItems[j]
			if first == 0 || l.Start < first {
				first = l.Start
			}
			last = max(last, l.End)
		}
	}
	return products, first, last
}

func (c charged) add(t *Transaction, l *LineItem) {
	of := l.rateOf(t)
	c[of] = append(c[of], span{l.Start, l.End})
}

// remove removes the charge that a line item reverses: one of the same period.
func (c charged) remove(t *Transaction, l *LineItem) {
	of := l.rateOf(t)
	if i := slices.Index(c[of], span{l.Start, l.End}); i >= 0 {
		c[of] = slices.Delete(c[of], i, i+1)
	}
}

// charge adds the line items of the i-th transaction to what was charged. It returns a
// fault for each of them that is of a period which was charged before. Line items of one
// transaction are not compared: they may be of several meters.
func (c charged) charge(i int, t *Transaction) (faults fault.List) {
	if t.Type != SupplyCharge {
		return nil
	}
	for j := range t.LineItems {
		l := &t.LineItems[j]
		if l.Net.IsNegative() {
			continue
		}
		for _, before := range c[l.rateOf(t)] {
			if l.Start <= before.last && l.End >= before.first {
				faults = append(faults, fault.Fault{
					Detail: "The account has been charged for " + before.first.String() + " to " + before.last.String() + " already, at the same supply point, for the same product and at the same rate.",
					Code:   ruleAlreadyCharged.Code, Attr: "transactions." + strconv.Itoa(i) + ".line_items." + strconv.Itoa(j) + ".start_date",
				})
				break
			}
		}
	}
	for j := range t.LineItems {
		if l := &t.LineItems[j]; l.Net.IsNegative() {
			c.remove(t, l)
		} else {
			c.add(t, l)
		}
	}
	return faults
}
