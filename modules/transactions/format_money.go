package transactions

import (
	"strings"

	"github.com/shopspring/decimal"
)

// formatMoney returns an exact amount with at least two places.
func formatMoney(d decimal.Decimal) string {
	places := max(2, -d.Exponent())
	for places > 2 && d.Equal(d.Truncate(places-1)) {
		places--
	}
	text := d.Abs().StringFixed(places)
	whole, rest, _ := strings.Cut(text, ".")
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	if d.IsNegative() {
		return "−" + whole + "." + rest
	}
	return whole + "." + rest
}

// formatStoredMoney returns a stored amount for readers. A text that is no amount is returned
// unchanged.
func formatStoredMoney(stored string) string {
	d, err := decimal.NewFromString(stored)
	if err != nil {
		return stored
	}
	return formatMoney(d)
}
