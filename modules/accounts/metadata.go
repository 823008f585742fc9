package accounts

import (
	"encoding/json/jsontext"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/fault"
)

// Metadata is a value of any form that a supplier keeps with an account or a customer.
type Metadata struct {
	Key   string         `json:"key" rule:"required,max=1024"`
	Value jsontext.Value `json:"value" rule:"required,doc=Any JSON."`
}

// checkMetadataKeysUnique: each key of an account, or of a customer, has one value.
func checkMetadataKeysUnique(metadata []Metadata, at *fault.At) {
	var keys seen[string]
	list := at.Field("metadata")
	for i := range metadata {
		key := metadata[i].Key
		if key == "" {
			continue
		}
		if first, before := keys.first(key, position{i, 0}); before {
			place, other := list.Index(i), list.Index(first.i)
			place.AddAt("key", account.RuleDuplicateMetadataKeys.Code, "This key is at "+other.Attr()+" already: a key has one value.")
		}
	}
}
