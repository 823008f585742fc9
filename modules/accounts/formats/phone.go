package formats

import (
	"bytes"

	"github.com/nyaruka/phonenumbers"
)

// IsPhone reports whether s is a telephone number that libphonenumber holds valid
// when it is dialled in the given country: in national or international form,
// with the usual signs between its digits, and an extension if it has one.
func IsPhone(s, country string) bool {
	if valid, certain := plainPhone(s, country); certain {
		return valid
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

// plainPhone reports whether libphonenumber would accept s, of numbers of which that
// is seen quickly; of any other it is not certain. The library takes 25 microseconds
// and 80 allocations for a number, which is more than reading the rest of its
// customer.
//
// It takes the library's steps with the library's patterns, where they lead one
// way only. There is nothing but digits and separators in s, so there are no
// letters and no extension. It begins with a calling code, after a + or what one
// dials for it, or is a national number that does not begin like one. If there is
// a national prefix, what follows is valid, and then the library drops it too; or
// neither with the prefix nor without is it a number of any region.
func plainPhone(s, country string) (valid, certain bool) {
	var buffer [maxDigits]byte
	plan, national := plainNumber(s, country, buffer[:0])
	if plan == nil {
		return false, false
	}
	valid = plan.accepts(national)
	return valid, valid || plan.refuses(national)
}

// plainNumber is the plan by which s is dialled and its national number, with the
// prefix of such if there is one. The plan is nil where more than these is in s.
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
