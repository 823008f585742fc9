package gbenergy

import (
	"regexp"
	"strings"
)

// mpanWeights are the weights of the first twelve digits of an MPAN core: prime numbers
// without 11.
var mpanWeights = [...]int{3, 5, 7, 13, 17, 19, 23, 29, 31, 37, 41, 43}

// IsMPAN reports whether s is the core of a Meter Point Administration Number. The core
// has 13 digits. The first two are the distributor's, 10 or above. The last is the
// weighted sum of the others modulo 11 modulo 10. The Balancing and Settlement Code
// defines the number's form. For the check digit see
// https://en.wikipedia.org/wiki/Meter_Point_Administration_Number and the implementations
// at https://bitbucket.org/tlocke/mpan.
func IsMPAN(s string) bool {
	if len(s) != len(mpanWeights)+1 || !digits(s) || s[0] == '0' {
		return false
	}
	sum := 0
	for i, weight := range mpanWeights {
		sum += int(s[i]-'0') * weight
	}
	return sum%11%10 == int(s[len(s)-1]-'0')
}

// IsMPRN reports whether s can be a Meter Point Reference Number: 6 to 10 digits.
// Xoserve's files keep it as a number of up to ten digits, for example
// https://docsbay.net/rt-m93-domestic-portfolio-record. IsMPRN does not check the check
// digits, because some numbers in use have none.
func IsMPRN(s string) bool {
	return len(s) >= 6 && len(s) <= 10 && digits(s)
}

func digits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}

// The two halves of a postcode by BS 7666, with the letters that each position allows.
var (
	outward = regexp.MustCompile(`^[A-PR-UWYZ]([0-9][0-9A-HJKPSTUW]?|[A-HK-Y][0-9][0-9ABEHMNPRVWXY]?)$`)
	inward  = regexp.MustCompile(`^[0-9][ABD-HJLNP-UW-Z]{2}$`)
)

// IsPostcode reports whether s can be a postcode of Great Britain, in upper or lower
// case, with or without its space.
func IsPostcode(s string) bool {
	bare := strings.ToUpper(strings.ReplaceAll(s, " ", ""))
	if bare == "GIR0AA" {
		return true
	}
	half := len(bare) - 3
	return half >= 2 && len(s) <= 16 && outward.MatchString(bare[:half]) && inward.MatchString(bare[half:])
}
