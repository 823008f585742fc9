package formats

import (
	"strings"
	"unicode"
)

// The limits of RFC 5321, section 4.5.3.1, in octets. The whole address is two octets
// shorter than the path, which encloses it in angle brackets.
const (
	maxEmail = 254
	maxLocal = 64
	maxLabel = 63
)

// atomSigns are the signs that a local part may contain besides letters and digits (RFC
// 5322, section 3.2.3, "atext").
const atomSigns = "!#$%&'*+-/=?^_`{|}~"

// IsEmail reports whether s is an e-mail address that mail from the internet can
// reach. Quoted local parts and letters of any script are accepted (RFC 5321,
// RFC 6531); a bare host or an IP address in place of the domain is not, since
// no customer can be written to there.
func IsEmail(s string) bool {
	at := strings.LastIndexByte(s, '@')
	return at > 0 && at <= maxLocal && len(s) <= maxEmail && isLocal(s[:at]) && isDomain(s[at+1:])
}

func isLocal(s string) bool {
	if s[0] == '"' {
		return isQuoted(s)
	}
	dot := true // no dot may come first, last, or after another
	for _, r := range s {
		if r == '.' {
			if dot {
				return false
			}
			dot = true
			continue
		}
		dot = false
		if !isAlphanumeric(r) && !strings.ContainsRune(atomSigns, r) && !isForeign(r) {
			return false
		}
	}
	return !dot
}

// isQuoted reports whether s is a quoted string that has content.
func isQuoted(s string) bool {
	if len(s) < 3 || s[len(s)-1] != '"' {
		return false
	}
	escaped := false
	for _, r := range s[1 : len(s)-1] {
		switch {
		case r < ' ' || r == 0x7f || r >= 0x80 && !isForeign(r):
			return false
		case escaped:
			escaped = false
		case r == '\\':
			escaped = true
		case r == '"':
			return false
		}
	}
	return !escaped
}

// isDomain reports whether s is two labels or more, the last of which could be a
// top-level domain.
func isDomain(s string) bool {
	labels := 0
	for more := true; more; labels++ {
		var label string
		label, s, more = strings.Cut(s, ".")
		if !isLabel(label) {
			return false
		}
		if !more && (len(label) < 2 || strings.Trim(label, "0123456789") == "") {
			return false
		}
	}
	return labels > 1
}

func isLabel(s string) bool {
	if s == "" || len(s) > maxLabel || s[0] == '-' || s[len(s)-1] == '-' {
		return false
	}
	for _, r := range s {
		if !isAlphanumeric(r) && r != '-' && !(isForeign(r) && (unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsNumber(r))) {
			return false
		}
	}
	return true
}

func isAlphanumeric(r rune) bool {
	return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9'
}

// isForeign reports whether r is a visible character beyond ASCII. Zero-width
// characters, which come along when text is copied, are not.
func isForeign(r rune) bool {
	return r >= 0x80 && r != unicode.ReplacementChar && unicode.IsGraphic(r) && !unicode.IsSpace(r)
}
