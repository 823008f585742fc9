package transactions

import (
	"strconv"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"

	validation "github.com/pocketbase/ozzo-validation/v4"
	"github.com/shopspring/decimal"
)

// halfCent is the largest difference between a net amount and units x price. It allows for
// every way of rounding to the cent.
var halfCent = decimal.New(5, -3)

var ruleTwoReadings = catalogue.Rule{
	Code: "line_item_units_must_be_two_values", Area: areaTransactions,
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
}

// twoReadings: units are two values, the readings at the start and at the end. An
// empty list counts as absent.
var twoReadings = validation.By(func(value any) error {
	readings, _ := value.([]decimal.Decimal)
	if len(readings) == 0 || len(readings) == 2 {
		return nil
	}
	return validation.NewError(ruleTwoReadings.Code, "Give two values, the readings at the start and at the end, in place of "+
		strconv.Itoa(len(readings))+", or leave units out.")
})

func (l *LineItem) check(at *fault.At) {
	if !l.wasRead(at) {
		return
	}
	if at.CleanAt("units") {
		at.Check("units", l.Readings, twoReadings)
	}
	l.checkNet(at)
	l.checkPeriod(at)
	l.checkRate(at)
}

var ruleNetAmount = catalogue.Rule{
	Code: "incorrect_line_item_net_amount", Area: areaMoney,
	Meaning: "The net amount of a line item is not its units times its price, to the cent.",
	Remedy:  "Correct net_amount, number_of_units or price_per_unit; without a price nothing is compared.",
	Attr:    "current_statement_transactions.0.line_items.0.net_amount",
	Bad: `{"current_statement_transactions": [
		{"transaction_id": "T-1", "transaction_date": "2024-02-01", "amount": "20.01", "type": "SUPPLY_CHARGE", "product_code": "POWER_FIX", "line_items": [
			{"start_date": "2024-01-01", "end_date": "2024-01-31", "number_of_units": 80, "price_per_unit": "0.25", "net_amount": "20.01", "rate_band": "STANDARD"}]}]}`,
	Good: `{"current_statement_transactions": [
		{"transaction_id": "T-1", "transaction_date": "2024-02-01", "amount": "20.00", "type": "SUPPLY_CHARGE", "product_code": "POWER_FIX", "line_items": [
			{"start_date": "2024-01-01", "end_date": "2024-01-31", "number_of_units": 80, "price_per_unit": "0.25", "net_amount": "20.00", "rate_band": "STANDARD"}]}]}`,
}

// checkNet: a net amount is units x price, to the cent, where a price is given.
func (l *LineItem) checkNet(at *fault.At) {
	if !l.Price.Valid || !at.CleanAt("net_amount") || !at.CleanAt("number_of_units") {
		return
	}
	made := l.Units.Mul(l.Price.Decimal)
	if made.Sub(l.Net).Abs().GreaterThan(halfCent) {
		at.AddAt("net_amount", ruleNetAmount.Code, mismatch("The number_of_units, "+payload.Text(l.Units)+", times the price_per_unit, "+payload.Text(l.Price.Decimal)+", make", made, "net_amount", l.Net))
	}
}

var ruleStartAfterEnd = account.RuleStartAfterEnd.With("current_statement_transactions.0.line_items.0.start_date",
	`{"current_statement_transactions": [
		{"transaction_id": "T-1", "transaction_date": "2024-02-01", "amount": "20.00", "type": "SUPPLY_CHARGE", "product_code": "POWER_FIX", "line_items": [
			{"start_date": "2024-01-31", "end_date": "2024-01-01", "number_of_units": 80, "net_amount": "20.00", "rate_band": "STANDARD"}]}]}`,
	`{"current_statement_transactions": [
		{"transaction_id": "T-1", "transaction_date": "2024-02-01", "amount": "20.00", "type": "SUPPLY_CHARGE", "product_code": "POWER_FIX", "line_items": [
			{"start_date": "2024-01-01", "end_date": "2024-01-31", "number_of_units": 80, "net_amount": "20.00", "rate_band": "STANDARD"}]}]}`)

// checkPeriod: a line item does not end before it starts. A single day is a period.
func (l *LineItem) checkPeriod(at *fault.At) {
	if l.End != 0 && l.Start > l.End {
		at.AddAt("start_date", ruleStartAfterEnd.Code, "This start_date, "+l.Start.String()+", lies after the end_date, "+l.End.String()+".")
	}
}

var ruleConflictingRateBand = catalogue.Rule{
	Code: "conflicting_rate_band_specification", Area: areaTransactions,
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
}

// checkRate: a line item names its rate in exactly one of three ways. The fault of a
// second way is at that member. Without any, the fault is at the usual member.
func (l *LineItem) checkRate(at *fault.At) {
	ways := [...]struct{ field, value string }{
		{"rate_band", l.RateBand}, {"rate_specification_code", l.RateSpec}, {"time_series_specification_code", l.TimeSeriesSpec},
	}
	named, unread, first := 0, false, ""
	for _, way := range ways {
		if way.value == "" {
			unread = unread || !at.CleanAt(way.field)
			continue
		}
		if named++; named == 1 {
			first = way.field
		}
		if named == 2 {
			at.AddAt(way.field, ruleConflictingRateBand.Code, "The rate is named by "+first+" already: give exactly one of rate_band, rate_specification_code and time_series_specification_code.")
		}
	}
	if named == 0 && !unread {
		at.AddAt("rate_band", payload.RuleRequired.Code, "The rate is not named: give exactly one of rate_band, rate_specification_code and time_series_specification_code.")
	}
}

// netRead reports whether the net amount could be read.
func (l *LineItem) netRead(at *fault.At) bool {
	return l.wasRead(at) && at.CleanAt("net_amount")
}

// amountRead reports whether the amount could be read.
func (t *TaxItem) amountRead(at *fault.At) bool {
	return t.wasRead(at) && at.CleanAt("amount")
}
