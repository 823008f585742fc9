package accounts

import (
	"encoding/json/jsontext"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"
	"dataimport/modules/kit/domain/settings"
)

// BusinessDetail is a value about a business under a key that the supplier chooses.
type BusinessDetail struct {
	Key   string         `json:"key" rule:"required,code,impersonal"`
	Value jsontext.Value `json:"value" rule:"required,doc=Any JSON."`
}

var ruleBusinessDetailType = catalogue.Rule{
	Code: "business_detail_incorrect_value_type", Area: areaBusiness,
	Settings: `{"business_detail_keys": {"employees": {"type": "integer"}}}`,
	Meaning:  "A detail of a business is not of the JSON type that the operator has set for its key.",
	Remedy:   "Send a value of that type.",
	Attr:     "business.details.0.value",
	Bad:      `{"account_type": "BUSINESS", "business": {"details": [{"key": "employees", "value": "12"}]}}`,
	Good:     `{"account_type": "BUSINESS", "business": {"details": [{"key": "employees", "value": 12}]}}`,
}

var ruleBusinessDetailForm = catalogue.Rule{
	Code: "business_detail_failed_validation", Area: areaBusiness,
	Settings: `{"business_detail_keys": {"sector": {"pattern": "^[A-Z]{2}$"}}}`,
	Meaning:  "A detail of a business does not match the pattern that the operator has set for its key.",
	Remedy:   "Correct the value, or ask the operator what it has to look like.",
	Attr:     "business.details.0.value",
	Bad:      `{"account_type": "BUSINESS", "business": {"details": [{"key": "sector", "value": "Bakeries"}]}}`,
	Good:     `{"account_type": "BUSINESS", "business": {"details": [{"key": "sector", "value": "FB"}]}}`,
}

// checkBusinessDetails: a business has one value for each key, those that are required among
// them, and each is of the form that the supplier has set for its key.
func checkBusinessDetails(b *Company, f *account.Facts, at *fault.At) {
	var closed *settings.ClosedList
	if f.AnyClosed() {
		closed = f.Supplier.Closed[settings.BusinessDetailKeys]
	}
	known := make(map[string]string, len(b.Details))
	each(b.Details, at, "details", func(d *BusinessDetail, place *fault.At) {
		if d.Key == "" {
			return
		}
		if first, before := known[d.Key]; before {
			place.AddAt("key", account.RuleDuplicateValues.Code, "The detail "+fault.Shown(d.Key)+" is at "+first+" already: keep the one that counts.")
			return
		}
		known[d.Key] = place.Attr()
		value := place.Field("value")
		checkDescribed(closed.Entry(d.Key), d.Value, ruleBusinessDetailType.Code, ruleBusinessDetailForm.Code, &value)
	})
	for _, key := range closed.Required() {
		if known[key] == "" && at.CleanAt("details") {
			at.AddAt("details", payload.RuleRequired.Code, "This business has no detail "+fault.Shown(key)+", which this supplier requires: add it.")
		}
	}
}
