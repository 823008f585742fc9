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

func registers(list string) string {
	return powerMetered(`{"meter_serial_number": "S07A12345", "registers": [` + list + `]}`)
}

const register1 = `{"register_id": "1", "number_of_digits": 5, "tpr": "00210"}`

var meterRules = []catalogue.Rule{
	example(supply.RuleDuplicateRegisters, meter0+".registers.1.register_id",
		supplied(``, registers(register1+`, {"register_id": "1", "number_of_digits": 5, "tpr": "00043"}`)),
		supplied(``, registers(register1+`, {"register_id": "2", "number_of_digits": 5, "tpr": "00043"}`))),
	example(ruleRegistersMissing, meter0+".registers", supplied(``, powerMetered(`{"meter_serial_number": "S07A12345"}`)), supplied(``, power(``))),
	example(ruleDuplicateRegimes, meter0+".registers.1.tpr",
		supplied(``, registers(register1+`, {"register_id": "2", "number_of_digits": 5, "tpr": "00210"}`)),
		supplied(``, registers(`{"register_id": "1", "number_of_digits": 5, "tpr": "01201"}, {"register_id": "2", "number_of_digits": 5, "tpr": "01201"}`))),
	under(`{"tprs": ["00210", "00043"]}`, example(ruleRegimeNotFound, meter0+".registers.0.tpr",
		supplied(``, registers(`{"register_id": "1", "number_of_digits": 5, "tpr": "210"}`)), supplied(``, registers(register1)))),
	example(ruleConsumptionMissing, meter0+".registers.0.tpr",
		supplied(``, join(registers(register1), `"eac_history": [{"effective_from": "2023-06-12", "tpr": "00043", "consumption": "2769.5"}]`)),
		supplied(``, join(registers(register1), `"eac_history": [{"effective_from": "2023-06-12", "tpr": "00210", "consumption": "2769.5"}]`))),
	example(ruleConsumptionRepeated, point0+".eac_history.1.tpr",
		supplied(``, power(`"eac_history": [{"effective_from": "2023-06-12", "tpr": "00043", "consumption": "2769.5"}, {"effective_from": "2023-06-12", "tpr": "00043", "consumption": "2770"}]`)),
		supplied(``, power(`"eac_history": [{"effective_from": "2022-06-12", "tpr": "00043", "consumption": "2769.5"}, {"effective_from": "2023-06-12", "tpr": "00043", "consumption": "2770"}]`))),
	example(ruleNoCurrentQuantity, point0+".aq_history",
		supplied(``, heating(`"aq_history": [{"effective_from": "2022-10-01", "effective_to": "2023-09-30", "consumption": "11240"}]`)),
		supplied(``, heating(`"aq_history": [{"effective_from": "2022-10-01", "consumption": "11240"}]`))),
	example(ruleQuantityGaps, point0+".aq_history.1.effective_from",
		supplied(``, heating(`"aq_history": [{"effective_from": "2022-10-01", "effective_to": "2023-09-30", "consumption": "11240"}, {"effective_from": "2023-09-30", "consumption": "10980"}]`)),
		supplied(``, heating(`"aq_history": [{"effective_from": "2022-10-01", "effective_to": "2023-09-30", "consumption": "11240"}, {"effective_from": "2023-10-01", "consumption": "10980"}]`))),
	example(ruleOpenQuantities, point0+".aq_history.1.effective_to",
		supplied(``, heating(`"aq_history": [{"effective_from": "2022-10-01", "consumption": "11240"}, {"effective_from": "2023-10-01", "consumption": "10980"}]`)),
		supplied(``, heating(`"aq_history": [{"effective_from": "2022-10-01", "effective_to": "2023-09-30", "consumption": "11240"}, {"effective_from": "2023-10-01", "consumption": "10980"}]`))),
	example(rulePeriodGaps, point0+".capacity_values.1.effective_from_date",
		supplied(``, power(`"capacity_values": [{"effective_from_date": "2019-11-02", "effective_to_date": "2022-03-31", "value": 50}, {"effective_from_date": "2022-04-01", "value": "69.5"}]`)),
		supplied(``, power(`"capacity_values": [{"effective_from_date": "2019-11-02", "effective_to_date": "2022-04-01", "value": 50}, {"effective_from_date": "2022-04-01", "value": "69.5"}]`))),
	example(ruleZeroLength, point0+".capacity_values.0.effective_from_date",
		supplied(``, power(`"capacity_values": [{"effective_from_date": "2022-04-01", "effective_to_date": "2022-04-01", "value": 50}]`)),
		supplied(``, power(`"capacity_values": [{"effective_from_date": "2022-04-01", "effective_to_date": "2022-04-02", "value": 50}]`))),
	example(ruleFutureConfiguration, point0+".configuration_periods.0.effective_from_date",
		supplied(``, power(`"configuration_periods": [{"effective_from_date": "2999-04-01", "mtc": 811}]`)),
		supplied(``, power(`"configuration_periods": [{"effective_from_date": "2022-04-01", "mtc": 811}]`))),
	example(ruleConfigurationEnds, point0+".configuration_periods.0.effective_to_date",
		supplied(``, power(`"configuration_periods": [{"effective_from_date": "2022-04-01", "effective_to_date": "2023-04-01", "mtc": 811}]`)),
		supplied(``, power(`"configuration_periods": [{"effective_from_date": "2022-04-01", "mtc": 811}]`))),
	example(rulePrepayOnCredit, meter0+".prepay_details", supplied(``, powerMetered(electricMeter(prepaid("2024-06-11")))),
		supplied(``, powerMetered(electricMeter(`"is_prepay": true, `+prepaid("2024-06-11"))))),
	example(rulePrepayFullyBilled, meter0+".prepay_details",
		supplied(billed, powerMetered(electricMeter(`"is_prepay": true, "removed_on": "2024-06-01", `+prepaid("2024-06-11"))+`, {`+fitted+`, `+oneRegister+`, `+read+`}`)),
		supplied(billed, powerMetered(electricMeter(`"is_prepay": true, "removed_on": "2024-06-01"`)+`, {`+fitted+`, `+oneRegister+`, `+read+`}`))),
	under(`{"electricity_prepay_reference": "required"}`, example(rulePrepayWithoutReference, meter0+".prepay_customer_reference_number",
		supplied(``, powerMetered(electricMeter(`"is_prepay": true`))),
		supplied(``, powerMetered(electricMeter(`"is_prepay": true, "prepay_customer_reference_number": "982617001234567890"`))))),
	example(ruleInvalidPrepayReference, meter0+".prepay_customer_reference_number",
		supplied(``, powerMetered(electricMeter(`"is_prepay": true, "prepay_customer_reference_number": "9826 1700"`))),
		supplied(``, powerMetered(electricMeter(`"is_prepay": true, "prepay_customer_reference_number": "98261700"`)))),
	example(ruleVendDate, meter0+".prepay_details.transfer_vend_read_date",
		supplied(billed, powerMetered(electricMeter(`"is_prepay": true, `+prepaid("2024-06-12")+`, `+read))),
		supplied(billed, powerMetered(electricMeter(`"is_prepay": true, `+prepaid("2024-06-11")+`, `+read)))),
	example(rulePrepayTransaction, "current_statement_transactions.0.to_prepay_meter_serial_number",
		supplied(vend("S07A12346"), powerMetered(electricMeter(`"is_prepay": true, `+prepaid("2024-06-11")))),
		supplied(vend("S07A12345"), powerMetered(electricMeter(`"is_prepay": true, `+prepaid("2024-06-11"))))),
	example(ruleSmartDetails, meter0+".smart_device_id", supplied(``, powerMetered(electricMeter(`"smart_device_id": "00-DB-12-34-56-78-90-AB"`))),
		supplied(``, powerMetered(electricMeter(`"smart_type": "SMETS2", "smart_device_id": "00-DB-12-34-56-78-90-AB"`)))),
	example(ruleFutureCommission, meter0+".smart_commissioned_on", supplied(``, powerMetered(electricMeter(`"smart_type": "SMETS2", "smart_commissioned_on": "2999-01-31"`))),
		supplied(``, powerMetered(electricMeter(`"smart_type": "SMETS2", "smart_commissioned_on": "2023-01-31"`)))),
}

func prepaid(day string) string {
	return `"prepay_details": {"credit_balance": "-3.20", "debt_balance": "45.00", "transfer_vend_read_date": "` + day + `"}`
}

// vend returns a payment at the prepayment meter with a serial number.
func vend(serial string) string {
	return `"current_statement_transactions": [{"transaction_id": "T-1", "transaction_date": "2024-06-20", "amount": "20.00", "type": "PAYMENT", "to_prepay_meter_serial_number": "` + serial + `"}], `
}

var otherRules = []catalogue.Rule{
	example(ruleServicesWithoutCode, "customers.0.psr.0",
		`{"customers": [{"family_name": "O’Neill", "psr": [{"description": "Nebuliser in daily use"}]}]}`,
		`{"customers": [{"family_name": "O’Neill", "psr": [{"description": "Nebuliser in daily use", "gas_industry_code": "12"}]}]}`),
	under(`{"psr_codes": ["01", "12"]}`, example(ruleServicesCode, "customers.0.psr.0.gas_industry_code",
		`{"customers": [{"family_name": "O’Neill", "psr": [{"gas_industry_code": "21"}]}]}`,
		`{"customers": [{"family_name": "O’Neill", "psr": [{"gas_industry_code": "12"}]}]}`)),
	under(`{"affiliate_organisations": ["Quay Brokers"]}`, example(supply.RuleAffiliateNotFound, "commission_contracts.0.affiliate_organisation_name",
		commission("Quay brokers", `"unit_rate_uplift": "0.35"`), commission("Quay Brokers", `"unit_rate_uplift": "0.35"`))),
	example(ruleUpliftAndValue, "commission_contracts.0.value",
		commission("Quay Brokers", `"unit_rate_uplift": "0.35", "value": "0.35"`), commission("Quay Brokers", `"commission_type": "UNIT_RATE_UPLIFT", "value": "0.35"`)),
	example(ruleCommissionValue, "commission_contracts.0.value",
		commission("Quay Brokers", `"commission_type": "UNIT_RATE_UPLIFT"`), commission("Quay Brokers", `"unit_rate_uplift": "0.35"`)),
	example(ruleFeedInIncomplete, "fit.instruction_reference", feedInByBACS(`"vendor_name": "gocardless"`), feedInByBACS(`"vendor_name": "gocardless", "instruction_reference": "MD0001"`)),
	example(ruleOccupierDirectDebit, "dd_reference",
		`{"unknown_occupier": true, "customers": [], "dd_reference": "MD0001"}`, `{"dd_reference": "MD0001"}`),
	example(ruleCycleDay, "smart_read_cycle_day", `{"smart_read_cycle_day": 29}`, `{"smart_read_cycle_day": 28}`),
	example(ruleTaxYear, "warm_home_discount.0.tax_year", `{"warm_home_discount": [{"tax_year": "2023-24"}]}`, `{"warm_home_discount": [{"tax_year": "2023/24"}]}`),
}

func commission(organisation, members string) string {
	return `{"commission_contracts": [{"affiliate_organisation_name": "` + organisation + `", "mpxn": "1200022345676", "effective_from": "2022-04-01", "effective_to": "2024-04-01", "status": "PAYABLE", ` + members + `}]}`
}

func feedInByBACS(members string) string {
	return `{"fit": {"payment_method": "BACS", ` + members + `, "installations": [{"fit_id": "FIT00512345"}], "meters": [
		{"serial_number": "GEN0041", "type": "GENERATION", "last_billed_to_date": "2024-03-31", "transfer_reading": {"reading_date": "2024-03-31", "reading_value": "8123.5"}, "extensions": []}]}}`
}
