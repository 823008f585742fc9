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
