package book

import "encoding/json/jsontext"

const (
	charge       = "CHARGE"
	credit       = "CREDIT"
	payment      = "PAYMENT"
	repayment    = "REPAYMENT"
	supplyCharge = "SUPPLY_CHARGE"
)

type transaction struct {
	TransactionID         string         `json:"transaction_id,omitzero"`
	TransactionDate       string         `json:"transaction_date,omitzero"`
	Amount                jsontext.Value `json:"amount"`
	Type                  string         `json:"type"`
	Reason                string         `json:"reason,omitzero"`
	PaymentType           string         `json:"payment_type,omitzero"`
	Reference             string         `json:"reference,omitzero"`
	DisplayNote           string         `json:"display_note,omitzero"`
	Note                  string         `json:"note,omitzero"`
	ProductCode           string         `json:"product_code,omitzero"`
	SupplyPointIdentifier string         `json:"supply_point_identifier,omitzero"`
	BillingDocument       string         `json:"billing_document_identifier,omitzero"`
	PrepayMeter           string         `json:"to_prepay_meter_serial_number,omitzero"`
	LineItems             []lineItem     `json:"line_items,omitzero"`
	TaxItems              []taxItem      `json:"tax_items,omitzero"`

	pence pence
}

type lineItem struct {
	StartDate                   string           `json:"start_date"`
	EndDate                     string           `json:"end_date"`
	RateBand                    string           `json:"rate_band,omitzero"`
	RateSpecificationCode       string           `json:"rate_specification_code,omitzero"`
	TimeSeriesSpecificationCode string           `json:"time_series_specification_code,omitzero"`
	ExternalRateIdentifier      string           `json:"external_rate_identifier,omitzero"`
	NumberOfUnits               jsontext.Value   `json:"number_of_units"`
	PricePerUnit                jsontext.Value   `json:"price_per_unit,omitzero"`
	NetAmount                   jsontext.Value   `json:"net_amount"`
	Units                       []jsontext.Value `json:"units,omitzero"`
	Params                      jsontext.Value   `json:"params,omitzero"`

	net pence
}

type taxItem struct {
	Amount     jsontext.Value `json:"amount"`
	TaxType    string         `json:"tax_type"`
	ValueTaxed jsontext.Value `json:"value_taxed"`
	Rate       jsontext.Value `json:"rate"`
	UnitType   string         `json:"unit_type"`

	tax pence
}

// setAmount sets the amount of the transaction. It is always positive: the type says whether it is a credit or a
// debit.
func (t *transaction) setAmount(amount pence) {
	t.pence, t.Amount = amount, amount.number()
}
