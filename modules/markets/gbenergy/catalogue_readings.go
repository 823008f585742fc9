package gbenergy

import (
	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/markets/supply"
)

// Readings of the past, of the register 1.
const (
	readBefore  = `{"reading_date": "2023-06-12", "reading_value": 19020, "reading_type": "CUSTOMER", "register_id": "1", "billed": true}`
	readRemoved = `{"reading_date": "2024-07-01", "reading_value": 20501, "reading_type": "ROUTINE", "register_id": "1", "billed": false}`
)

// exchanged is a meter that was removed after the billed-to date.
func exchanged(members string) string {
	return `{` + join(`"meter_serial_number": "E15Z00417", "removed_on": "2024-07-01", "registers": [{"register_id": "1", "number_of_digits": 5, "last_billed_to_date": "2024-06-12"}]`, members) + `}`
}

const fitted = `"meter_serial_number": "S24A12345", "installed_on": "2024-07-01"`

var readingRules = []catalogue.Rule{
	example(supply.RuleBilledNotFound, meter0+".registers.0.last_billed_to_date", supplied(closed, power(``)), supplied(closed, power(`"measurement_class": "C"`))),
	example(supply.RuleBilledNotFound, meter0+".last_billed_to_date", supplied(closed, heating(``)),
		supplied(closed, heatingMetered(gasMeterOf(`"last_billed_to_date": "2024-06-12", `+readGas)))),
	example(supply.RuleBilledOnNewMeter, point0+".meters.1.registers.0.last_billed_to_date",
		supplied(``, powerMetered(exchanged(read+`, "reading_history": [`+readRemoved+`]`)+`, {`+fitted+`, "registers": [{"register_id": "1", "number_of_digits": 5, "last_billed_to_date": "2024-06-12"}]}`)),
		supplied(``, powerMetered(exchanged(read+`, "reading_history": [`+readRemoved+`]`)+`, {`+fitted+`, "registers": [{"register_id": "1", "number_of_digits": 5}]}`))),
	example(supply.RuleBilledReadingLater, meter0+".reading_history.0.reading_date",
		supplied(billed, powerMetered(electricMeter(read+`, "reading_history": [{"reading_date": "2024-06-13", "reading_value": 20461, "reading_type": "CUSTOMER", "register_id": "1", "billed": true}]`))),
		supplied(billed, powerMetered(electricMeter(read+`, "reading_history": [{"reading_date": "2024-06-13", "reading_value": 20461, "reading_type": "CUSTOMER", "register_id": "1", "billed": false}]`)))),
	example(supply.RuleTransferDates, meter0+".transfer_readings.0.reading_date",
		supplied(billed, powerMetered(electricMeter(`"transfer_readings": [{"reading_date": "2024-06-13", "reading_value": 20455, "reading_type": "ROUTINE", "register_id": "1"}]`))),
		supplied(billed, powerMetered(electricMeter(read)))),
	example(supply.RuleTransferMissing, meter0+".registers.0", supplied(billed, powerMetered(electricMeter(``))), supplied(billed, powerMetered(electricMeter(read)))),
	example(supply.RuleTransferRepeated, meter0+".transfer_readings.1",
		supplied(billed, powerMetered(electricMeter(`"transfer_readings": [{"reading_date": "2024-06-12", "reading_value": 20455, "reading_type": "ROUTINE", "register_id": "1"},
			{"reading_date": "2024-06-12", "reading_value": 20456, "reading_type": "CUSTOMER", "register_id": "1"}]`))),
		supplied(billed, powerMetered(electricMeter(read)))),
	example(supply.RuleGasTransferMissing, meter0+".transfer_readings", supplied(billed, heating(``)), supplied(billed, heatingMetered(gasMeterOf(readGas)))),
	example(supply.RuleGasTransferRepeated, meter0+".transfer_readings.1",
		supplied(billed, heatingMetered(gasMeterOf(`"transfer_readings": [{"reading_date": "2024-06-12", "reading_value": 7410, "reading_type": "ROUTINE"}, {"reading_date": "2024-06-12", "reading_value": 7411, "reading_type": "CUSTOMER"}]`))),
		supplied(billed, heatingMetered(gasMeterOf(readGas)))),
	example(supply.RuleTransferFullyBilled, meter0+".transfer_readings",
		supplied(billed, powerMetered(electricMeter(`"removed_on": "2024-06-01", `+read)+`, {`+fitted+`, `+oneRegister+`, `+read+`}`)),
		supplied(billed, powerMetered(electricMeter(`"removed_on": "2024-06-01"`)+`, {`+fitted+`, `+oneRegister+`, `+read+`}`))),
	example(supply.RuleExchangedWithoutTransfer, meter0+".transfer_readings",
		supplied(``, powerMetered(exchanged(`"reading_history": [`+readRemoved+`]`)+`, {`+fitted+`, `+oneRegister+`}`)),
		supplied(``, powerMetered(exchanged(read+`, "reading_history": [`+readRemoved+`]`)+`, {`+fitted+`, `+oneRegister+`}`))),
	example(supply.RuleExchangedWithoutLast, meter0+".removed_on",
		supplied(``, powerMetered(exchanged(read)+`, {`+fitted+`, `+oneRegister+`}`)),
		supplied(``, powerMetered(exchanged(read+`, "reading_history": [`+readRemoved+`]`)+`, {`+fitted+`, `+oneRegister+`}`))),
	example(supply.RuleEndWithoutReading, point0+".supply_end_date",
		supplied(``, endedUnread(``), heating(``)), supplied(``, endedUnread(readRemoved), heating(``))),
	example(supply.RuleReadingWithoutRegister, meter0+".transfer_readings.1.register_id",
		supplied(``, powerMetered(electricMeter(`"transfer_readings": [{"reading_date": "2024-06-12", "reading_value": 20455, "reading_type": "ROUTINE", "register_id": "1"}, {"reading_date": "2024-06-12", "reading_value": 20455, "reading_type": "ROUTINE"}]`))),
		supplied(``, powerMetered(electricMeter(read)))),
	example(supply.RuleReadingRegisterUnknown, meter0+".transfer_readings.1.register_id",
		supplied(``, powerMetered(electricMeter(`"transfer_readings": [{"reading_date": "2024-06-12", "reading_value": 20455, "reading_type": "ROUTINE", "register_id": "1"}, {"reading_date": "2024-06-12", "reading_value": 20455, "reading_type": "ROUTINE", "register_id": "2"}]`))),
		supplied(``, powerMetered(electricMeter(read)))),
	example(supply.RuleHistoryWithoutRegister, meter0+".reading_history.0.register_id",
		supplied(``, powerMetered(electricMeter(`"reading_history": [{"reading_date": "2023-06-12", "reading_value": 19020, "reading_type": "CUSTOMER", "billed": true}]`))),
		supplied(``, powerMetered(electricMeter(`"reading_history": [`+readBefore+`]`)))),
	example(supply.RuleHistoryRegisterUnknown, meter0+".reading_history.0.register_id",
		supplied(``, powerMetered(electricMeter(`"reading_history": [{"reading_date": "2023-06-12", "reading_value": 19020, "reading_type": "CUSTOMER", "register_id": "I", "billed": true}]`))),
		supplied(``, powerMetered(electricMeter(`"reading_history": [`+readBefore+`]`)))),
}

// endedUnread returns a point whose supply ended after it was billed, with these readings.
func endedUnread(readings string) string {
	return join(mpan, since, `"supply_end_date": "2024-07-01", "last_billed_to_date": "2024-06-12", "agreements": []`,
		`"meters": [{"meter_serial_number": "S07A12345", "registers": [{"register_id": "1", "number_of_digits": 5}], `+read+`, "reading_history": [`+readings+`]}]`)
}
