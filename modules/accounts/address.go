package accounts

import (
	"bytes"
	"encoding/json/jsontext"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/formats"
)

// Address is a postal address of any country.
type Address struct {
	Country                 string         `json:"country" rule:"required,impersonal,doc=ISO 3166-1 alpha-2."`
	StreetAddress           string         `json:"street_address,omitzero" rule:"doc=Or structured_street_address: one of the two."`
	StructuredStreetAddress jsontext.Value `json:"structured_street_address,omitzero" rule:"nullable,object,doc=The parts of the street address, under the names of the country's address file."`
	Locality                string         `json:"locality,omitzero" rule:"max=512,doc=Town."`
	DependentLocality       string         `json:"dependent_locality,omitzero" rule:"max=512,doc=Part of the town."`
	AdministrativeArea      string         `json:"administrative_area,omitzero" rule:"max=512,doc=County, state or province."`
	PostalCode              string         `json:"postal_code,omitzero" rule:"max=512"`
	SortingCode             string         `json:"sorting_code,omitzero" rule:"max=512"`
	Name                    string         `json:"name,omitzero" rule:"max=512"`
	Organization            string         `json:"organization,omitzero" rule:"max=512"`
	DeliveryPointIdentifier string         `json:"delivery_point_identifier,omitzero" rule:"max=11,doc=Capitals and digits; in Great Britain the postcode without its space, and two characters."`
}

var ruleInvalidDeliveryPoint = catalogue.Rule{
	Code: "invalid_delivery_point_identifier", Area: account.AreaAddresses,
	Meaning: "A delivery point identifier has something else than capitals and digits, or in Great Britain is not a postcode without its space and two characters.",
	Remedy:  "Correct it, or leave it out.",
	Attr:    "billing_delivery_point_identifier",
	Bad:     `{"billing_address1": "14 High Street", "billing_delivery_point_identifier": "50793125"}`,
	Good:    `{"billing_address1": "14 High Street", "billing_delivery_point_identifier": "LS14DY1A"}`,
}

// checkDeliveryPoint: a delivery point identifier has the form of its country.
func checkDeliveryPoint(country, identifier, member string, at *fault.At) {
	if identifier == "" || formats.IsDeliveryPoint(country, identifier) {
		return
	}
	wanted := "up to 11 capitals and digits"
	if country == "GB" {
		wanted = "a postcode without its space, and two characters, in capitals"
	}
	at.AddAt(member, ruleInvalidDeliveryPoint.Code, "A delivery point identifier is "+wanted+", where this one has the form "+fault.Form(identifier)+".")
}

func (a *Address) check(at *fault.At) {
	checkCountry(a, at)
	checkStreet(a, at)
	if at.CleanAt("country") {
		a.PostalCode = checkPostcode(a.Country, "the country of this address", a.PostalCode, "postal_code", at)
	}
	checkDeliveryPoint(a.Country, a.DeliveryPointIdentifier, "delivery_point_identifier", at)
}

// checkCountry: a country is a code that ISO 3166-1 assigns, in either case.
func checkCountry(a *Address, at *fault.At) {
	if a.Country == "" {
		return
	}
	code, ok := formats.Country(a.Country)
	if !ok {
		at.AddAt("country", account.RuleInvalidCountry.Code, fault.Shown(a.Country)+" is not a country of ISO 3166-1: write its two letters, such as GB for the United Kingdom.")
	}
	a.Country = code
}

// checkStreet: an address has no street address beside a structured one. An empty
// structured address counts as absent.
func checkStreet(a *Address, at *fault.At) {
	if a.StreetAddress != "" && !isEmptyObject(a.StructuredStreetAddress) {
		at.AddAt("street_address", account.RuleInvalidAddress.Code, "An address has a street_address or a structured_street_address: leave one of them out.")
	}
}

func isEmptyObject(v jsontext.Value) bool {
	return len(v) == 0 || v[0] == '{' && len(bytes.TrimSpace(v[1:len(v)-1])) == 0
}

// checkPostcode: a postcode has a form of its country. It returns the postcode as that
// country writes it. The text whose tells in the fault where the country comes from.
func checkPostcode(country, whose, postcode, field string, at *fault.At) string {
	if postcode == "" || country == "" {
		return postcode
	}
	normal, ok := formats.Postcode(country, postcode)
	if !ok {
		at.AddAt(field, account.RuleInvalidPostcode.Code, "This cannot be a postcode of "+country+", "+whose+": it has the form "+fault.Form(postcode)+". Correct it, or the country.")
	}
	return normal
}
