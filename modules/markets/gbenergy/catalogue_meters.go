package gbenergy

import (
	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/markets/supply"
)

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
}
