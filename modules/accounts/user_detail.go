package accounts

import (
	"strings"

	"dataimport/modules/kit/fault"
)

// UserDetail is something that is known of a customer, under a name that the
// supplier chooses.
type UserDetail struct {
	Namespace string `json:"namespace" rule:"required,code"`
	Value     string `json:"value" rule:"required"`
}

// identifies reports whether the namespace is one whose values belong to one
// person: by its name it holds identifiers, as sap_id and legacy-crm-id do. Others,
// such as loyalty-tier, may well have the same value twice in a household.
func (d *UserDetail) identifies() bool {
	last := d.Namespace[strings.LastIndexAny(d.Namespace, "_.:-")+1:]
	switch strings.ToLower(last) {
	case "id", "identifier", "uuid":
		return true
	}
	return strings.HasSuffix(last, "Id") || strings.HasSuffix(last, "ID")
}

// repeatedValuesForUniqueCustomerDetailNamespace: a customer has one value in each
// namespace, and a value that identifies a person belongs to one customer of the
// account.
func repeatedValuesForUniqueCustomerDetailNamespace(customers []Customer, at *fault.At) {
	const code = "repeated_values_for_unique_customer_detail_namespace"
	var known seen[UserDetail]
	for i := range customers {
		var own seen[string]
		customer := at.Index(i)
		list := customer.Field("user_details")
		for j, detail := range customers[i].UserDetails {
			place := list.Index(j)
			switch {
			case detail.Namespace == "":
			case own.before(detail.Namespace):
				place.AddAt("namespace", code, "This customer already has a value in this namespace: a namespace holds one.")
			case detail.Value != "" && detail.identifies() && known.before(detail):
				place.AddAt("value", code, "Another customer of this account has the same identifier.")
			}
		}
	}
}
