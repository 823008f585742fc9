package functions

import (
	"database/sql/driver"
	"strings"
	"unicode"
)

// isBlank reports whether a character shows nothing: spaces of any width, controls, and the
// marks without width that come along when text is copied. The joiners that some scripts
// need are not blank.
func isBlank(r rune) bool {
	return unicode.IsSpace(r) || unicode.IsControl(r) || r == '\u200b' || r == '\u2060' || r == '\ufeff' || r == '\u00ad'
}

func trim(s string) string { return strings.TrimFunc(s, isBlank) }

// collapse returns a text with one space in place of each run of blank characters.
func collapse(s string) string {
	plain := true
	for i := range len(s) {
		if s[i] < ' ' || s[i] >= 0x7f || s[i] == ' ' && (i == 0 || s[i-1] == ' ') {
			plain = false
			break
		}
	}
	if plain {
		return strings.TrimSuffix(s, " ")
	}
	var b strings.Builder
	space := false
	for _, r := range s {
		switch {
		case r == '\u200b' || r == '\u2060' || r == '\ufeff' || r == '\u00ad':
		case isBlank(r):
			space = b.Len() > 0
		default:
			if space {
				b.WriteByte(' ')
				space = false
			}
			b.WriteRune(r)
		}
	}
	return b.String()
}

// clean returns a text without superfluous space. It returns NULL for the empty text, and
// for each of the further arguments in any case: the words of an extract for nothing.
func clean(args []driver.Value) (driver.Value, error) {
	if len(args) == 0 {
		return nil, errArguments("clean(text [, word for nothing, ...])")
	}
	s := collapse(readText(args[0]))
	for _, word := range args[1:] {
		if strings.EqualFold(s, readText(word)) {
			return nil, nil
		}
	}
	return orNull(s), nil
}

type errArguments string

func (e errArguments) Error() string { return "use it as " + string(e) }

// particles are words inside of names that are written small.
var particles = wordSet("von vom zu zum zur van de den der het ten ter del della di da do dos das du des la le y e af av bin ibn al el")

func wordSet(words string) map[string]bool {
	set := make(map[string]bool)
	for _, word := range strings.Fields(words) {
		set[word] = true
	}
	return set
}

// proper writes a name that is all in capitals, or all in small letters, with the usual
// capitals. A name with both is left as it is: its writer has decided.
func proper(s string) string {
	if strings.ToUpper(s) != s && strings.ToLower(s) != s {
		return s
	}
	words := strings.Split(strings.ToLower(s), " ")
	for i, word := range words {
		if i > 0 && i < len(words)-1 && particles[word] {
			continue
		}
		words[i] = capitalise(word)
	}
	return strings.Join(words, " ")
}

// capitalise writes the first letter of each part of a word in upper case: O'Neill, McLeod,
// Müller-Lüdenscheidt.
func capitalise(word string) string {
	up := true
	var b strings.Builder
	for i, r := range word {
		if up {
			r = unicode.ToTitle(r)
		}
		up = r == '-' || r == '.' || r == '/' || (r == '\'' || r == '’') && i == 1 || i == 1 && strings.HasPrefix(word, "mc") && len(word) > 4
		b.WriteRune(r)
	}
	return b.String()
}
