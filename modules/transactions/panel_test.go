package transactions

import (
	"testing"

	"github.com/shopspring/decimal"
)

func TestComputeBalances(t *testing.T) {
	d := decimal.RequireFromString
	moves := []balanceChange{{effect: d("-100")}, {effect: d("0.0000000001")}, {effect: d("0")}, {effect: d("12.34")}}
	if opening := computeBalances(moves, d("-87.66")); opening.String() != "-0.0000000001" {
		t.Errorf("brought forward: %s", opening)
	}
	for i, want := range []string{"-87.66", "12.34", "12.3399999999", "12.3399999999"} {
		if got := moves[i].after.String(); got != want {
			t.Errorf("after %d: %s, want %s", i, got, want)
		}
	}
	if !computeBalances(nil, d("5")).Equal(d("5")) {
		t.Error("without transactions all was brought forward")
	}
}

func TestFormatMoney(t *testing.T) {
	for text, want := range map[string]string{
		"0": "0.00", "-0": "0.00", "1": "1.00", "10.5": "10.50", "-10.55": "−10.55", "1234567.891": "1,234,567.891", "0.0000000001": "0.0000000001",
		"999": "999.00", "1000": "1,000.00", "-1234567890.1234567890": "−1,234,567,890.123456789", "5.100": "5.10", "1e3": "1,000.00",
	} {
		if got := formatMoney(decimal.RequireFromString(text)); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
	if got := formatStoredMoney("what"); got != "what" {
		t.Error(got)
	}
	if got := formatStoredMoney(""); got != "" {
		t.Error(got)
	}
}
