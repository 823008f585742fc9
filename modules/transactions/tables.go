package transactions

import "dataimport/modules/kit/module"

// tables are the tables of transactions and of the ledgers that they are on.
var tables = []module.Table{
	{
		Name: "transactions", Key: module.Key{Account: "account"}, Counted: true,
		Kept:    "ledger period transaction_id transaction_date amount type reason payment_type product_code",
		Emptied: "display_note note reference description supply_point_identifier billing_document_identifier to_prepay_meter_serial_number",
		Rewritten: map[string]string{
			"line_items": module.WithoutMembers("unpacked(line_items)", "params", "external_rate_identifier"),
			"tax_items":  module.WithoutMembers("unpacked(tax_items)", "params"),
		},
		JSON: "line_items tax_items", Packed: "line_items tax_items",
	},
	{
		Name: "ledgers", Key: module.Key{Account: "account"},
		Kept:    "code balance last_statement_balance last_statement_closing_date last_statement_issue_date",
		Emptied: "identifier identifiers", JSON: "identifiers",
	},
}
