package book

import (
	"encoding/json/jsontext"
	"fmt"
	"strings"
)

type address struct {
	Country                 string         `json:"country"`
	StreetAddress           string         `json:"street_address,omitzero"`
	StructuredStreetAddress jsontext.Value `json:"structured_street_address,omitzero"`
	DependentLocality       string         `json:"dependent_locality,omitzero"`
	Locality                string         `json:"locality,omitzero"`
	AdministrativeArea      string         `json:"administrative_area,omitzero"`
	PostalCode              string         `json:"postal_code,omitzero"`
}

// addresses fills the billing address in one of its two forms.
func (b *builder) addresses() {
	switch {
	case b.plain || b.chance(72):
		b.account.BillingAddress = b.british()
	case b.chance(6):
		b.account.BillingAddress = b.foreign()
	default:
		b.legacyAddress()
	}
}

func (b *builder) british() *address {
	where := pick(b.dice, places)
	made := &address{
		Country: "GB", StreetAddress: b.street(), Locality: where.town,
		AdministrativeArea: b.maybe(60, where.county), PostalCode: b.postcode(where),
		DependentLocality: b.maybe(12, b.village()),
	}
	if !b.plain && b.chance(3) {
		made.StreetAddress = ""
		made.StructuredStreetAddress = jsontext.Value(fmt.Sprintf(`{"building_number":"%d","street_name":"%s"}`, b.Number(1, 240), b.streetName()))
	}
	return made
}

func (b *builder) legacyAddress() {
	where, a := pick(b.dice, places), b.account
	a.BillingAddress1 = b.street()
	a.BillingAddress2 = b.maybe(25, b.village())
	a.BillingAddress3 = where.town
	a.BillingAddress4 = b.maybe(60, where.county)
	a.BillingAddress5 = b.maybe(10, "United Kingdom")
	a.BillingPostcode = b.postcode(where)
}

func (d dice) foreign() *address {
	if d.chance(60) {
		made := pick(d, abroad)
		return &made
	}
	return &address{Country: "US", StreetAddress: d.Street(), Locality: d.City(), AdministrativeArea: d.StateAbr(), PostalCode: d.Zip()}
}

func (d dice) village() string { return d.StreetName() + d.StreetSuffix() }

func (d dice) streetName() string {
	if d.chance(20) {
		return pick(d, hardStreets)
	}
	return d.LastName() + " " + d.StreetName()
}

func (d dice) street() string {
	number, name := d.Number(1, 240), d.streetName()
	switch roll := d.Number(1, 100); {
	case roll <= 70:
		return fmt.Sprintf("%d %s", number, name)
	case roll <= 80:
		return fmt.Sprintf("%d%c %s", number, 'A'+rune(d.IntN(4)), name)
	case roll <= 92:
		return fmt.Sprintf("Flat %d, %d %s", d.Number(1, 48), number, name)
	default:
		return fmt.Sprintf("%s House, %s", d.LastName(), name)
	}
}

// postcode draws a postcode that the Royal Mail could have assigned: the second half has none of C, I, K, M, O and V.
// One in seven is written without its space or in lower case.
func (d dice) postcode(where place) string {
	outward := pick(d, where.outward)
	inward := d.Digit() + d.word("ABDEFGHJLNPQRSTUWXYZ", 2)
	switch roll := d.Number(1, 100); {
	case roll <= 86:
		return outward + " " + inward
	case roll <= 92:
		return outward + inward
	case roll <= 97:
		return strings.ToLower(outward + " " + inward)
	default:
		return strings.ToLower(outward + inward)
	}
}
