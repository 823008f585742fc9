package accounts

import (
	"bytes"
	"encoding/json/jsontext"
	"slices"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"
	"dataimport/modules/kit/domain/settings"
)

// UserDetail is a value about a customer in a namespace that the supplier chooses.
type UserDetail struct {
	Namespace string         `json:"namespace" rule:"required,code,impersonal"`
	Value     jsontext.Value `json:"value" rule:"required,doc=Any JSON."`
}

// hasOldDetails reports whether the customer has details in the old form. An empty object
// has none.
func (c *Customer) hasOldDetails() bool { return !isEmptyObject(c.Details) }

// oldDetails returns the details in the old form, in their order.
func (c *Customer) oldDetails() (details []UserDetail) {
	if !c.hasOldDetails() {
		return nil
	}
	json := jsontext.NewDecoder(bytes.NewReader(c.Details))
	_, _, err := payload.Walk(json, nil, func(_, name []byte) error {
		value, err := json.ReadValue()
		details = append(details, UserDetail{string(bytes.TrimSpace(name)), bytes.Clone(value)})
		return err
	})
	if err != nil {
		panic("accounts: details that were read cannot be read again: " + err.Error())
	}
	return details
}

// eachDetail calls do with each detail of the customer in either form, with the places of its
// namespace and of its value.
func (c *Customer) eachDetail(at *fault.At, do func(d *UserDetail, namespace, value *fault.At)) {
	each(c.UserDetails, at, "user_details", func(d *UserDetail, place *fault.At) {
		namespace, value := place.Field("namespace"), place.Field("value")
		do(d, &namespace, &value)
	})
	details := at.Field("details")
	for _, d := range c.oldDetails() {
		value := details.Field(d.Namespace)
		do(&d, &value, &value)
	}
}

var ruleDetailsTwice = catalogue.Rule{
	Code: "customer_details_and_user_details_both_provided", Area: account.AreaPeople,
	Meaning: "A customer has details in both forms, user_details and details.",
	Remedy:  "Leave details out.",
	Attr:    "customers.0.details",
	Bad: `{"customers": [{"family_name": "O’Neill", "user_details": [{"namespace": "tier", "value": "gold"}],
		"details": {"tier": "gold"}}]}`,
	Good: `{"customers": [{"family_name": "O’Neill", "details": {"tier": "gold"}}]}`,
}

var ruleDetailRequired = catalogue.Rule{
	Code: "required_customer_details_namespace_missing", Area: account.AreaPeople,
	Settings: `{"customer_detail_namespaces": {"tier": {"required": true}}}`,
	Meaning:  "A customer has no detail in a namespace that the operator has set as required.",
	Remedy:   "Add the detail, or ask the operator to make it optional.",
	Attr:     "customers.0.user_details",
	Bad:      `{"customers": [{"family_name": "O’Neill", "user_details": []}]}`,
	Good:     `{"customers": [{"family_name": "O’Neill", "user_details": [{"namespace": "tier", "value": "gold"}]}]}`,
}

var ruleDetailType = catalogue.Rule{
	Code: "customer_detail_incorrect_value_type", Area: account.AreaPeople,
	Settings: `{"customer_detail_namespaces": {"tier": {"type": "string"}}}`,
	Meaning:  "A detail of a customer is not of the JSON type that the operator has set for its namespace.",
	Remedy:   "Send a value of that type.",
	Attr:     "customers.0.user_details.0.value",
	Bad:      `{"customers": [{"family_name": "O’Neill", "user_details": [{"namespace": "tier", "value": 1}]}]}`,
	Good:     `{"customers": [{"family_name": "O’Neill", "user_details": [{"namespace": "tier", "value": "gold"}]}]}`,
}

var ruleDetailForm = catalogue.Rule{
	Code: "customer_detail_failed_validation", Area: account.AreaPeople,
	Settings: `{"customer_detail_namespaces": {"tier": {"pattern": "^(gold|silver)$"}}}`,
	Meaning:  "A detail of a customer does not match the pattern that the operator has set for its namespace.",
	Remedy:   "Correct the value, or ask the operator what it has to look like.",
	Attr:     "customers.0.user_details.0.value",
	Bad:      `{"customers": [{"family_name": "O’Neill", "user_details": [{"namespace": "tier", "value": "tin"}]}]}`,
	Good:     `{"customers": [{"family_name": "O’Neill", "user_details": [{"namespace": "tier", "value": "gold"}]}]}`,
}

// checkUserDetails: a customer has details in one form, those that are required among them,
// and each is of the form that the supplier has set for its namespace.
func checkUserDetails(c *Customer, f *account.Facts, at *fault.At) {
	if c.hasOldDetails() && len(c.UserDetails) > 0 {
		at.AddAt("details", ruleDetailsTwice.Code, "This customer has user_details, too, which say the same in another form: leave details out.")
	}
	if !f.AnyClosed() {
		return
	}
	closed := f.Supplier.Closed[settings.CustomerDetailNamespaces]
	if closed == nil {
		return
	}
	known := make(map[string]bool)
	c.eachDetail(at, func(d *UserDetail, _, value *fault.At) {
		known[d.Namespace] = true
		checkDescribed(closed.Entry(d.Namespace), d.Value, ruleDetailType.Code, ruleDetailForm.Code, value)
	})
	for _, namespace := range closed.Required() {
		if !known[namespace] && at.CleanAt("user_details") && at.CleanAt("details") {
			at.AddAt("user_details", ruleDetailRequired.Code, "This customer has no detail in the namespace "+fault.Shown(namespace)+", which this supplier requires: add it.")
		}
	}
}

// checkDescribed: data is of the type, and matches the pattern, of its entry. A nil entry
// describes nothing.
func checkDescribed(entry *settings.Entry, data jsontext.Value, typeCode, formCode string, at *fault.At) {
	switch {
	case entry == nil || len(data) == 0:
	case !entry.HasType(data):
		at.Add(typeCode, "This is not of the JSON type "+string(entry.Type)+", which this supplier wants here.")
	case !entry.Matches(data):
		at.Add(formCode, "This does not match the pattern "+entry.Pattern.String()+" that this supplier has set.")
	}
}

var ruleRepeatedUserDetail = catalogue.Rule{
	Code: "repeated_values_for_unique_customer_detail_namespace", Area: account.AreaPeople,
	Meaning: "Two customers have the same value in a namespace of user_details that the operator has set as unique, which external_user_id is where none is set.",
	Remedy:  "Give each customer a value of their own in this namespace.",
	Attr:    "customers.1.user_details.0.value",
	Bad: `{"customers": [
		{"family_name": "O’Neill", "user_details": [{"namespace": "external_user_id", "value": "U-17"}]},
		{"family_name": "Núñez", "user_details": [{"namespace": "external_user_id", "value": "U-17"}]}]}`,
	Good: `{"customers": [
		{"family_name": "O’Neill", "user_details": [{"namespace": "external_user_id", "value": "U-17"}]},
		{"family_name": "Núñez", "user_details": [{"namespace": "external_user_id", "value": "U-18"}]}]}`,
}

// hasUniqueDetail reports whether the customer may have a detail in a namespace that is unique.
func (c *Customer) hasUniqueDetail(rules *settings.Rules) bool {
	return c.hasOldDetails() || slices.ContainsFunc(c.UserDetails, func(d UserDetail) bool { return rules.IsUniqueCustomerDetail(d.Namespace) })
}

// detailKey is the value of a detail in its namespace, in a form in which equal values are
// equal.
type detailKey struct{ namespace, value string }

// checkUserDetailsUnique: a value in a namespace that is unique belongs to one customer of the
// account, who may have it twice.
func checkUserDetailsUnique(customers []Customer, f *account.Facts, at *fault.At) {
	var known seen[detailKey]
	for i := range customers {
		if !customers[i].hasUniqueDetail(f.Rules()) {
			continue
		}
		customer := at.Index(i)
		customers[i].eachDetail(&customer, func(d *UserDetail, _, place *fault.At) {
			if len(d.Value) == 0 || !f.Rules().IsUniqueCustomerDetail(d.Namespace) {
				return
			}
			value := d.Value.Clone()
			if value.Canonicalize() != nil {
				return
			}
			if first, before := known.first(detailKey{d.Namespace, string(value)}, position{i, 0}); before && first.i != i {
				other := at.Index(first.i)
				place.Add(ruleRepeatedUserDetail.Code, "A value of "+fault.Shown(d.Namespace)+" is one customer's alone, and "+other.Attr()+" has the same one.")
			}
		})
	}
}
