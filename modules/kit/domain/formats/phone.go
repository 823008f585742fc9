package formats

import (
	"bytes"

	"github.com/nyaruka/phonenumbers"
)

// IsPhone reports whether libphonenumber accepts s as a telephone number that is dialled
// in the given country. s may be in national or international form, with the usual signs
// between its digits and with an extension.
func IsPhone(s, country string) bool {
	if valid, certain := plainPhone(s, country); certain {
		return valid
	}
	number, err := phonenumbers.Parse(s, country)
	return err == nil && phonenumbers.IsValidNumber(number)
}

// Phone returns a telephone number in its international form, such as +44 20 7946 0958. ok
// is false where [IsPhone] does not accept s.
func Phone(s, country string) (normal string, ok bool) {
	number, err := phonenumbers.Parse(s, country)
	if err != nil || !phonenumbers.IsValidNumber(number) {
		return s, false
	}
	return phonenumbers.Format(number, phonenumbers.INTERNATIONAL), true
}

// The most digits and characters of a plain number. libphonenumber's own limits are 17
// digits after the calling code, and 250 characters.
const (
	maxDigits = 17
	maxPlain  = 64
)

// plainPhone reports whether libphonenumber would accept s. certain is false where this
// cannot be decided quickly. The library takes 25 microseconds and 80 allocations for a
// number, which is more than reading the rest of its customer.
//
// plainPhone follows the library's steps with the library's patterns, where the steps
// have only one outcome. s contains only digits and separators, so it has no letters and
// no extension. s begins with a calling code, after a + or the prefix dialled for it, or
// it is a national number that does not begin like one. If s has a national prefix, the
// number without it is valid, so the library drops the prefix, too. Otherwise s is, both
// with and without the prefix, a number of no region.
func plainPhone(s, country string) (valid, certain bool) {
	var buffer [maxDigits]byte
	plan, national := plainNumber(s, country, buffer[:0])
	if plan == nil {
		return false, false
	}
	valid = plan.accepts(national)
	return valid, valid || plan.refuses(national)
}

// plainNumber returns the plan by which s is dialled, and its national number, with its
// national prefix if there is one. The plan is nil where s contains more than that.
func plainNumber(s, country string, digits []byte) (*dialling, []byte) {
	digits, international := plainDigits(s, digits)
	if len(digits) < 5 {
		return nil, nil
	}
	if international {
		return callingPlan(digits)
	}
	plan := planOf(country)
	if plan == nil {
		return nil, nil
	}
	if at := plan.abroad.FindIndex(digits); at != nil {
		return callingPlan(digits[at[1]:])
	}
	if bytes.HasPrefix(digits, plan.callingCode) {
		return nil, nil
	}
	return plan, digits
}

// plainDigits returns the digits of s. It returns nil where s has anything except
// separators between its digits, anything except a + or a bracket before them, or
// anything after them.
func plainDigits(s string, digits []byte) (_ []byte, international bool) {
	if s == "" || len(s) > maxPlain || !isDigit(s[len(s)-1]) {
		return nil, false
	}
	if s[0] == '+' {
		international, s = true, s[1:]
	}
	if s[0] != '(' && !isDigit(s[0]) || s[0] == '(' && international {
		return nil, false
	}
	for i := range len(s) {
		switch c := s[i]; {
		case isDigit(c):
			if len(digits) == cap(digits) {
				return nil, false
			}
			digits = append(digits, c)
		case c != ' ' && c != '-' && c != '(' && c != ')':
			return nil, false
		}
	}
	return digits, international
}
