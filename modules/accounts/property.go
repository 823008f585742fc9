package accounts

import (
	"bytes"
	"encoding/json/jsontext"
	"encoding/json/v2"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/fault"
)

// Property is a property that an account has to do with, such as a building with flats.
type Property struct {
	PropertyExternalIdentifier string     `json:"property_external_identifier" rule:"required,max=255,doc=One alone of properties and supply_addresses has it."`
	ParentPropertyReference    string     `json:"parent_property_reference,omitzero" rule:"max=255,doc=The property_external_identifier of the property that this one is a part of."`
	Label                      string     `json:"label,omitzero" rule:"max=255"`
	Address                    *Address   `json:"address,omitzero"`
	Metadata                   []Metadata `json:"metadata,omitzero"`
}

// supplyAddresses is the member by which markets say where an account is supplied.
const supplyAddresses = "supply_addresses"

// supplied is what a supply address of a market says of its property.
type supplied struct {
	Identifier string `json:"property_external_identifier"`
	Parent     string `json:"parent_property_reference"`
}

// suppliedProperties returns what the account's supply addresses say of their properties.
// It reports whether they could be read: the market refuses those of another form.
func suppliedProperties(f *account.Facts) (list []supplied, read bool) {
	for i := range f.Extra {
		e := &f.Extra[i]
		if e.Object == "" && e.Name == supplyAddresses && bytes.Contains(e.Value, []byte("propert")) {
			err := json.Unmarshal(e.Value, &list, json.WithUnmarshalers(lenientText))
			return list, err == nil
		}
	}
	return nil, true
}

// lenientText reads a text that a market may take as a number, too. It is empty where the
// value is something else.
var lenientText = json.UnmarshalFromFunc(func(from *jsontext.Decoder, text *string) error {
	value, err := from.ReadValue()
	if err != nil {
		return err
	}
	switch value.Kind() {
	case jsontext.KindNumber:
		*text = string(value)
	case jsontext.KindString:
		unquoted, err := jsontext.AppendUnquote(nil, value)
		*text = string(bytes.TrimSpace(unquoted))
		return err
	}
	return nil
})

// checkProperties applies the rules of properties, those of supply addresses among them.
// The place is the account.
func checkProperties(c *Core, f *account.Facts, at *fault.At) {
	addresses, read := suppliedProperties(f)
	if len(c.Properties) == 0 && len(addresses) == 0 {
		return
	}
	r := readProperties{known: make(map[string]string), complete: read && (len(c.Properties) > 0 || at.CleanAt("properties"))}
	// Identifiers come first: a property may name one that comes later.
	each(c.Properties, at, "properties", func(p *Property, place *fault.At) {
		r.complete = r.complete && (p.PropertyExternalIdentifier != "" || place.Clean())
		r.addIdentifier(p.PropertyExternalIdentifier, place)
	})
	each(addresses, at, supplyAddresses, func(s *supplied, place *fault.At) { r.addIdentifier(s.Identifier, place) })
	each(c.Properties, at, "properties", func(p *Property, place *fault.At) { r.checkParent(p.ParentPropertyReference, place) })
	each(addresses, at, supplyAddresses, func(s *supplied, place *fault.At) { r.checkParent(s.Parent, place) })
	each(c.Properties, at, "properties", func(p *Property, place *fault.At) {
		if p.Address != nil {
			address := place.Field("address")
			p.Address.check(&address)
		}
		checkMetadataKeysUnique(p.Metadata, place)
	})
}

// readProperties are the identifiers of the properties of an account, with their places.
type readProperties struct {
	known map[string]string
	// complete says that each identifier could be read.
	complete bool
}

var ruleDuplicateProperties = catalogue.Rule{
	Code: "duplicate_property_external_identifiers", Area: areaProperties,
	Meaning: "Two properties or supply addresses of the account have one identifier.",
	Remedy:  "Leave one out if the two are the same; otherwise give each an identifier of its own.",
	Attr:    "properties.1.property_external_identifier",
	Bad:     `{"properties": [{"property_external_identifier": "P-1"}, {"property_external_identifier": "P-1"}]}`,
	Good:    `{"properties": [{"property_external_identifier": "P-1"}, {"property_external_identifier": "P-2"}]}`,
}

// addIdentifier: an identifier belongs to one property or supply address. The fault is at
// the later one.
func (r *readProperties) addIdentifier(identifier string, at *fault.At) {
	if identifier == "" {
		return
	}
	if first, before := r.known[identifier]; before {
		at.AddAt("property_external_identifier", ruleDuplicateProperties.Code, first+" has the same identifier: each property has its own.")
		return
	}
	r.known[identifier] = at.Attr()
}

var ruleParentNotFound = catalogue.Rule{
	Code: "parent_property_reference_not_found", Area: areaProperties,
	Meaning: "A property is a part of one that is neither in properties nor in supply_addresses.",
	Remedy:  "Add that property, or correct parent_property_reference.",
	Attr:    "properties.0.parent_property_reference",
	Bad:     `{"properties": [{"property_external_identifier": "P-1", "parent_property_reference": "P-2"}]}`,
	Good: `{"properties": [{"property_external_identifier": "P-1", "parent_property_reference": "P-2"},
		{"property_external_identifier": "P-2"}]}`,
}

// checkParent: the property that another one is a part of is in the payload.
func (r *readProperties) checkParent(parent string, at *fault.At) {
	if _, known := r.known[parent]; parent != "" && !known && r.complete {
		at.AddAt("parent_property_reference", ruleParentNotFound.Code, "Neither properties nor supply_addresses have a property with this identifier.")
	}
}
