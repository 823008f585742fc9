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

// filtered is the details without whatever they should not hold. A value is dropped,
// not cut to size: half of something that is wrong is no better.
func (d Details) filtered() Details {
	d.Brand, d.Status = shortText(d.Brand, maxBrand), shortText(d.Status, maxStatus)
	if !fourDigits.MatchString(d.LastFour) {
		d.LastFour = ""
	}
	d.Expiry = expiry(d.Expiry)
	return d
}

// shortText is a text that may be shown and holds no card number, else nothing.
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

// expiry is a month as MM/YYYY. It may come as MM/YY or YYYY-MM too.
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

// expiryOf is the expiry of a card that the vendor gives as two numbers.
func expiryOf(month, year int64) string {
	if month < 1 || month > 12 || year < 2000 || year > 2099 {
		return ""
	}
	return fmt.Sprintf("%02d/", month) + strconv.FormatInt(year, 10)
}
