package formats

import (
	"strings"
	"testing"

	"golang.org/x/text/language"
)

func TestCountry(t *testing.T) {
	for s, want := range map[string]string{"GB": "GB", "gb": "GB", "aX": "AX", "ZW": "ZW", "XK": "", "UK": "", "EU": "", "ZZ": "", "GBR": "", "826": "", "G": "", "": "", "É": "", "g1": ""} {
		code, ok := Country(s)
		if ok != (want != "") || ok && code != want || !ok && code != s {
			t.Errorf("%q: %q, %v", s, code, ok)
		}
	}
}

// There are 249 codes, and another list has all of them as countries.
func TestCountriesAreThoseOfTheStandard(t *testing.T) {
	all := strings.Fields(countries)
	if len(all) != 249 {
		t.Errorf("%d countries", len(all))
	}
	for _, code := range all {
		if region, err := language.ParseRegion(code); err != nil || !region.IsCountry() || region.String() != code {
			t.Errorf("%s is no country: %v %v", code, region, err)
		}
	}
}

func TestLanguage(t *testing.T) {
	for s, want := range map[string]string{"en": "en", "EN-gb": "en-GB", "en_GB": "en-GB", "zh-hant-hk": "zh-Hant-HK", "cy": "cy", "es-419": "es-419", "iw": "iw", "English": "", "e": "", "xq-ZZ": "", "en-": "", "": ""} {
		tag, ok := Language(s)
		if ok != (want != "") || ok && tag != want {
			t.Errorf("%q: %q, %v, want %q", s, tag, ok, want)
		}
	}
}

func TestCompanyNumberGB(t *testing.T) {
	for s, want := range map[string]string{
		"12345678": "12345678", "00445790": "00445790", "sc123456": "SC123456", "OC300001": "OC300001", "NI000001": "NI000001", "R0000042": "R0000042",
		"IP12345R": "IP12345R", "SL12345A": "SL12345A", "SL123456": "SL123456",
		"1234567": "", "123456789": "", "ABC12345": "", "S1234567": "", "SC12345": "", "SC12345A": "", "IP12345-": "", "SL1234AB": "", "": "", "1234567８": "",
	} {
		number, ok := CompanyNumberGB(s)
		if ok != (want != "") || ok && number != want {
			t.Errorf("%q: %q, %v, want %q", s, number, ok, want)
		}
	}
}

func TestIsDeliveryPoint(t *testing.T) {
	for _, c := range []struct {
		country, s string
		want       bool
	}{
		{"FR", "1", true}, {"FR", "ABC45678901", true}, {"FR", "123456789012", false}, {"FR", "", false}, {"FR", "1-2", false}, {"FR", "a", false},
		{"FR", "１", false}, {"", "50793125", true},
		{"GB", "LS14AP1A", true}, {"GB", "SW1A1AA9Z", true}, {"GB", "LS14AP", false}, {"GB", "50793125", false}, {"GB", "LS1 4AP1A", false},
		{"GB", "ls14ap1a", false}, {"GB", "1A", false}, {"GB", "1", false},
	} {
		if IsDeliveryPoint(c.country, c.s) != c.want {
			t.Errorf("%s %q: %v", c.country, c.s, !c.want)
		}
	}
}
