package gbenergy

import (
	"strconv"

	"dataimport/modules/kit/domain/fault"
)

// duplicateMeterPoints: a meter point stands at one address, and once. The fault is
// at its number where it comes again.
func duplicateMeterPoints(addresses []address, at *fault.At) {
	first := make(map[string]int) // the address, by the number with its kind before it
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
				place.AddAt(p.field, codeDuplicateElse, "The supply address with the index "+strconv.Itoa(earlier)+" has this meter point already: leave it at the one where it is.")
			default:
				place.AddAt(p.field, codeDuplicateHere, "This supply address has this meter point already: leave it once.")
			}
		}
	}
}
