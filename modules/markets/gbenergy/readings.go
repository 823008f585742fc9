package gbenergy

import (
	"strconv"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"
)

// oneTransferReading: a register that is in use has exactly one transfer reading;
// any other has one at most. In use are the registers that are not said to be
// inactive, of meters that were not removed, at points whose supply goes on.
func oneTransferReading(r *register, inUse bool, at *fault.At) {
	if len(r.transfer) == 0 && inUse && at.CleanAt("transfer_readings") {
		at.AddAt("transfer_readings", codeMissingTransfer, "This register is in use and has no transfer reading: add the one that was taken when the customer was transferred.")
	}
	if len(r.transfer) > 1 {
		readings := at.Field("transfer_readings")
		second := readings.Index(1)
		second.Add(codeMultipleTransfer, "This register has "+strconv.Itoa(len(r.transfer))+" transfer readings: leave one of them, and put the others among the historical_readings.")
	}
}

// readingDatesNotInOrder: the historical readings of a register stand in the order
// of their dates, and the transfer reading is not older than any of them. Two may be
// of one day.
func readingDatesNotInOrder(r *register, at *fault.At) {
	historical := at.Field("historical_readings")
	var last payload.Date
	for i, date := range r.historical {
		if date != 0 && date < last {
			place := historical.Index(i)
			place.AddAt("reading_date", codeReadingsUnordered, "This reading is of "+date.String()+" and stands after one of "+last.String()+": put the oldest first.")
		}
		last = max(last, date)
	}
	transfer := at.Field("transfer_readings")
	for i, date := range r.transfer {
		if date != 0 && date < last {
			place := transfer.Index(i)
			place.AddAt("reading_date", codeReadingsUnordered, "The transfer reading is of "+date.String()+", before a historical reading of "+last.String()+": correct one of the two.")
		}
	}
}

// readingInFuture: a reading was taken by today.
func readingInFuture(readings []payload.Date, f *account.Facts, at *fault.At) {
	for i, date := range readings {
		if date > f.Today {
			place := at.Index(i)
			place.AddAt("reading_date", codeInFuture, "This reading is of "+date.String()+", which is still to come: it cannot have been taken yet.")
		}
	}
}
