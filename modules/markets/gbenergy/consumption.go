package gbenergy

import (
	"cmp"
	"slices"

	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"
	"dataimport/modules/kit/domain/settings"
	"dataimport/modules/markets/supply"
)

var (
	ruleConsumptionMissing = catalogue.Rule{
		Code: "missing_eacs_for_active_register_tpr", Area: areaMeters,
		Meaning: "A supply point has annual consumptions, and none for the time pattern regime of a register in use.",
		Remedy:  "Add the consumption of the regime to eac_history.",
	}
	ruleConsumptionRepeated = catalogue.Rule{
		Code: "repeated_eac_for_tpr", Area: areaMeters,
		Meaning: "Two annual consumptions of one time pattern regime start on the same day.",
		Remedy:  "Keep the one that counts.",
	}
	ruleNoCurrentQuantity = catalogue.Rule{
		Code: "no_current_or_future_aq_entry_found", Area: areaMeters,
		Meaning: "A supply point of gas has annual quantities, and all have ended.",
		Remedy:  "Add the quantity that holds now.",
	}
	ruleQuantityGaps = catalogue.Rule{
		Code: "gaps_or_overlaps_in_aq_history", Area: areaMeters,
		Meaning: "An annual quantity does not start on the day after the one before ended.",
		Remedy:  "Correct effective_from, or effective_to of the one before, which is inclusive.",
	}
	ruleOpenQuantities = catalogue.Rule{
		Code: "multiple_open_ended_aqs_in_meterpoint_aq_history", Area: areaMeters,
		Meaning: "Two annual quantities of a supply point are open-ended.",
		Remedy:  "Give the earlier one its effective_to.",
	}
	rulePeriodGaps = catalogue.Rule{
		Code: "gaps_or_overlaps_in_periods", Area: areaMeters,
		Meaning: "A period of a supply point's capacity or configuration does not start where the one before ended.",
		Remedy:  "Correct effective_from_date, or effective_to_date of the one before, which is exclusive.",
	}
	ruleZeroLength = catalogue.Rule{
		Code: "zero_length_periods", Area: areaMeters,
		Meaning: "A period of a supply point's capacity or configuration ends on the day on which it starts.",
		Remedy:  "Correct the dates, or leave the period out; effective_to_date is exclusive.",
	}
	ruleFutureConfiguration = catalogue.Rule{
		Code: "configuration_period_starts_in_future", Area: areaMeters,
		Meaning: "A supply point's configuration starts in the future.",
		Remedy:  "Leave the period out, or correct its start.",
	}
	ruleConfigurationEnds = catalogue.Rule{
		Code: "latest_configuration_period_not_open_ended", Area: areaMeters,
		Meaning: "The latest configuration of a supply point has an end.",
		Remedy:  "Leave its effective_to_date out.",
	}
)

// checkAnnualConsumptions: each regime of a register in use has a consumption, and one for
// each start.
func checkAnnualConsumptions(a *supply.Account, p *supply.Point, at *fault.At) {
	if len(p.List("eac_history")) == 0 {
		return
	}
	type entry struct {
		regime string
		start  payload.Date
	}
	known, regimes := make(map[entry]bool), make(map[string]bool)
	p.Each("eac_history", at, func(o supply.Object, at *fault.At) {
		supply.CheckListed(a.Facts, settings.TimePatternRegimes, o, "tpr", ruleRegimeNotFound.Code, at)
		of := entry{o.Text("tpr"), o.Date("effective_from")}
		if of.regime != "" && of.start != 0 && known[of] {
			at.AddAt("tpr", ruleConsumptionRepeated.Code, "There is a consumption of this regime from "+of.start.String()+" already: keep the one that counts.")
		}
		known[of], regimes[of.regime] = true, true
	})
	if !at.CleanAt("eac_history") {
		return
	}
	p.EachMeter(at, func(m *supply.Meter, at *fault.At) {
		registers := at.Field("registers")
		for i := range m.Registers {
			r := &m.Registers[i]
			if regime := r.Text("tpr"); m.Active() && r.Settlement && regime != "" && !regimes[regime] {
				place := registers.Index(i)
				place.AddAt("tpr", ruleConsumptionMissing.Code, "The eac_history of the point has no consumption for this regime: add it.")
			}
		}
	})
}

// period is a period with its index.
type period struct {
	supply.Period
	index int
}

// readPeriods reads the periods of a member in the order of their starts.
func readPeriods(p *supply.Point, member, from, to string, at *fault.At) (periods []period) {
	p.Each(member, at, func(o supply.Object, at *fault.At) {
		supply.CheckPeriod(o, from, to, at)
		periods = append(periods, period{supply.Period{From: o.Date(from), To: o.Date(to)}, len(periods)})
	})
	slices.SortStableFunc(periods, func(a, b period) int { return cmp.Compare(a.From, b.From) })
	return periods
}

// checkAnnualQuantities: the quantities of gas follow each other, and one holds now.
func checkAnnualQuantities(p *supply.Point, today payload.Date, at *fault.At) {
	periods := readPeriods(p, "aq_history", "effective_from", "effective_to", at)
	history := at.Field("aq_history")
	if len(periods) == 0 || !history.Clean() {
		return
	}
	current, open := false, 0
	for n, q := range periods {
		place := history.Index(q.index)
		current = current || q.To == 0 || q.To >= today
		if q.To == 0 {
			if open++; open == 2 {
				place.AddAt("effective_to", ruleOpenQuantities.Code, "Another quantity is open-ended, too: give the earlier one its end.")
			}
		}
		if n == 0 || periods[n-1].To == 0 {
			continue // an open-ended one before the last has a fault of its own, below or above
		}
		if next := periods[n-1].To.AddDays(1); q.From != next {
			place.AddAt("effective_from", ruleQuantityGaps.Code, "This quantity starts on "+q.From.String()+", and the one before ends on "+periods[n-1].To.String()+": let it start on the day after.")
		}
	}
	if !current {
		history.Add(ruleNoCurrentQuantity.Code, "All these quantities have ended: add the one that holds now.")
	}
}

// checkPeriods: the periods of a member follow each other, and each has a day.
func checkPeriods(member string, p *supply.Point, at *fault.At) {
	periods := readPeriods(p, member, "effective_from_date", "effective_to_date", at)
	list := at.Field(member)
	if len(periods) == 0 || !list.Clean() {
		return
	}
	for n, q := range periods {
		place := list.Index(q.index)
		switch {
		case q.From == q.To:
			place.AddAt("effective_from_date", ruleZeroLength.Code, "This period starts and ends on "+q.From.String()+": correct the dates, or leave it out.")
		case n > 0 && periods[n-1].To != q.From:
			before := "is open-ended"
			if to := periods[n-1].To; to != 0 {
				before = "ends on " + to.String()
			}
			place.AddAt("effective_from_date", rulePeriodGaps.Code, "This period starts on "+q.From.String()+", and the one before "+before+": let the two meet.")
		}
	}
}

// checkConfiguration: a point is configured now, and until further notice.
func checkConfiguration(p *supply.Point, today payload.Date, at *fault.At) {
	var latest payload.Date
	p.Each("configuration_periods", at, func(o supply.Object, at *fault.At) {
		from := o.Date("effective_from_date")
		supply.CheckFuture(from, today, "effective_from_date", ruleFutureConfiguration.Code, at)
		latest = max(latest, from)
	})
	p.Each("configuration_periods", at, func(o supply.Object, at *fault.At) {
		if o.Date("effective_from_date") == latest && o.Date("effective_to_date") != 0 && latest != 0 && at.Clean() {
			at.AddAt("effective_to_date", ruleConfigurationEnds.Code, "This is the latest configuration, which holds until further notice: leave its end out.")
		}
	})
}
