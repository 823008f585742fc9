package auenergy

import (
	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/markets/supply"
)

// Readings of the past, of the register 11.
const (
	readBefore  = `{"reading_date": "2023-06-12", "reading_value": 19020, "reading_type": "CUSTOMER", "register_id": "11", "billed": true}`
	readRemoved = `{"reading_date": "2024-07-01", "reading_value": 20501, "reading_type": "ROUTINE", "register_id": "11", "billed": false}`
)

// exchanged is a meter that was removed after the billed-to date.
func exchanged(members string) string {
	return `{` + join(`"meter_serial_number": "500417", "removed_on": "2024-07-01", "registers": [{"register_id": "11", "last_billed_to_date": "2024-06-12"}]`, members) + `}`
}

const fitted = `"meter_serial_number": "700123456", "installed_on": "2024-07-01"`

// billedAt returns an account that was billed, with these points.
func billedAt(points ...string) string { return supplied(billed, points...) }

var readingRules = []catalogue.Rule{
	example(supply.RuleBilledNotFound, meter0+".registers.0.last_billed_to_date", supplied(closed, power(``)), supplied(closed, billedPower)),
	example(supply.RuleBilledNotFound, meter0+".last_billed_to_date", supplied(closed, water(``)),
		supplied(closed, waterMetered(`"last_billed_to_date": "2024-06-12", `+readHot))),
	example(supply.RuleBilledOnNewMeter, point0+".meters.1.registers.0.last_billed_to_date",
		supplied(``, powerMetered(exchanged(read+`, "reading_history": [`+readRemoved+`]`)+`, {`+fitted+`, "registers": [{"register_id": "11", "last_billed_to_date": "2024-06-12"}]}`)),
		supplied(``, powerMetered(exchanged(read+`, "reading_history": [`+readRemoved+`]`)+`, {`+fitted+`, `+oneRegister+`}`))),
	example(supply.RuleBilledReadingLater, meter0+".reading_history.0.reading_date",
		billedAt(waterMetered(readHot+`, "reading_history": [{"reading_date": "2024-06-13", "reading_value": 89, "reading_quality": "CUSTOMER"}]`)),
		billedAt(waterMetered(readHot+`, "reading_history": [{"reading_date": "2024-06-13", "reading_value": 89, "reading_quality": "CUSTOMER", "billed": false}]`))),
	example(supply.RuleTransferDates, meter0+".transfer_readings.0.reading_date",
		billedAt(powerMetered(electricMeter(`"transfer_readings": [{"reading_date": "2024-06-13", "reading_value": 20455, "reading_type": "ROUTINE", "register_id": "11"}]`))),
		billedAt(powerMetered(electricMeter(read)))),
	example(supply.RuleTransferMissing, meter0+".registers.0", billedAt(powerMetered(electricMeter(``))),
		billedAt(powerMetered(`{"meter_serial_number": "700123456", "registers": [{"register_id": "11", "has_readings": false}]}`))),
	example(supply.RuleTransferRepeated, meter0+".transfer_readings.1",
		billedAt(powerMetered(electricMeter(`"transfer_readings": [{"reading_date": "2024-06-12", "reading_value": 20455, "reading_type": "ROUTINE", "register_id": "11"},
			{"reading_date": "2024-06-12", "reading_value": 20456, "reading_type": "CUSTOMER", "register_id": "11"}]`))),
		billedAt(powerMetered(electricMeter(read)))),
	example(supply.RuleGasTransferMissing, meter0+".transfer_readings", billedAt(heating(``)), billedAt(heatingMetered(readGas))),
	example(supply.RuleGasTransferMissing, meter0+".transfer_readings", billedAt(water(``)), billedAt(waterMetered(readHot))),
	example(supply.RuleGasTransferRepeated, meter0+".transfer_readings.1",
		billedAt(heatingMetered(`"transfer_readings": [{"reading_date": "2024-06-12", "reading_value": 7410, "reading_type": "ROUTINE"}, {"reading_date": "2024-06-12", "reading_value": 7411, "reading_type": "CUSTOMER"}]`)),
		billedAt(heatingMetered(readGas))),
	example(ruleTransferRequired, meter0+".transfer_readings",
		supplied(``, embedded(`"meter_installation_type": "BASIC"`)),
		supplied(``, embedded(`"meter_installation_type": "BASIC", "transfer_readings": [{"reading_date": "2024-06-12", "reading_value": 771, "reading_quality": "A", "register_id": "E1"}]`))),
	example(supply.RuleTransferFullyBilled, meter0+".transfer_readings",
		billedAt(powerMetered(electricMeter(`"removed_on": "2024-06-01", `+read)+`, {`+fitted+`, `+oneRegister+`, `+read+`}`)),
		billedAt(powerMetered(electricMeter(`"removed_on": "2024-06-01"`)+`, {`+fitted+`, `+oneRegister+`, `+read+`}`))),
	example(supply.RuleExchangedWithoutTransfer, meter0+".transfer_readings",
		supplied(``, powerMetered(exchanged(`"reading_history": [`+readRemoved+`]`)+`, {`+fitted+`, `+oneRegister+`}`)),
		supplied(``, powerMetered(exchanged(read+`, "reading_history": [`+readRemoved+`]`)+`, {`+fitted+`, `+oneRegister+`}`))),
	example(supply.RuleExchangedWithoutLast, meter0+".removed_on",
		supplied(``, powerMetered(exchanged(read)+`, {`+fitted+`, `+oneRegister+`}`)),
		supplied(``, powerMetered(exchanged(read+`, "reading_history": [`+readRemoved+`]`)+`, {`+fitted+`, `+oneRegister+`}`))),
	example(supply.RuleEndWithoutReading, point0+".supply_end_date",
		supplied(``, endedUnread(``), heating(``)), supplied(``, endedUnread(readRemoved), heating(``))),
	example(supply.RuleReadingWithoutRegister, meter0+".transfer_readings.1.register_id",
		supplied(``, powerMetered(electricMeter(`"transfer_readings": [{"reading_date": "2024-06-12", "reading_value": 20455, "reading_type": "ROUTINE", "register_id": "11"}, {"reading_date": "2024-06-12", "reading_value": 20455, "reading_type": "ROUTINE"}]`))),
		supplied(``, powerMetered(electricMeter(read)))),
	example(supply.RuleReadingRegisterUnknown, meter0+".transfer_readings.1.register_id",
		supplied(``, powerMetered(electricMeter(`"transfer_readings": [{"reading_date": "2024-06-12", "reading_value": 20455, "reading_type": "ROUTINE", "register_id": "11"}, {"reading_date": "2024-06-12", "reading_value": 20455, "reading_type": "ROUTINE", "register_id": "42"}]`))),
		supplied(``, powerMetered(electricMeter(read)))),
	example(supply.RuleHistoryWithoutRegister, meter0+".reading_history.0.register_id",
		supplied(``, powerMetered(electricMeter(`"reading_history": [{"reading_date": "2023-06-12", "reading_value": 19020, "reading_type": "CUSTOMER", "billed": true}]`))),
		supplied(``, powerMetered(electricMeter(`"reading_history": [`+readBefore+`]`)))),
	example(supply.RuleHistoryRegisterUnknown, meter0+".reading_history.0.register_id",
		supplied(``, powerMetered(electricMeter(`"reading_history": [{"reading_date": "2023-06-12", "reading_value": 19020, "reading_type": "CUSTOMER", "register_id": "42", "billed": true}]`))),
		supplied(``, powerMetered(electricMeter(`"reading_history": [`+readBefore+`]`)))),
	example(supply.RuleDuplicateRegisters, meter0+".registers.1.register_id",
		supplied(``, powerMetered(`{"meter_serial_number": "700123456", "registers": [{"register_id": "11"}, {"register_id": "11", "network_tariff_code": "NEE12"}]}`)),
		supplied(``, powerMetered(`{"meter_serial_number": "700123456", "registers": [{"register_id": "11"}, {"register_id": "42", "network_tariff_code": "NEE12"}]}`))),
}

// endedUnread returns a point whose supply ended after it was billed, with these readings.
func endedUnread(readings string) string {
	return join(`"mpxn": "6102345678"`, since, `"supply_end_date": "2024-07-01", "last_billed_to_date": "2024-06-12", "agreements": []`,
		`"meters": [{"meter_serial_number": "700123456", `+oneRegister+`, `+read+`, "reading_history": [`+readings+`]}]`)
}
