package accounts

import (
	"encoding/json/jsontext"

	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/fault"
)

// Metadata is a value of any form that a supplier keeps with an account or a customer.
type Metadata struct {
	Key   string         `json:"key" rule:"required,max=1024"`
	Value jsontext.Value `json:"value" rule:"required,doc=Any JSON."`
}

var ruleDuplicateMetadataKeys = catalogue.Rule{
	Code: "metadata_has_duplicate_keys", Area: areaMarks,
	Meaning: "Two values of metadata have the same key; capitals and small letters are told apart.",
	Remedy:  "Keep one value for each key.",
	Attr:    "metadata.1.key",
	Bad:     `{"metadata": [{"key": "wave", "value": 7}, {"key": "wave", "value": 8}]}`,
	Good:    `{"metadata": [{"key": "wave", "value": [7, 8]}]}`,
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
			place.AddAt("key", ruleDuplicateMetadataKeys.Code, "This key is at "+other.Attr()+" already: a key has one value.")
		}
	}
}
