package views

import (
	"testing"

	"github.com/shopspring/decimal"
)

func TestFormatMoney(t *testing.T) {
	for text, want := range map[string]string{
		"0": "0.00", "-0": "0.00", "1": "1.00", "10.5": "10.50", "-10.55": "−10.55", "1234567.891": "1,234,567.891", "0.0000000001": "0.0000000001",
		"999": "999.00", "1000": "1,000.00", "-1234567890.1234567890": "−1,234,567,890.123456789", "5.100": "5.10", "1e3": "1,000.00",
	} {
		if got := FormatAmount(decimal.RequireFromString(text)); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
	if got := FormatStoredAmount("what"); got != "what" {
		t.Error(got)
	}
	if got := FormatStoredAmount(""); got != "" {
		t.Error(got)
	}
	for text, want := range map[string]string{"-1234.5": "−1,234.50 GBP", "what": "what", "": ""} {
		if got := FormatMoney(text, "GBP"); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
	if got := FormatMoney("5", ""); got != "5.00" {
		t.Error(got)
	}
}
