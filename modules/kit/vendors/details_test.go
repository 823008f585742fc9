package vendors

import (
	"strings"
	"testing"
)

func TestFiltered(t *testing.T) {
	long, exact := strings.Repeat("é", 65), strings.Repeat("é", 32)
	for _, test := range []struct{ in, out Details }{
		{Details{"visa", "4242", "12/2030", "active"}, Details{"visa", "4242", "12/2030", "active"}},
		{Details{"Carte Bleue (CB)", "0000", "1/30", "in use: yes"}, Details{"Carte Bleue (CB)", "0000", "01/2030", "in use: yes"}},
		{Details{exact, "٤٢٤٢", "2030-07", exact + exact}, Details{exact, "", "07/2030", exact + exact}},
		{Details{exact + "x", "42421", "13/2030", long}, Details{}},
		{Details{"visa\n", "424", "00/30", "a\x00b"}, Details{}},
		{Details{"\xff", "4242 ", "12/1999", "\u202e"}, Details{}},
		{Details{"4242-4242-4242-4242", "4242424242424242", "4242424242424242", "4242.4242.4242.4242"}, Details{}},
		{Details{"", "x242", "2030-13", "on file since 2026-01-01"}, Details{Status: "on file since 2026-01-01"}},
	} {
		if got := test.in.filtered(); got != test.out {
			t.Errorf("%+v: %+v, not %+v", test.in, got, test.out)
		}
	}
}

func TestExpiryOf(t *testing.T) {
	for want, got := range map[string]string{"08/2030": expiryOf(8, 2030), "": expiryOf(13, 2030) + expiryOf(0, 2030) + expiryOf(1, 30) + expiryOf(1, 20300)} {
		if got != want {
			t.Errorf("%q, not %q", got, want)
		}
	}
}

func TestContainsCardNumber(t *testing.T) {
	for s, want := range map[string]bool{
		"4242424242424242": true, "4242 4242 4242 4242": true, "x4242-4242-4242-4242x": true, "4242/4242.4242_4242": true,
		"378282246310005": true, "6304000000000000": true, "123456789015": true, "4000000000000000006": true,
		"424242424242424212/30": true, "00 4242424242424242": true,
		"123456789012": false, "4242": false, "4242424242424242"[:11]: false, "4242 4242 x 4242 4242": false, "": false,
		"2026-01-01": false, "visa": false, "٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٢": false,
	} {
		if containsCardNumber(s) != want {
			t.Errorf("%q: %t", s, !want)
		}
	}
}

// The details that are kept of any answer are short, printable and no card number.
func FuzzFiltered(f *testing.F) {
	f.Add("visa", "4242", "12/2030", "active")
	f.Add("4242 4242 4242 4242", "4242424242424242", "2030-13", "\xff")
	f.Fuzz(func(t *testing.T, brand, lastFour, expiry, status string) {
		d := Details{brand, lastFour, expiry, status}.filtered()
		if d.filtered() != d {
			t.Errorf("filtered twice is something else: %+v", d)
		}
		for _, s := range []string{d.Brand, d.LastFour, d.Expiry, d.Status} {
			if containsCardNumber(s) || len(s) > 4*maxStatus {
				t.Errorf("%q was kept", s)
			}
		}
	})
}
