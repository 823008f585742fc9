package accounts

import (
	"bytes"
	"encoding/json/jsontext"

	"dataimport/modules/accounts/formats"
	"dataimport/modules/kit/domain/fault"

	validation "github.com/pocketbase/ozzo-validation/v4"
)

// Address is a postal address of any country.
type Address struct {
	Country                 string         `json:"country" rule:"required,doc=ISO 3166-1 alpha-2."`
	StreetAddress           string         `json:"street_address,omitzero" rule:"max=512,doc=Or structured_street_address: one of the two."`
	StructuredStreetAddress jsontext.Value `json:"structured_street_address,omitzero" rule:"object,doc=The parts of the street address, under the names of the country's address file."`
	Locality                string         `json:"locality,omitzero" rule:"max=512,doc=Town."`
	DependentLocality       string         `json:"dependent_locality,omitzero" rule:"max=512,doc=Part of the town."`
	AdministrativeArea      string         `json:"administrative_area,omitzero" rule:"max=512,doc=County, state or province."`
	PostalCode              string         `json:"postal_code,omitzero" rule:"max=512"`
	SortingCode             string         `json:"sorting_code,omitzero" rule:"max=512"`
	DeliveryPointIdentifier string         `json:"delivery_point_identifier,omitzero" rule:"max=11,doc=Up to 11 digits."`
}

// deliveryPoint is the rule of both forms of address.
var deliveryPoint = validation.By(func(value any) error {
	identifier, _ := value.(string)
	if identifier == "" || formats.IsDeliveryPoint(identifier) {
		return nil
	}
	return validation.NewError("invalid_delivery_point_identifier",
		"A delivery point identifier has up to 11 digits and nothing else, where this one has the form "+fault.Form(identifier)+".")
})

func (a *Address) check(at *fault.At) {
	invalidCountry(a, at)
	invalidAddress(a, at)
	if at.CleanAt("country") {
		a.PostalCode = invalidPostcode(a.Country, "the country of this address", a.PostalCode, "postal_code", at)
	}
	at.Check("delivery_point_identifier", a.DeliveryPointIdentifier, deliveryPoint)
}

// invalidCountry: a country is a code that ISO 3166-1 assigns, in either case.
func invalidCountry(a *Address, at *fault.At) {
	if a.Country == "" {
		return
	}
	code, ok := formats.Country(a.Country)
	if !ok {
		at.AddAt("country", "invalid_country", fault.Shown(a.Country)+" is not a country of ISO 3166-1: write its two letters, such as GB for the United Kingdom.")
	}
	a.Country = code
}

// invalidAddress: an address has a street address or a structured one, and not
// both. An empty structured one is none.
func invalidAddress(a *Address, at *fault.At) {
	structured := !isEmptyObject(a.StructuredStreetAddress)
	if a.StreetAddress != "" && structured {
		at.AddAt("street_address", "invalid_address", "An address has a street_address or a structured_street_address: leave one of them out.")
	}
	if a.StreetAddress == "" && !structured && at.CleanAt("street_address") && at.CleanAt("structured_street_address") {
		at.Add("invalid_address", "This address has no street: give it a street_address or a structured_street_address.")
	}
}

func isEmptyObject(v jsontext.Value) bool {
	return len(v) == 0 || v[0] == '{' && len(bytes.TrimSpace(v[1:len(v)-1])) == 0
}

// invalidPostcode: a postcode is one that its country could have given. It returns
// the postcode as that country writes it; whose says why it is this country.
func invalidPostcode(country, whose, postcode, field string, at *fault.At) string {
	if postcode == "" || country == "" {
		return postcode
	}
	normal, ok := formats.Postcode(country, postcode)
	if !ok {
		at.AddAt(field, "invalid_postcode", "This cannot be a postcode of "+country+", "+whose+": it has the form "+fault.Form(postcode)+". Correct it, or the country.")
	}
	return normal
}
