package formats

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/nyaruka/phonenumbers"
)

func TestIsPhone(t *testing.T) {
	cases := []struct {
		country    string
		valid      []string
		notOfThere []string
	}{
		{"GB", []string{"07700 123456", "(020) 7946 0958", "+44 (0)20 7946 0958", "0044 7700 123456", "0113-496-0123", "020 7946 0958 ext. 12", "+33 6 12 34 56 78"}, []string{"abcde", "07700 12345", "07700 900123", "12345", "+999 12345678", "0770O 123456"}},
		{"FR", []string{"06 12 34 56 78", "+33 1 44 55 66 77"}, []string{"0612", "07700 123456789"}},
		{"DE", []string{"030 123456", "0171 1234567", "+49 30 123456"}, []string{"0", "+49 1"}},
		{"ES", []string{"612 345 678", "+34 912 34 56 78"}, []string{"012 345 678", "61234567"}},
		{"IT", []string{"06 6982 1234", "312 345 6789", "+39 06 6982 1234"}, []string{"6 6982", "+39 5"}},
		{"US", []string{"(202) 555-0123", "+1 202 555 0123", "1-202-555-0123"}, []string{"555-0123", "(102) 555-0123"}},
		{"CA", []string{"416-555-0123", "+1 416 555 0123"}, []string{"055-555-0123"}},
		{"AU", []string{"0412 345 678", "(02) 9374 4000", "+61 2 9374 4000"}, []string{"0412 345", "09 9374 4000"}},
		{"JP", []string{"03-1234-5678", "090-1234-5678", "+81 3 1234 5678"}, []string{"03-1234"}},
		{"IE", []string{"085 012 3456", "(01) 234 5678"}, []string{"085 012"}},
		{"NZ", []string{"021 123 456", "+64 9 345 6789"}, []string{"021"}},
		{"BR", []string{"(11) 91234-5678", "+55 11 91234-5678"}, []string{"91234"}},
		{"IN", []string{"+91 98765 43210", "098765 43210"}, []string{"98765"}},
		{"AE", []string{"٠٥٠ ١٢٣ ٤٥٦٧", "+971 50 123 4567"}, []string{"٠٥٠"}},
	}
	for _, c := range cases {
		for _, number := range c.valid {
			if !IsPhone(number, c.country) {
				t.Errorf("%s in %s is not valid", number, c.country)
			}
		}
		for _, number := range c.notOfThere {
			if IsPhone(number, c.country) {
				t.Errorf("%s in %s is valid", number, c.country)
			}
		}
	}
}

// plainPhone gives the library's answer for every number that it decides: numbers close
// to the library's own examples of each region, in each form.
func TestPlainPhonesAreThoseOfTheLibrary(t *testing.T) {
	dice := rand.New(rand.NewPCG(1, 2))
	accepted, refused, tried := 0, 0, 0
	for region := range phonenumbers.GetSupportedRegions() {
		for _, number := range nearby(dice, region) {
			tried++
			valid, certain := plainPhone(number, region)
			if !certain {
				continue
			}
			if valid {
				accepted++
			} else {
				refused++
			}
			if valid != isLibraryPhone(number, region) {
				t.Errorf("%s in %s is valid: %v, and to the library it is not so", number, region, valid)
			}
		}
	}
	if accepted < tried/10 || refused < tried/10 {
		t.Errorf("only %d and %d of %d were accepted and refused quickly", accepted, refused, tried)
	}
}

func isLibraryPhone(number, region string) bool {
	parsed, err := phonenumbers.Parse(number, region)
	return err == nil && phonenumbers.IsValidNumber(parsed)
}

// nearby returns a region's example numbers and others that differ in a few digits, with
// and without prefixes, of this region and of the one before.
func nearby(dice *rand.Rand, region string) (numbers []string) {
	for _, kind := range []phonenumbers.PhoneNumberType{phonenumbers.FIXED_LINE, phonenumbers.MOBILE, phonenumbers.TOLL_FREE, phonenumbers.VOIP, phonenumbers.UAN} {
		example := phonenumbers.GetExampleNumberForType(region, kind)
		if example == nil {
			continue
		}
		national := phonenumbers.GetNationalSignificantNumber(example)
		for range 12 {
			near := []byte(national)
			for range dice.IntN(4) {
				near[dice.IntN(len(near))] = byte('0' + dice.IntN(10))
			}
			if dice.IntN(4) == 0 {
				near = append(near, byte('0'+dice.IntN(10)))
			}
			code := example.GetCountryCode()
			numbers = append(numbers, string(near), "0"+string(near), "00"+string(near), "8"+string(near),
				fmt.Sprintf("+%d%s", code, near), fmt.Sprintf("+%d (0)%s", code, near),
				fmt.Sprintf("00%d%s", code, near), fmt.Sprintf("%d%s", code, near))
		}
	}
	return numbers
}

func FuzzPlainPhone(f *testing.F) {
	for _, seed := range []string{"07700 123456", "+44 (0)20 7946 0958", "1-202-555-0123", "(11) 91234-5678", "+", "(", "+(0)1"} {
		f.Add(seed, "GB")
		f.Add(seed, "AU")
	}
	f.Fuzz(func(t *testing.T, number, country string) {
		if valid, certain := plainPhone(number, country); certain && valid != isLibraryPhone(number, country) {
			t.Errorf("%q in %q is valid: %v, and to the library it is not so", number, country, valid)
		}
	})
}

func BenchmarkIsPhone(b *testing.B) {
	for _, number := range []string{"07700 123456", "+44 (0)20 7946 0958", "0044 7700 123456", "07700 12345", "020 7946 0958 ext. 12"} {
		b.Run(number, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				IsPhone(number, "GB")
			}
		})
	}
}
