package formats

import "testing"

func TestPostcode(t *testing.T) {
	cases := []struct {
		country    string
		as         [][2]string // the postcode as sent, and as it is normalised
		notOfThere []string
	}{
		{"GB", [][2]string{
			{"SW1A 1AA", "SW1A 1AA"}, {"sw1a1aa", "SW1A 1AA"}, {"m11ae", "M1 1AE"}, {"M60 1NW", "M60 1NW"}, {"CR2-6XH", "CR2 6XH"}, {"dn55  1pt", "DN55 1PT"},
			{"W1A 0AX", "W1A 0AX"}, {"EC1A1BB", "EC1A 1BB"}, {"gir0aa", "GIR 0AA"}, {"BF1 0AX", "BF1 0AX"}, {"BT1 5GS", "BT1 5GS"}, {"JE2 3AB", "JE2 3AB"}, {"GB-SW1A 1AA", "SW1A 1AA"},
		}, []string{"SW1A 1A", "SW1A 1AAA", "QA1 1AA", "SW1A 1CA", "SW1A 1AK", "1SW 1AA", "S W1A 1AA", "SW1A 1AÁ", "SW1A.1AA", "75010", "", "SWIA 1AA", "A1I 1AA"}},
		{"JE", [][2]string{{"je23ab", "JE2 3AB"}, {"JE12 3AB", "JE12 3AB"}}, []string{"GY2 3AB", "JE2 3A"}},
		{"IE", [][2]string{{"D04 X285", "D04 X285"}, {"d6wxy00", "D6W XY00"}}, []string{"D04 B285", "D4 X285", "D04"}},
		{"FR", [][2]string{{"75010", "75010"}, {"F-75010", "75010"}, {"FR-75010", "75010"}}, []string{"7501", "750100", "75 010", "7501O", "D-75010"}},
		{"DE", [][2]string{{"81667", "81667"}, {"D-81667", "81667"}}, []string{"8166", "8-1667", "F-81667"}},
		{"NL", [][2]string{{"1012ab", "1012 AB"}, {"1012 AB", "1012 AB"}}, []string{"0123 AB", "1012 A", "1012AB1"}},
		{"BE", [][2]string{{"1000", "1000"}, {"B-1000", "1000"}}, []string{"0100", "10000"}},
		{"AT", [][2]string{{"1010", "1010"}}, []string{"0101", "101"}},
		{"CH", [][2]string{{"8001", "8001"}, {"CH-8001", "8001"}}, []string{"80012"}},
		{"ES", [][2]string{{"28001", "28001"}}, []string{"2800"}},
		{"IT", [][2]string{{"00184", "00184"}}, []string{"184"}},
		{"PT", [][2]string{{"1000205", "1000-205"}, {"1000-205", "1000-205"}, {"1000", "1000"}}, []string{"0000-205", "100-0205"}},
		{"PL", [][2]string{{"00950", "00-950"}, {"00-950", "00-950"}}, []string{"0-0950", "009500"}},
		{"SE", [][2]string{{"11455", "114 55"}, {"SE-114 55", "114 55"}}, []string{"1145"}},
		{"NO", [][2]string{{"0150", "0150"}}, []string{"150"}},
		{"DK", [][2]string{{"1050", "1050"}, {"DK-1050", "1050"}}, []string{"105"}},
		{"FI", [][2]string{{"00100", "00100"}}, []string{"0010"}},
		{"CZ", [][2]string{{"11000", "110 00"}}, []string{"1100"}},
		{"GR", [][2]string{{"105 57", "105 57"}}, []string{"10557A"}},
		{"LV", [][2]string{{"1010", "LV-1010"}, {"LV-1010", "LV-1010"}, {"lv-1010", "LV-1010"}}, []string{"LT-1010", "10100"}},
		{"LT", [][2]string{{"01100", "LT-01100"}}, []string{"1100"}},
		{"LU", [][2]string{{"L-1009", "1009"}}, []string{"L1009"}},
		{"MT", [][2]string{{"vlt1117", "VLT 1117"}}, []string{"1117"}},
		{"US", [][2]string{{"20500", "20500"}, {"205000001", "20500-0001"}, {"20500 0001", "20500-0001"}}, []string{"2050", "20500-001"}},
		{"CA", [][2]string{{"k1a0b1", "K1A 0B1"}}, []string{"D1A 0B1", "K1D 0B1", "K1A 0BB"}},
		{"MX", [][2]string{{"06000", "06000"}}, []string{"6000"}},
		{"BR", [][2]string{{"01310100", "01310-100"}}, []string{"0131010"}},
		{"AR", [][2]string{{"c1425abc", "C1425ABC"}, {"1425", "1425"}}, []string{"C1425"}},
		{"AU", [][2]string{{"2000", "2000"}}, []string{"200", "20000"}},
		{"NZ", [][2]string{{"6011", "6011"}}, []string{"601"}},
		{"JP", [][2]string{{"1000001", "100-0001"}}, []string{"100-001"}},
		{"IN", [][2]string{{"110 001", "110001"}, {"110001", "110001"}}, []string{"010001", "11000"}},
		{"CN", [][2]string{{"100000", "100000"}}, []string{"10000"}},
		{"SG", [][2]string{{"018956", "018956"}}, []string{"18956"}},
		{"ZA", [][2]string{{"0001", "0001"}}, []string{"1"}},
		{"AE", [][2]string{{"anything", "anything"}, {"", ""}}, nil},
	}
	for _, c := range cases {
		for _, as := range c.as {
			if normal, ok := Postcode(c.country, as[0]); !ok || normal != as[1] {
				t.Errorf("%s: %q becomes %q, %v, want %q", c.country, as[0], normal, ok, as[1])
			}
		}
		for _, s := range c.notOfThere {
			if normal, ok := Postcode(c.country, s); ok || normal != s {
				t.Errorf("%s: %q is accepted as %q", c.country, s, normal)
			}
		}
	}
}

// A normal postcode stays as it is. The postcodes are generated from the masks.
func TestPostcodesStayNormal(t *testing.T) {
	for country, masks := range postcodes {
		if _, ok := Country(country); !ok {
			t.Errorf("%s is no country", country)
		}
		for _, m := range masks {
			sample := []byte{}
			if m[0] == '!' {
				sample, m = append(sample, country+"-"...), m[1:]
			}
			for i := range len(m) {
				if m[i] != '_' {
					sample = append(sample, classes[m[i]]+string(m[i])...)
					sample = sample[:len(sample)-len(classes[m[i]]+string(m[i]))+1]
				}
			}
			if normal, ok := Postcode(country, string(sample)); !ok || normal != string(sample) {
				t.Errorf("%s: %s becomes %s, %v", country, sample, normal, ok)
			}
			if len(sample) > longestPostcode {
				t.Errorf("%s: %s is too long", country, m)
			}
		}
	}
}

func FuzzPostcode(f *testing.F) {
	for _, seed := range []string{"sw1a1aa", "D-81667", "lv-1010", "110 001", "--", "é", "GB-"} {
		f.Add("GB", seed)
		f.Add("LV", seed)
	}
	f.Fuzz(func(t *testing.T, country, s string) {
		normal, ok := Postcode(country, s)
		if !ok {
			return
		}
		if again, ok := Postcode(country, normal); !ok || again != normal {
			t.Errorf("%q in %q becomes %q, and that %q, %v", s, country, normal, again, ok)
		}
	})
}

func BenchmarkPostcode(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		Postcode("GB", "SW1A 1AA")
	}
}
