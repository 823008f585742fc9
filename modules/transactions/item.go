package transactions

import (
	"encoding/json/jsontext"

	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"

	"github.com/shopspring/decimal"
)

// LineItem is a part of a supply charge: some units at one price.
type LineItem struct {
	Start          payload.Date        `json:"start_date" rule:"required,impersonal"`
	End            payload.Date        `json:"end_date" rule:"required,impersonal,doc=Inclusive."`
	Units          decimal.Decimal     `json:"number_of_units" rule:"required,decimal=12.4,impersonal"`
	Net            decimal.Decimal     `json:"net_amount" rule:"required,decimal=10.10,impersonal,doc=Units x price, to the cent, where a price is given."`
	Price          decimal.NullDecimal `json:"price_per_unit,omitzero" rule:"decimal=8.7,impersonal"`
	RateBand       string              `json:"rate_band,omitzero" rule:"code,impersonal,doc=Exactly one of rate_band, rate_specification_code and time_series_specification_code is required."`
	RateSpec       string              `json:"rate_specification_code,omitzero" rule:"code,impersonal,doc=Needs the transaction's supply_point_identifier."`
	TimeSeriesSpec string              `json:"time_series_specification_code,omitzero" rule:"code,impersonal"`
	Readings       []decimal.Decimal   `json:"units,omitzero" rule:"decimal=12.4,doc=Two values: the readings at the start and at the end."`
	ExternalRate   string              `json:"external_rate_identifier,omitzero" rule:"max=512"`
	Params         jsontext.Value      `json:"params,omitzero" rule:"object"`
}

// wasRead reports whether the item was an object. The required start_date of an object has
// a value or a fault.
func (l *LineItem) wasRead(at *fault.At) bool {
	return l.Start != 0 || !at.CleanAt("start_date")
}

// TaxItem is a tax that is part of a charge.
type TaxItem struct {
	Amount     decimal.Decimal `json:"amount" rule:"required,decimal=10.10,impersonal"`
	TaxType    string          `json:"tax_type" rule:"required,code,impersonal"`
	ValueTaxed decimal.Decimal `json:"value_taxed" rule:"required,decimal=15.5,impersonal"`
	Rate       decimal.Decimal `json:"rate" rule:"required,decimal=15.5,impersonal"`
	UnitType   UnitType        `json:"unit_type" rule:"required,impersonal"`
	Params     jsontext.Value  `json:"params,omitzero" rule:"object"`
}

// wasRead reports whether the item was an object. The required unit_type of an object has a
// value or a fault.
func (t *TaxItem) wasRead(at *fault.At) bool {
	return t.UnitType != "" || !at.CleanAt("unit_type")
}

// UnitType is the unit of a tax rate.
type UnitType string

// The unit types of a tax rate.
const (
	Proportion     UnitType = "PROPORTION"
	CurrencyPerKWh UnitType = "CURRENCY_PER_KWH"
)

// Choices are all unit types.
func (UnitType) Choices() []string {
	return []string{string(Proportion), string(CurrencyPerKWh)}
}
