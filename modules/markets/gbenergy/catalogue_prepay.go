package gbenergy

import "dataimport/modules/kit/domain/catalogue"

var prepayRules = []catalogue.Rule{
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
