package suppliers

import (
	validation "github.com/pocketbase/ozzo-validation/v4"
	"github.com/pocketbase/pocketbase/core"

	"dataimport/modules/kit/domain/settings"
)

// checkRules adds the faults of the settings that switch rules of the account object on.
func checkRules(supplier *core.Record, faults validation.Errors) {
	for _, field := range []string{"exclusive_roles", "unique_reference_namespaces", "unique_customer_detail_namespaces"} {
		if _, err := settings.ParseValues(supplier.GetString(field), settings.Separators); err != nil {
			faults[field] = validation.NewError("invalid_values", "These values cannot be read: "+err.Error()+".")
		}
	}
	rules := settings.Rules{FirstPaymentDay: supplier.GetInt("payment_day_min"), LastPaymentDay: supplier.GetInt("payment_day_max")}
	if first, last := rules.PaymentDays(); first > last {
		faults["payment_day_max"] = validation.NewError("invalid_payment_days", "The last day lies before the first: no payment could be due.")
	}
}
