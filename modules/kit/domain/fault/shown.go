package fault

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A detail is kept, forwarded and printed by people who have no business with the
// customer, so that it says which value is wrong without giving a person away. The
// functions below are the only ways in which a value comes into a detail.

// maxShown is how many characters of a value a detail shows.
const maxShown = 60

// Shown is a value of which nothing is personal, such as a code, a date or an
// amount: in quotes, on one line and shortened. Should an e-mail address have come
// to where it does not belong, it is masked all the same.
func Shown(value string) string {
	if strings.IndexByte(value, '@') >= 0 {
		return MaskedEmail(value)
	}
	return quoted(value, func(r rune) rune {
		if !unicode.IsPrint(r) {
			return unicode.ReplacementChar
		}
		return r
	})
}

// Form is how a value is written, but not what it says: letters are A and a,
// digits 9. It is for what may be personal and is wrong in its form, such as a
// postcode, a telephone number or a date of birth.
func Form(value string) string {
	return quoted(value, func(r rune) rune {
		switch {
		case unicode.IsUpper(r):
			return 'A'
		case unicode.IsLetter(r):
			return 'a'
		case unicode.IsNumber(r):
			return '9'
		case r < utf8.RuneSelf && unicode.IsPrint(r):
			return r
		}
		return unicode.ReplacementChar
	})
}

// MaskedEmail is an e-mail address with the first letter of its local part and its
// domain. What stands in the domain's place and is none is left out.
func MaskedEmail(address string) string {
	at := strings.LastIndexByte(address, '@')
	local, domain := address, ""
	if at >= 0 {
		local, domain = address[:at], "@"+maskedDomain(address[at+1:])
	}
	first, size := utf8.DecodeRuneInString(local)
	if size == 0 || !unicode.IsPrint(first) {
		return "“***" + domain + "”"
	}
	return "“" + string(first) + "***" + domain + "”"
}

func maskedDomain(domain string) string {
	end := strings.IndexFunc(domain, func(r rune) bool {
		return r != '.' && r != '-' && !unicode.IsLetter(r) && !unicode.IsNumber(r)
	})
	rest := ""
	if end >= 0 {
		domain, rest = domain[:end], "***"
	}
	if strings.IndexByte(domain, '.') < 0 || utf8.RuneCountInString(domain) > maxShown {
		return "***"
	}
	return domain + rest
}

// MaskedPhone is a telephone number with its last two digits, and its form.
func MaskedPhone(number string) string {
	var digits []rune
	for _, r := range number {
		if unicode.IsDigit(r) {
			digits = append(digits, r)
		}
	}
	if len(digits) < 5 { // two of so few would be too much
		return "of the form " + Form(number)
	}
	return "***" + string(digits[len(digits)-2:]) + " of the form " + Form(number)
}

// Some is the first few of many values.
func Some(values []string) string {
	const few = 8
	if len(values) <= few {
		return strings.Join(values, ", ")
	}
	return strings.Join(values[:few], ", ") + " and " + strconv.Itoa(len(values)-few) + " more"
}

// quoted is a value in quotes, with each character as shown gives it, and cut off
// where it grows too long.
func quoted(value string, shown func(rune) rune) string {
	var b strings.Builder
	b.Grow(min(len(value), maxShown) + len("“…”"))
	b.WriteString("“")
	n := 0
	for _, r := range value {
		if n == maxShown {
			b.WriteString("…")
			break
		}
		b.WriteRune(shown(r))
		n++
	}
	b.WriteString("”")
	return b.String()
}
