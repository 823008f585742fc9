package accounts

import (
	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/fault"
)

// UserDetail is a value about a customer in a namespace that the supplier chooses.
type UserDetail struct {
	Namespace string `json:"namespace" rule:"required,code,impersonal"`
	Value     string `json:"value" rule:"required"`
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

// checkUserDetailsUnique: a value in a namespace that is unique belongs to one customer of the
// account, who may have it twice.
func checkUserDetailsUnique(customers []Customer, f *account.Facts, at *fault.At) {
	var known seen[UserDetail]
	for i := range customers {
		customer := at.Index(i)
		list := customer.Field("user_details")
		for j, detail := range customers[i].UserDetails {
			if detail.Namespace == "" || detail.Value == "" || !f.Rules().IsUniqueCustomerDetail(detail.Namespace) {
				continue
			}
			if first, before := known.first(detail, position{i, j}); before && first.i != i {
				place := list.Index(j)
				place.AddAt("value", ruleRepeatedUserDetail.Code, "A value of "+fault.Shown(detail.Namespace)+" is one customer's alone, and the same one is at "+userDetailAttr(at, first)+" already.")
			}
		}
	}
}

func userDetailAttr(customers *fault.At, at position) string {
	customer := customers.Index(at.i)
	list := customer.Field("user_details")
	detail := list.Index(at.j)
	return detail.Attr()
}
