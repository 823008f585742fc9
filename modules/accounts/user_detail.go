package accounts

import (
	"slices"
	"strings"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/fault"
)

// UserDetail is a value about a customer in a namespace that the supplier chooses.
type UserDetail struct {
	Namespace string `json:"namespace" rule:"required,code,impersonal"`
	Value     string `json:"value" rule:"required"`
}

// identifies reports whether each value of the namespace belongs to one person. The
// supplier sets these namespaces. Where it has set none, they are the namespaces whose
// name ends like an identifier's, such as sap_id and legacy-crm-id. Customers of one
// household may have the same value in other namespaces, such as loyalty-tier.
func (d *UserDetail) identifies(f *account.Facts) bool {
	if f.Supplier != nil && len(f.Supplier.UniqueUserDetails) > 0 {
		return slices.Contains(f.Supplier.UniqueUserDetails, d.Namespace)
	}
	last := d.Namespace[strings.LastIndexAny(d.Namespace, "_.:-")+1:]
	switch strings.ToLower(last) {
	case "id", "identifier", "uuid":
		return true
	}
	return strings.HasSuffix(last, "Id") || strings.HasSuffix(last, "ID")
}

var ruleRepeatedUserDetail = catalogue.Rule{
	Code: "repeated_values_for_unique_customer_detail_namespace", Area: account.AreaPeople,
	Meaning: "A customer has two values in one namespace of user_details, or two customers have the same value in one that is unique: those that the operator has set, or else those that end in id, identifier or uuid.",
	Remedy:  "Keep one value for each namespace, and give each customer a value of their own in a unique one.",
	Attr:    "customers.0.user_details.1.namespace",
	Bad: `{"customers": [{"family_name": "O’Neill", "user_details": [
		{"namespace": "crm-id", "value": "17"}, {"namespace": "crm-id", "value": "18"}]}]}`,
	Good: `{"customers": [{"family_name": "O’Neill", "user_details": [
		{"namespace": "crm-id", "value": "17"}, {"namespace": "tier", "value": "gold"}]}]}`,
}

// checkUserDetailsUnique: a customer has one value in each
// namespace, and a value that identifies a person belongs to one customer of the
// account.
func checkUserDetailsUnique(customers []Customer, f *account.Facts, at *fault.At) {
	var known seen[UserDetail]
	for i := range customers {
		var own seen[string]
		customer := at.Index(i)
		list := customer.Field("user_details")
		for j, detail := range customers[i].UserDetails {
			if detail.Namespace == "" {
				continue
			}
			place := list.Index(j)
			if first, before := own.first(detail.Namespace, position{i, j}); before {
				place.AddAt("namespace", ruleRepeatedUserDetail.Code, "This customer has a value in "+fault.Shown(detail.Namespace)+" already, at "+userDetailAttr(at, first)+": a namespace holds one.")
				continue
			}
			if detail.Value == "" || !detail.identifies(f) {
				continue
			}
			if first, before := known.first(detail, position{i, j}); before {
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
