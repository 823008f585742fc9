package vendors

import (
	"fmt"
	"regexp"
	"strconv"
	"unicode"
	"unicode/utf8"
)

const (
	maxBrand  = 32
	maxStatus = 64
)

var (
	fourDigits = regexp.MustCompile(`^[0-9]{4}$`)
	monthYear  = regexp.MustCompile(`^(0?[1-9]|1[0-2])/((?:20)?[0-9]{2})$`)
	yearMonth  = regexp.MustCompile(`^(20[0-9]{2})-(0[1-9]|1[0-2])$`)
)

// filtered returns the details without the values that they must not hold. A bad value is
// dropped and not shortened, because a part of a wrong value is wrong, too.
func (d Details) filtered() Details {
	d.Brand, d.Status = shortText(d.Brand, maxBrand), shortText(d.Status, maxStatus)
	if !fourDigits.MatchString(d.LastFour) {
		d.LastFour = ""
	}
	d.Expiry = expiry(d.Expiry)
	return d
}

// shortText returns s if it may be shown and holds no card number, and otherwise the
// empty text.
func shortText(s string, max int) string {
	if !utf8.ValidString(s) || utf8.RuneCountInString(s) > max || containsCardNumber(s) {
		return ""
	}
	for _, r := range s {
		if !unicode.IsPrint(r) {
			return ""
		}
	}
	return s
}

// expiry returns a month as MM/YYYY. The vendor may send it as MM/YY or YYYY-MM, too.
func expiry(s string) string {
	month, year := "", ""
	if m := monthYear.FindStringSubmatch(s); m != nil {
		month, year = m[1], m[2]
	} else if m := yearMonth.FindStringSubmatch(s); m != nil {
		month, year = m[2], m[1]
	} else {
		return ""
	}
	if len(month) == 1 {
		month = "0" + month
	}
	if len(year) == 2 {
		year = "20" + year
	}
	return month + "/" + year
}

// expiryOf is the expiry of a card whose month and year the vendor sends as two numbers.
func expiryOf(month, year int64) string {
	if month < 1 || month > 12 || year < 2000 || year > 2099 {
		return ""
	}
	return fmt.Sprintf("%02d/", month) + strconv.FormatInt(year, 10)
}
