package functions

import (
	"database/sql/driver"
	"fmt"
	"strings"

	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/formats"
)

// phone is a telephone number in its international form. country is the one in which it is
// dialled.
func phone(args []driver.Value) (driver.Value, error) {
	s, country, err := readPlace(args)
	if err != nil || s == "" || isMarked(s) {
		return orNull(s), err
	}
	if number, ok := formats.Phone(s, country); ok {
		return number, nil
	}
	return mark(CodeNotUnderstood, "The number "+fault.MaskedPhone(s)+" is none that exists, as dialled in "+country+".", s), nil
}

// postcode is a postcode in the form of its country. Spreadsheets drop the zeros that
// numbers begin with, so that a postcode of digits alone gets a zero back where it fits then.
func postcode(args []driver.Value) (driver.Value, error) {
	s, country, err := readPlace(args)
	if err != nil || s == "" || isMarked(s) {
		return orNull(s), err
	}
	if normal, ok := formats.Postcode(country, s); ok {
		return normal, nil
	}
	if isDigits(s) {
		if normal, ok := formats.Postcode(country, "0"+s); ok {
			return normal, nil
		}
	}
	return mark(CodeNotUnderstood, "This cannot be a postcode of "+country+": it has the form "+fault.Form(s)+".", s), nil
}

// readPlace reads the arguments (text, country).
func readPlace(args []driver.Value) (s, country string, err error) {
	code := readText(args[1])
	country, ok := formats.Country(code)
	if !ok {
		return "", "", fmt.Errorf("%q is no country of ISO 3166-1; an example is GB", code)
	}
	return collapse(readText(args[0])), country, nil
}

var (
	wordsOfTrue  = wordSet("1 y yes true t on j ja wahr x oui o si sí")
	wordsOfFalse = wordSet("0 n no false f off nein falsch non nee")
)

// boolean is true or false for JSON, from the words of several languages.
func boolean(args []driver.Value) (driver.Value, error) {
	s := readText(args[0])
	word := strings.ToLower(s)
	switch {
	case s == "" || isMarked(s):
		return orNull(s), nil
	case wordsOfTrue[word]:
		return []byte{jsonbTrue}, nil
	case wordsOfFalse[word]:
		return []byte{jsonbFalse}, nil
	}
	return mark(CodeNotUnderstood, fault.Shown(s)+" is neither yes nor no.", s), nil
}
