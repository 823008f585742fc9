package paymentinstructions

import "dataimport/modules/kit/module"

// tables are the tables of payment instructions and of the vendors that hold them.
var tables = []module.Table{
	{
		Name: "payment_instructions", Key: module.Key{Account: "account"}, Counted: true,
		Kept:    "vendor type status valid_from use_for_scheduled_payments ledger_code",
		Emptied: "reference customer_reference instruction_identifier brand last_four expiry vendor_status",
	},
	{Name: "payment_vendors", Access: module.Edited, Kept: "code name adapter base_url secret secret_stored sealed_secret disabled"},
}
