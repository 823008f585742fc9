package gbenergy

import (
	"fmt"
	"strings"
	"testing"
)

func TestMPAN(t *testing.T) {
	for s, want := range map[string]bool{
		"1200022345676": true, "1012345678912": true, "2000012345609": true, "1399999999994": true,
		"1000000000040": true, // the sum leaves 10, and the check digit is 0
		"1200022345670": false, "1200022354676": false, "2100022345676": false, "0000000000000": false, "0300000000009": false,
		"120002234567": false, "12000223456760": false, "120002234567x": false, "12000223456７6": false, "": false, " 200022345676": false,
	} {
		if IsMPAN(s) != want {
			t.Errorf("%q: %v", s, !want)
		}
	}
}

// Every single wrong digit is noticed, and nearly every exchange of two digits.
func TestMPANCheckDigit(t *testing.T) {
	const right = "1200022345676"
	for i := 1; i < len(right); i++ {
		for d := '0'; d <= '9'; d++ {
			wrong := right[:i] + string(d) + right[i+1:]
			if wrong != right && IsMPAN(wrong) && i < len(right)-1 {
				// Of eleven remainders two share the digit 0. Only exchanges with the
				// check digit 0 may pass unnoticed.
				if right[len(right)-1] != '0' {
					t.Errorf("%s passes for %s", wrong, right)
				}
			}
		}
	}
}

func TestMPRN(t *testing.T) {
	for n, want := range map[int]bool{0: false, 5: false, 6: true, 10: true, 11: false} {
		if IsMPRN(strings.Repeat("7", n)) != want {
			t.Errorf("%d digits: %v", n, !want)
		}
	}
	for _, s := range []string{"743920x", " 743920", "-743920"} {
		if IsMPRN(s) {
			t.Errorf("%q passes", s)
		}
	}
}

func TestPostcode(t *testing.T) {
	for _, s := range []string{"M1 1AE", "B33 8TH", "CR2 6XH", "DN55 1PT", "W1A 1HQ", "EC1A 1BB", "GIR 0AA", "cf101aa", "CF10  1AA", "L1 8JQ"} {
		if !IsPostcode(s) {
			t.Errorf("%q does not pass", s)
		}
	}
	for _, s := range []string{"", "M1", "1AE", "75001", "Q1 1AA", "CF10 1A", "CF10 1AAA", "CF100 1AA", "CF1O 1AA", "CF10-1AA", "W1A 1CQ", "É1 1AE", fmt.Sprint("M1", strings.Repeat(" ", 1000), "1AE")} {
		if IsPostcode(s) {
			t.Errorf("%q passes", s)
		}
	}
}
