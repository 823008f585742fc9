package formats

import "strings"

// CompanyNumberGB returns a company number of Companies House in upper case. The number
// has eight characters. The first two are digits or the letters of a register, and the
// others are digits. Registered societies and some partnerships have letters among the
// last six, after the prefixes that Companies House lists at
// https://www.gov.uk/government/publications/uniform-resource-identifiers-uri-customer-guide.
// ok is false where s is no such number.
func CompanyNumberGB(s string) (number string, ok bool) {
	number = strings.ToUpper(s)
	if len(number) != 8 {
		return s, false
	}
	prefix, rest := number[:2], number[2:]
	switch {
	case prefix == "IP" || prefix == "SP" || prefix == "NP" || prefix == "RS":
		return number, only(rest, isDigit, isLetter)
	case prefix == "SL" && rest[5] >= 'A': // the latest partnerships have a letter, because the digits are used up
		return number, only(rest[:5], isDigit) && isLetter(rest[5])
	case prefix == "R0" || only(prefix, isDigit) || only(prefix, isLetter):
		return number, only(rest, isDigit)
	}
	return s, false
}

// only reports whether each character of s is of one of the kinds.
func only(s string, kinds ...func(byte) bool) bool {
next:
	for i := range len(s) {
		for _, is := range kinds {
			if is(s[i]) {
				continue next
			}
		}
		return false
	}
	return true
}

func isDigit(c byte) bool  { return c >= '0' && c <= '9' }
func isLetter(c byte) bool { return c >= 'A' && c <= 'Z' }

// IsDeliveryPoint reports whether s is a delivery point identifier of a country: up to 11
// capitals and digits. In Great Britain these are a postcode without its space and a suffix
// of two characters.
func IsDeliveryPoint(country, s string) bool {
	const suffix = 2
	if s == "" || len(s) > 11 || !only(s, isDigit, isLetter) {
		return false
	}
	if country != "GB" {
		return true
	}
	if len(s) <= suffix {
		return false
	}
	_, ok := Postcode(country, s[:len(s)-suffix])
	return ok
}
