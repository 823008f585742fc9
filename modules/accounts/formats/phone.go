package formats

import (
	"bytes"

	"github.com/nyaruka/phonenumbers"
)

// IsPhone reports whether s is a telephone number that libphonenumber holds valid
// when it is dialled in the given country: in national or international form,
// with the usual signs between its digits, and an extension if it has one.
func IsPhone(s, country string) bool {
	if isPlainPhone(s, country) {
		return true
	}
	number, err := phonenumbers.Parse(s, country)
	return err == nil && phonenumbers.IsValidNumber(number)
}

// A plain number has at most so many digits, in so many characters. libphonenumber
// itself stops at 17 digits after the calling code, and at 250 characters.
const (
	maxDigits = 17
	maxPlain  = 64
)

// isPlainPhone reports that libphonenumber would accept s, for numbers of which
// that is seen quickly; of any other it says nothing. The library takes 25
// microseconds and 80 allocations for a number, which is more than reading the
// rest of its customer.
//
// It takes the library's steps with the library's patterns, where they lead one
// way only. There is nothing but digits and separators in s, so there are no
// letters and no extension. It begins with a calling code, after a + or what one
// dials for it, or is a national number that does not begin like one. If there is
// a national prefix, what follows is valid, and then the library drops it too.
func isPlainPhone(s, country string) bool {
	var buffer [maxDigits]byte
	digits, international := plainDigits(s, buffer[:0])
	if len(digits) < 5 {
		return false
	}
	if international {
		return isValidAbroad(digits)
	}
	plan := planOf(country)
	if plan == nil {
		return false
	}
	if at := plan.abroad.FindIndex(digits); at != nil {
		return isValidAbroad(digits[at[1]:])
	}
	return !bytes.HasPrefix(digits, plan.callingCode) && plan.accepts(digits)
}

// isValidAbroad reports whether digits are a calling code and a valid number.
func isValidAbroad(digits []byte) bool {
	if len(digits) < 5 {
		return false
	}
	plan, national := callingPlan(digits)
	return plan != nil && plan.accepts(national)
}

// plainDigits is the digits of s; nil if there is anything else between them than
// separators, anything else before them than a + or a bracket, or anything after.
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
