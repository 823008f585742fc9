package transactions

import "dataimport/modules/kit/domain/catalogue"

var chargeCatalogue = []catalogue.Rule{
	{
		Code: codeConflictingRateBand, Area: areaTransactions,
		Meaning: "A line item names its rate in more than one way.",
		Remedy:  "Keep one of rate_band, rate_specification_code and time_series_specification_code.",
		Attr:    "current_statement_transactions.0.line_items.0.time_series_specification_code",
		Bad: `{"current_statement_transactions": [
			{"transaction_id": "T-1", "transaction_date": "2024-02-01", "amount": "20.00", "type": "SUPPLY_CHARGE", "product_code": "POWER_FIX", "line_items": [
				{"start_date": "2024-01-01", "end_date": "2024-01-31", "number_of_units": 80, "net_amount": "20.00",
					"rate_band": "STANDARD", "time_series_specification_code": "TS-1"}]}]}`,
		Good: `{"current_statement_transactions": [
			{"transaction_id": "T-1", "transaction_date": "2024-02-01", "amount": "20.00", "type": "SUPPLY_CHARGE", "product_code": "POWER_FIX", "line_items": [
				{"start_date": "2024-01-01", "end_date": "2024-01-31", "number_of_units": 80, "net_amount": "20.00", "rate_band": "STANDARD"}]}]}`,
	},
	{
		Code: codeTwoReadings, Area: areaTransactions,
		Meaning: "The units of a line item are not two values.",
		Remedy:  "Give the readings at the start and at the end, or leave units out.",
		Attr:    "current_statement_transactions.0.line_items.0.units",
		Bad: `{"current_statement_transactions": [
			{"transaction_id": "T-1", "transaction_date": "2024-02-01", "amount": "20.00", "type": "SUPPLY_CHARGE", "product_code": "POWER_FIX", "line_items": [
				{"start_date": "2024-01-01", "end_date": "2024-01-31", "number_of_units": 80, "net_amount": "20.00", "rate_band": "STANDARD",
					"units": [1280]}]}]}`,
		Good: `{"current_statement_transactions": [
			{"transaction_id": "T-1", "transaction_date": "2024-02-01", "amount": "20.00", "type": "SUPPLY_CHARGE", "product_code": "POWER_FIX", "line_items": [
				{"start_date": "2024-01-01", "end_date": "2024-01-31", "number_of_units": 80, "net_amount": "20.00", "rate_band": "STANDARD",
					"units": [1200, 1280]}]}]}`,
	},
	{
		Code: codeSupplyPointRequired, Area: areaTransactions,
		Meaning: "A line item names its rate by rate_specification_code, and the transaction does not name the supply point that the rate applies to.",
		Remedy:  "Add supply_point_identifier to the transaction.",
		Attr:    "current_statement_transactions.0.supply_point_identifier",
		Bad: `{"current_statement_transactions": [
			{"transaction_id": "T-1", "transaction_date": "2024-02-01", "amount": "20.00", "type": "SUPPLY_CHARGE", "product_code": "POWER_FIX", "line_items": [
				{"start_date": "2024-01-01", "end_date": "2024-01-31", "number_of_units": 80, "net_amount": "20.00", "rate_specification_code": "DAY"}]}]}`,
		Good: `{"current_statement_transactions": [
			{"transaction_id": "T-1", "transaction_date": "2024-02-01", "amount": "20.00", "type": "SUPPLY_CHARGE", "product_code": "POWER_FIX",
				"supply_point_identifier": "1200023305967", "line_items": [
				{"start_date": "2024-01-01", "end_date": "2024-01-31", "number_of_units": 80, "net_amount": "20.00", "rate_specification_code": "DAY"}]}]}`,
	},
	{
		Code: codeStartAfterEnd, Area: catalogue.Dates,
		Attr: "current_statement_transactions.0.line_items.0.start_date",
		Bad: `{"current_statement_transactions": [
			{"transaction_id": "T-1", "transaction_date": "2024-02-01", "amount": "20.00", "type": "SUPPLY_CHARGE", "product_code": "POWER_FIX", "line_items": [
				{"start_date": "2024-01-31", "end_date": "2024-01-01", "number_of_units": 80, "net_amount": "20.00", "rate_band": "STANDARD"}]}]}`,
		Good: `{"current_statement_transactions": [
			{"transaction_id": "T-1", "transaction_date": "2024-02-01", "amount": "20.00", "type": "SUPPLY_CHARGE", "product_code": "POWER_FIX", "line_items": [
				{"start_date": "2024-01-01", "end_date": "2024-01-31", "number_of_units": 80, "net_amount": "20.00", "rate_band": "STANDARD"}]}]}`,
	},
}
