package fault

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Details are stored, forwarded and printed, and their readers may not know the
// customer's data. So a detail says which value is wrong without revealing personal data.
// A value comes into a detail only through the functions below.

// maxShown is how many characters of a value a detail shows.
const maxShown = 60

// Shown returns a value without personal data, such as a code, a date or an amount, in
// quotes, on one line and shortened. An e-mail address in the value is masked, in case a
// client has sent one by mistake.
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

// Form returns the form of a value without its content: letters become A and a, digits
// become 9. It is for possibly personal values with a wrong form, such as a postcode, a
// telephone number or a date of birth.
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

// MaskedEmail returns an e-mail address with only the first letter of its local part and
// its domain. A text in the place of the domain that is no domain is left out.
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

// MaskedPhone returns a telephone number with only its last two digits, and its form.
func MaskedPhone(number string) string {
	var digits []rune
	for _, r := range number {
		if unicode.IsDigit(r) {
			digits = append(digits, r)
		}
	}
	if len(digits) < 5 { // two digits of so few would reveal too much
		return "of the form " + Form(number)
	}
	return "***" + string(digits[len(digits)-2:]) + " of the form " + Form(number)
}

// Some returns the first few of many values.
func Some(values []string) string {
	const few = 8
	if len(values) <= few {
		return strings.Join(values, ", ")
	}
	return strings.Join(values[:few], ", ") + " and " + strconv.Itoa(len(values)-few) + " more"
}

// quoted returns a value in quotes. shown maps each character. A long value is cut off.
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
