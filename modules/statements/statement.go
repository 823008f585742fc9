package statements

import "dataimport/modules/kit/domain/payload"

// Statement is a historical statement as clients send it.
type Statement struct {
	From   payload.Date   `json:"bill_period_from_date" rule:"required,impersonal,doc=First day of the billing period."`
	To     payload.Date   `json:"bill_period_to_date" rule:"required,impersonal,doc=Last day of the billing period."`
	ID     string         `json:"statement_id" rule:"required,max=255,impersonal,doc=Identifier of the statement in the sending system."`
	Issued payload.Date   `json:"issued_date,omitzero" rule:"nullable,impersonal"`
	Number string         `json:"number,omitzero" rule:"max=255,impersonal,doc=The number that the customer sees on the statement."`
	Gross  payload.Number `json:"gross_amount,omitzero" rule:"nullable,decimal=13.2,impersonal,doc=In the smallest unit of the currency, kept exactly as sent. An answer has it as a JSON number."`
	Path   string         `json:"statement_path,omitzero" rule:"max=1024,doc=Path of the stored PDF, relative to the supplier's document root."`
}

// equals reports whether two statements have the same content. Amounts are equal
// by value: 10.5 is 10.50.
func (s *Statement) equals(other *Statement) bool {
	return s.difference(other) == ""
}

// difference returns the name of the first member in which two statements differ, empty
// for none.
func (s *Statement) difference(other *Statement) string {
	switch {
	case s.ID != other.ID:
		return "statement_id"
	case s.From != other.From:
		return "bill_period_from_date"
	case s.To != other.To:
		return "bill_period_to_date"
	case s.Issued != other.Issued:
		return "issued_date"
	case s.Number != other.Number:
		return "number"
	case s.Gross.Valid != other.Gross.Valid || !s.Gross.Decimal.Equal(other.Gross.Decimal):
		return "gross_amount"
	case s.Path != other.Path:
		return "statement_path"
	}
	return ""
}
