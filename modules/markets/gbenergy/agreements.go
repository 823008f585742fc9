package gbenergy

import (
	"cmp"
	"slices"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/fault"
)

var ruleGapsOrOverlaps = catalogue.Rule{
	Code: "gaps_or_overlaps_in_agreement_dates", Area: area, Market: Name,
	Meaning: "Two agreements of a meter point cover the same day, or leave days between them without any.",
	Remedy:  "Let each agreement begin on the day after the last of the one before; only the last may be open-ended.",
	Attr:    "supply_addresses.0.meter_points.0.agreements.1.effective_from",
	Bad:     agreed(`{"tariff_code": "E-FIX", "effective_from": "2019-11-02", "effective_to": "2021-11-01"}, {"tariff_code": "E-VAR", "effective_from": "2021-11-01"}`),
	Good:    agreed(`{"tariff_code": "E-FIX", "effective_from": "2019-11-02", "effective_to": "2021-11-01"}, {"tariff_code": "E-VAR", "effective_from": "2021-11-02"}`),
}

// gapsOrOverlapsInAgreementDates: ordered by their first days, each agreement of a meter
// point begins on the day after the previous one ends. The fault is at the later one.
func gapsOrOverlapsInAgreementDates(agreements []period, at *fault.At) {
	if len(agreements) < 2 || !at.Clean() {
		return
	}
	order := make([]int, len(agreements))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(agreements[a].from, agreements[b].from) })
	for n, i := range order[1:] {
		before, a := agreements[order[n]], agreements[i]
		detail := ""
		switch {
		case before.to == 0:
			detail = "The agreement from " + before.from.String() + " is open-ended, and this one begins on " + a.from.String() + ": give the former its last day."
		case a.from <= before.to:
			detail = "This agreement begins on " + a.from.String() + ", and the one before covers " + before.to.String() + " as its last day: let it begin on the day after."
		case a.from > before.to.AddDays(1):
			detail = "No agreement covers the days between " + before.to.String() + ", the last of the one before, and " + a.from.String() + ", the first of this one: close the gap."
		}
		if detail != "" {
			place := at.Index(i)
			place.AddAt("effective_from", ruleGapsOrOverlaps.Code, detail)
		}
	}
}

var ruleNotCovered = catalogue.Rule{
	Code: "no_agreement_covering_last_billed_to_date", Area: area, Market: Name,
	Meaning: "The meter point was supplied on the day to which the account was billed, and none of its agreements covers that day.",
	Remedy:  "Add the agreement that the customer was billed under, or correct last_billed_to_date.",
	Attr:    "supply_addresses.0.meter_points.0.agreements",
	Bad:     billed("2024-06-12", agreed(`{"tariff_code": "E-FIX", "effective_from": "2019-11-02", "effective_to": "2024-06-11"}`)),
	Good:    billed("2024-06-12", agreed(`{"tariff_code": "E-FIX", "effective_from": "2019-11-02", "effective_to": "2024-06-12"}`)),
}

// noAgreementCoveringLastBilledToDate: a meter point that was supplied on the last billed
// day has an agreement on that day.
func noAgreementCoveringLastBilledToDate(p *point, f *account.Facts, at *fault.At) {
	day := f.LastBilledTo
	if day == 0 || p.supply.from == 0 || !p.supply.covers(f) || len(p.agreements) == 0 || !at.CleanAt("agreements") {
		return
	}
	for _, a := range p.agreements {
		if a.covers(f) {
			return
		}
	}
	at.AddAt("agreements", ruleNotCovered.Code, "The account was billed to "+day.String()+", and none of these agreements covers that day: add the one that does, or correct last_billed_to_date.")
}

// covers reports whether the account's last billed day lies in the period.
func (p period) covers(f *account.Facts) bool {
	return p.from <= f.LastBilledTo && (p.to == 0 || f.LastBilledTo <= p.to)
}
