package formats

import "testing"

func TestIsFictionalPhone(t *testing.T) {
	for _, c := range []struct {
		country   string
		fictional []string
		others    []string
	}{
		{"GB", []string{"07700 900123", "+44 7700 900999", "01632 960000", "(020) 7946 0958", "0808 157 0123", "020 7946 0958 ext. 12"},
			[]string{"07700 901123", "07700 90012", "07700 9001234", "01632 961000", "020 7946 1958", "07700 123456", "7946 0958", "", "abc"}},
		{"AU", []string{"(02) 5550 1234", "08 7010 9999", "+61 3 5550 0000"}, []string{"02 5551 1234", "0412 345 678"}},
		{"FR", []string{"06 39 98 12 34", "01 99 00 00 00"}, []string{"06 39 99 12 34", "01 44 55 66 77"}},
		{"IE", []string{"020 912 3456", "+353 20 919 9999", "+44 7700 900123"}, []string{"020 922 3456", "085 012 3456"}},
		{"DE", []string{"030 23125 123", "0171 3920012", "0176 040690 99"}, []string{"030 123456", "0171 3920112"}},
		{"SE", []string{"08-465 004 12", "070-174 06 50"}, []string{"08-465 005 12"}},
		{"IT", nil, []string{"06 6982 1234"}},
		{"US", nil, []string{"(202) 555-0123"}}, // accepted as any other number
	} {
		for _, number := range c.fictional {
			if !IsFictionalPhone(number, c.country) {
				t.Errorf("%s in %s is not fictional", number, c.country)
			}
		}
		for _, number := range c.others {
			if IsFictionalPhone(number, c.country) {
				t.Errorf("%s in %s is fictional", number, c.country)
			}
		}
	}
	for _, number := range []string{"(202) 555-0123", "416-555-0199", "+1 876 555 0100"} {
		if !IsPhone(number, "US") {
			t.Errorf("%s is not accepted", number)
		}
	}
}
