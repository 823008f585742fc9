package book

import (
	"encoding/json/jsontext"
)

// shapeFaults break types and formats. A member that the account leaves out is added as Extra, in a type that its
// field does not have.
var shapeFaults = []accountFault{
	{"customers left out", "required", flat, func(a *account) string {
		a.Customers = nil
		return "customers"
	}},
	{"transaction without a date", "required", flat, func(a *account) string {
		a.Current[0].TransactionDate = ""
		return "current_statement_transactions.0.transaction_date"
	}},
	{"supply charge without a product", "required", flat, func(a *account) string {
		bill, path := firstBill(a)
		bill.ProductCode = ""
		return path + "product_code"
	}},
	{"member that does not exist", "unknown_field", flat, func(a *account) string {
		a.Extra = jsontext.Value(`{"favourite_colour":"green"}`)
		return "favourite_colour"
	}},
	{"nested member that does not exist", "unknown_field", flat, func(a *account) string {
		a.Customers[0].Extra = jsontext.Value(`{"nickname":"Bob"}`)
		return "customers.0.nickname"
	}},
	{"null instead of leaving out", "null_not_allowed", flat, func(a *account) string {
		a.Extra = jsontext.Value(`{"billing_sub_name":null}`)
		return "billing_sub_name"
	}},
	{"object instead of an array of one", "invalid_type", flat, func(a *account) string {
		a.Extra = jsontext.Value(`{"metadata":{"key":"migration_wave","value":3}}`)
		return "metadata"
	}},
	{"British date", "invalid_date", flat, func(a *account) string {
		a.Customers[0].DateOfBirth = "31/12/1970"
		return "customers.0.date_of_birth"
	}},
	{"30 February", "invalid_date", flat, func(a *account) string {
		a.DateOfSale = "2024-02-30"
		return "date_of_sale"
	}},
	{"time without a zone", "invalid_datetime", flat, func(a *account) string {
		a.Notes[0].CreatedAt = "2024-03-05T10:22:00"
		return "notes.0.created_at"
	}},
	{"decimal comma", "invalid_decimal", flat, func(a *account) string {
		a.Statements[3].GrossAmount = jsontext.Value(`"112,50"`)
		return "statements.3.gross_amount"
	}},
	{"choice that does not exist", "invalid_choice", flat, func(a *account) string {
		a.CommunicationPreference = "EMAIL"
		return "communication_preference"
	}},
	{"instruction by cheque", "invalid_choice", flat, func(a *account) string {
		a.PaymentInstructions[0].Type = "CHEQUE"
		return "payment_instructions.0.type"
	}},
	{"title of 35 characters", "too_long", flat, func(a *account) string {
		a.Customers[0].Title = "His Excellency the Right Honourable"
		return "customers.0.title"
	}},
}
