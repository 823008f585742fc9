package views

import (
	"strings"

	"github.com/shopspring/decimal"
)

// FormatAmount returns an exact amount with at least two places, and with commas between its
// thousands.
func FormatAmount(d decimal.Decimal) string {
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

// FormatStoredAmount returns a stored amount for readers. A text that is no amount is returned
// unchanged.
func FormatStoredAmount(stored string) string {
	d, err := decimal.NewFromString(stored)
	if err != nil {
		return stored
	}
	return FormatAmount(d)
}

// FormatMoney returns a stored amount with its currency. A text that is no amount is returned
// unchanged.
func FormatMoney(stored, currency string) string {
	d, err := decimal.NewFromString(stored)
	if err != nil {
		return stored
	}
	return strings.TrimSpace(FormatAmount(d) + " " + currency)
}
