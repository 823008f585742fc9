package settings_test

import (
	"testing"

	"dataimport/modules/kit/domain/settings"
)

func TestThePaymentDays(t *testing.T) {
	for _, c := range [][4]int{{0, 0, 1, 31}, {5, 0, 5, 31}, {0, 28, 1, 28}, {10, 10, 10, 10}} {
		rules := settings.Rules{FirstPaymentDay: c[0], LastPaymentDay: c[1]}
		if first, last := rules.PaymentDays(); first != c[2] || last != c[3] {
			t.Errorf("%v: %d to %d", c, first, last)
		}
	}
}

func TestInternalEmails(t *testing.T) {
	rules := settings.Rules{InternalEmails: []string{"acme.example", "agent@bureau.example"}}
	for address, internal := range map[string]bool{
		"zoe@acme.example": true, "Zoe@Staff.ACME.example": true, "zoe@notacme.example": false, "Agent@bureau.example": true,
		"zoe@bureau.example": false, "acme.example": true, "": false, "zoe@": false,
	} {
		if got := rules.InternalEmail(address); (got != "") != internal {
			t.Errorf("%q: %q", address, got)
		}
	}
}
