package accounts

import (
	"bytes"
	"encoding/json/jsontext"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/formats"

	validation "github.com/pocketbase/ozzo-validation/v4"
)

// Address is a postal address of any country.
type Address struct {
	Country                 string         `json:"country" rule:"required,impersonal,doc=ISO 3166-1 alpha-2."`
	StreetAddress           string         `json:"street_address,omitzero" rule:"max=512,doc=Or structured_street_address: one of the two."`
	StructuredStreetAddress jsontext.Value `json:"structured_street_address,omitzero" rule:"object,doc=The parts of the street address, under the names of the country's address file."`
	Locality                string         `json:"locality,omitzero" rule:"max=512,doc=Town."`
	DependentLocality       string         `json:"dependent_locality,omitzero" rule:"max=512,doc=Part of the town."`
	AdministrativeArea      string         `json:"administrative_area,omitzero" rule:"max=512,doc=County, state or province."`
	PostalCode              string         `json:"postal_code,omitzero" rule:"max=512"`
	SortingCode             string         `json:"sorting_code,omitzero" rule:"max=512"`
	DeliveryPointIdentifier string         `json:"delivery_point_identifier,omitzero" rule:"max=11,doc=Up to 11 digits."`
}

var ruleInvalidDeliveryPoint = catalogue.Rule{
	Code: "invalid_delivery_point_identifier", Area: account.AreaAddresses,
	Meaning: "A delivery point identifier has something else than digits.",
	Remedy:  "Give the digits alone, at most 11 of them, or leave it out.",
	Attr:    "billing_delivery_point_identifier",
	Bad:     `{"billing_address1": "14 High Street", "billing_delivery_point_identifier": "DPI-5079"}`,
	Good:    `{"billing_address1": "14 High Street", "billing_delivery_point_identifier": "50793125"}`,
}

// deliveryPoint is the rule of both forms of address.
var deliveryPoint = validation.By(func(value any) error {
	identifier, _ := value.(string)
	if identifier == "" || formats.IsDeliveryPoint(identifier) {
		return nil
	}
	return validation.NewError(ruleInvalidDeliveryPoint.Code,
		"A delivery point identifier has up to 11 digits and nothing else, where this one has the form "+fault.Form(identifier)+".")
})

func (a *Address) check(at *fault.At) {
	checkCountry(a, at)
	checkStreet(a, at)
	if at.CleanAt("country") {
		a.PostalCode = checkPostcode(a.Country, "the country of this address", a.PostalCode, "postal_code", at)
	}
	at.Check("delivery_point_identifier", a.DeliveryPointIdentifier, deliveryPoint)
}

var ruleInvalidCountry = catalogue.Rule{
	Code: "invalid_country", Area: account.AreaAddresses,
	Meaning: "The country is none of ISO 3166-1.",
	Remedy:  "Write the two letters of the country; they may be small ones.",
	Attr:    "billing_address.country",
	Bad:     `{"billing_address": {"country": "UK", "street_address": "14 High Street", "postal_code": "LS1 4DY"}}`,
	Good:    `{"billing_address": {"country": "GB", "street_address": "14 High Street", "postal_code": "LS1 4DY"}}`,
}

// checkCountry: a country is a code that ISO 3166-1 assigns, in either case.
func checkCountry(a *Address, at *fault.At) {
	if a.Country == "" {
		return
	}
	code, ok := formats.Country(a.Country)
	if !ok {
		at.AddAt("country", ruleInvalidCountry.Code, fault.Shown(a.Country)+" is not a country of ISO 3166-1: write its two letters, such as GB for the United Kingdom.")
	}
	a.Country = code
}

var ruleInvalidAddress = catalogue.Rule{
	Code: "invalid_address", Area: account.AreaAddresses,
	Meaning: "An address has no street, or has it in both forms; in the older form it has later lines but not its first.",
	Remedy:  "Give street_address or structured_street_address, or fill billing_address1 first.",
	Attr:    "billing_address",
	Bad:     `{"billing_address": {"country": "GB", "postal_code": "LS1 4DY"}}`,
	Good:    `{"billing_address": {"country": "GB", "street_address": "14 High Street", "postal_code": "LS1 4DY"}}`,
}

// checkStreet: an address has a street address or a structured one, and not both. An
// empty structured address counts as absent.
func checkStreet(a *Address, at *fault.At) {
	structured := !isEmptyObject(a.StructuredStreetAddress)
	if a.StreetAddress != "" && structured {
		at.AddAt("street_address", ruleInvalidAddress.Code, "An address has a street_address or a structured_street_address: leave one of them out.")
	}
	if a.StreetAddress == "" && !structured && at.CleanAt("street_address") && at.CleanAt("structured_street_address") {
		at.Add(ruleInvalidAddress.Code, "This address has no street: give it a street_address or a structured_street_address.")
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
