package gbenergy

import (
	"strconv"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"
)

var ruleMissingTransfer = catalogue.Rule{
	Code: "missing_transfer_reading_for_register", Area: area, Market: Name,
	Meaning: "A register that is in use has no reading of the transfer.",
	Remedy:  "Add the reading at which the customer is handed over, or say with is_active that the register is not in use.",
	Attr:    "supply_addresses.0.meter_points.0.meters.0.registers.0.transfer_readings",
	Bad:     metered(`"unit": "KWH"`),
	Good:    metered(`"unit": "KWH", "transfer_readings": [{"reading_date": "2024-06-12", "value": "20455"}]`),
}

var ruleMultipleTransfer = catalogue.Rule{
	Code: "multiple_transfer_readings_for_register", Area: area, Market: Name,
	Meaning: "A register has more than one reading of the transfer.",
	Remedy:  "Leave the one at which the customer is handed over, and put the others among the historical readings.",
	Attr:    "supply_addresses.0.meter_points.0.meters.0.registers.0.transfer_readings.1",
	Bad:     metered(`"transfer_readings": [{"reading_date": "2024-06-12", "value": "20455"}, {"reading_date": "2024-06-13", "value": "20461"}]`),
	Good:    metered(`"transfer_readings": [{"reading_date": "2024-06-13", "value": "20461"}], "historical_readings": [{"reading_date": "2024-06-12", "value": "20455"}]`),
}

// oneTransferReading: a register in use has exactly one transfer reading. Any other
// register has at most one. A register is in use unless it is said to be inactive, its
// meter was removed, or the supply of its point has ended.
func oneTransferReading(r *register, inUse bool, at *fault.At) {
	if len(r.transfer) == 0 && inUse && at.CleanAt("transfer_readings") {
		at.AddAt("transfer_readings", ruleMissingTransfer.Code, "This register is in use and has no transfer reading: add the one that was taken when the customer was transferred.")
	}
	if len(r.transfer) > 1 {
		readings := at.Field("transfer_readings")
		second := readings.Index(1)
		second.Add(ruleMultipleTransfer.Code, "This register has "+strconv.Itoa(len(r.transfer))+" transfer readings: leave one of them, and put the others among the historical_readings.")
	}
}

var ruleReadingsUnordered = catalogue.Rule{
	Code: "reading_dates_not_in_order", Area: area, Market: Name,
	Meaning: "A reading stands after one that was taken later.",
	Remedy:  "Put the historical readings in the order of their dates, the oldest first; the transfer reading is the latest.",
	Attr:    "supply_addresses.0.meter_points.0.meters.0.registers.0.historical_readings.1.reading_date",
	Bad:     metered(`"is_active": false, "historical_readings": [{"reading_date": "2023-12-12", "value": "19644"}, {"reading_date": "2023-06-12", "value": "19020"}]`),
	Good:    metered(`"is_active": false, "historical_readings": [{"reading_date": "2023-06-12", "value": "19020"}, {"reading_date": "2023-12-12", "value": "19644"}]`),
}

// readingDatesNotInOrder: the historical readings of a register are in the order of their
// dates, and the transfer reading is not older than any of them. Two readings may have
// the same date.
func readingDatesNotInOrder(r *register, at *fault.At) {
	historical := at.Field("historical_readings")
	var last payload.Date
	for i, date := range r.historical {
		if date != 0 && date < last {
			place := historical.Index(i)
			place.AddAt("reading_date", ruleReadingsUnordered.Code, "This reading is of "+date.String()+" and stands after one of "+last.String()+": put the oldest first.")
		}
		last = max(last, date)
	}
	transfer := at.Field("transfer_readings")
	for i, date := range r.transfer {
		if date != 0 && date < last {
			place := transfer.Index(i)
			place.AddAt("reading_date", ruleReadingsUnordered.Code, "The transfer reading is of "+date.String()+", before a historical reading of "+last.String()+": correct one of the two.")
		}
	}
}

// readingInFuture: the date of a reading is today or earlier.
func readingInFuture(readings []payload.Date, f *account.Facts, at *fault.At) {
	for i, date := range readings {
		if date > f.Today {
			place := at.Index(i)
			place.AddAt("reading_date", account.RuleDateInFuture.Code, "This reading is of "+date.String()+", which is still to come: it cannot have been taken yet.")
		}
	}
}
