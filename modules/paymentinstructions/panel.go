package paymentinstructions

import (
	"github.com/a-h/templ"

	"dataimport/modules/kit/module"
	"dataimport/modules/kit/store/database"
	"dataimport/views"
)

// panels are the parts of an account's page: how the customer pays.
var panels = []module.Panel{{Title: "Payment instruction", Anchor: "instructions", Rank: 50, Show: showInstructions}}

// showInstructions shows the facts of the account's payment instructions.
func showInstructions(v *module.AccountView) (templ.Component, error) {
	var list [][]views.Fact
	err := database.EachRow(v.Reader, func(row database.Row) error {
		var vendor, kind, status, reference, from, ledger, customer, identifier, brand, lastFour, expiry, vendorStatus string
		if err := row.Scan(&vendor, &kind, &status, &reference, &from, &ledger, &customer, &identifier, &brand, &lastFour, &expiry, &vendorStatus); err != nil {
			return err
		}
		list = append(list, views.NewFacts(
			"Type", views.HumanizeCode(kind), "Status", status, "Vendor", vendor, "Reference", v.Mask(reference), "Valid from", from, "Ledger", ledger,
			"Customer's reference", v.Mask(customer), "Instruction", v.Mask(identifier), "Brand", brand, "Ends with", v.Mask(lastFour), "Expires", expiry,
			"The vendor says", vendorStatus))
		return nil
	}, `SELECT vendor, type, status, reference, valid_from, ledger_code, customer_reference, instruction_identifier, brand, last_four, expiry, vendor_status
		FROM payment_instructions WHERE account = ? ORDER BY id LIMIT ?`, v.AccountID, module.ItemsPerPage)
	if err != nil || len(list) == 0 {
		return nil, err
	}
	return views.FactLists(list), nil
}
