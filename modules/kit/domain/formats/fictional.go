package formats

import (
	"strconv"
	"strings"

	"github.com/nyaruka/phonenumbers"
)

// IsFictionalPhone reports whether s is a telephone number that the regulator of its country
// keeps for fiction, so that it has the form of a number and reaches nobody. s may have the
// forms that [IsPhone] takes.
func IsFictionalPhone(s, country string) bool {
	number, err := phonenumbers.Parse(s, country)
	if err != nil || number.GetItalianLeadingZero() {
		return false
	}
	national := strconv.FormatUint(number.GetNationalNumber(), 10)
	for _, form := range fictionalForms[number.GetCountryCode()] {
		if hasForm(national, form) {
			return true
		}
	}
	return false
}

// hasForm reports whether digits are those of a form, in which an x is any digit.
func hasForm(digits, form string) bool {
	fixed := strings.TrimRight(form, "x")
	return len(digits) == len(form) && strings.HasPrefix(digits, fixed)
}

// fictionalForms are the national numbers that regulators keep for drama and rehearsals, by
// calling code. In North America, whose plan keeps 555-0100 to 555-0199, libphonenumber accepts
// them in each area.
var fictionalForms = map[int32][]string{
	// Great Britain, Ofcom: telephone numbers for use in TV and radio drama programmes.
	44: {"1134960xxx", "1144960xxx", "1154960xxx", "1164960xxx", "1174960xxx", "1184960xxx",
		"1214960xxx", "1314960xxx", "1414960xxx", "1514960xxx", "1614960xxx", "1914980xxx",
		"2079460xxx", "2896496xxx", "2920180xxx", "1632960xxx", "7700900xxx", "8081570xxx", "9098790xxx", "3069990xxx"},
	// Australia, ACMA: phone numbers for use in TV shows, films and creative works.
	61: {"25550xxxx", "35550xxxx", "75550xxxx", "85550xxxx", "27010xxxx", "37010xxxx", "77010xxxx", "87010xxxx"},
	// France, Arcep: numbers for works of fiction.
	33: {"19900xxxx", "26191xxxx", "35301xxxx", "46571xxxx", "53649xxxx", "63998xxxx"},
	// Ireland, ComReg: numbers for drama.
	353: {"2091xxxxx"},
	// Germany, Bundesnetzagentur: numbers for media productions.
	49: {"3023125xxx", "6990009xxx", "4066969xxx", "2214710xxx", "8999998xxx", "17139200xx", "176040690xx"},
	// Sweden, PTS: numbers for books and films.
	46: {"8465004xx", "3139006xx", "4062804xx", "9803192xx", "7017406xx"},
}
