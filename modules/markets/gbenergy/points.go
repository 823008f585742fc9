package gbenergy

import (
	"strconv"

	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/fault"
)

var ruleDuplicateElse = catalogue.Rule{
	Code: "duplicate_meter_points_on_different_supply_addresses_provided", Area: area, Market: Name,
	Meaning: "One meter point stands at two supply addresses.",
	Remedy:  "Leave it at the address where it is.",
	Attr:    "supply_addresses.1.meter_points.0.mprn",
	Bad:     `{"supply_addresses": [` + house + gas + `]}, ` + flat + gas + `]}]}`,
	Good:    `{"supply_addresses": [` + house + gas + `]}, ` + flat + electricity + `}]}]}`,
}

var ruleDuplicateHere = catalogue.Rule{
	Code: "duplicate_meter_points_on_supply_address_provided", Area: area, Market: Name,
	Meaning: "One meter point stands twice at a supply address.",
	Remedy:  "Leave it once, with all its meters and agreements.",
	Attr:    "supply_addresses.0.meter_points.1.mprn",
	Bad:     at(gas + `, ` + gas),
	Good:    at(gas),
}

// duplicateMeterPoints: a meter point occurs once, at one address. The fault is at the
// number of each repetition.
func duplicateMeterPoints(addresses []address, at *fault.At) {
	first := make(map[string]int) // addresses by the number of a meter point with its kind before it
	for i := range addresses {
		address := at.Index(i)
		points := address.Field("meter_points")
		for j := range addresses[i].points {
			p, place := &addresses[i].points[j], points.Index(j)
			if p.number == "" || !place.CleanAt(p.field) {
				continue
			}
			earlier, known := first[p.field+p.number]
			switch {
			case !known:
				first[p.field+p.number] = i
			case earlier != i:
				place.AddAt(p.field, ruleDuplicateElse.Code, "The supply address with the index "+strconv.Itoa(earlier)+" has this meter point already: leave it at the one where it is.")
			default:
				place.AddAt(p.field, ruleDuplicateHere.Code, "This supply address has this meter point already: leave it once.")
			}
		}
	}
}
