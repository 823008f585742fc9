package auenergy

import (
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/markets/supply"
)

// period names a list whose items have a start and an end. They are datetimes where moments
// is true, and dates otherwise.
type period struct {
	list, from, to string
	moments        bool
}

// embeddedPeriods are the lists of which a point of an embedded network has one current item.
var embeddedPeriods = []period{
	{"nmi_status_periods", "active_from", "active_to", true},
	{"distributors", "from_date", "to_date", true},
	{"meter_data_providers", "from_date", "to_date", true},
}

var (
	pointPeriods = append([]period{{"supply_details", "start_at", "end_at", false}}, embeddedPeriods...)
	meterPeriods = []period{
		{"registers", "effective_ntc_from", "effective_ntc_to", true},
		{"registers", "active_from", "active_to", true},
		{"connection_periods", "start_at", "end_at", true},
	}
)

// checkPeriods: no item of a list ends before it starts.
func checkPeriods(o supply.Object, of period, at *fault.At) {
	if len(o.List(of.list)) > 0 {
		place := at.Field(of.list)
		checkPeriodsOf(o[of.list], of, &place)
	}
}

// checkPeriodsOf is [checkPeriods] of a list that stands at a place.
func checkPeriodsOf(list any, of period, at *fault.At) {
	supply.EachOf(list, at, func(o supply.Object, at *fault.At) {
		if of.moments {
			supply.CheckMoments(o, of.from, of.to, at)
		} else {
			supply.CheckPeriod(o, of.from, of.to, at)
		}
	})
}
