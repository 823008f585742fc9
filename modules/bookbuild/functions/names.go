package functions

import "strings"

// titles are titles in their usual form, by their small letters without a point.
var titles = map[string]string{
	"mr": "Mr", "mrs": "Mrs", "ms": "Ms", "miss": "Miss", "mx": "Mx", "mister": "Mister", "sir": "Sir", "dame": "Dame", "lord": "Lord", "lady": "Lady",
	"rev": "Rev", "reverend": "Reverend", "dr": "Dr", "doctor": "Doctor", "prof": "Prof", "professor": "Professor", "capt": "Capt", "col": "Col", "maj": "Maj",
	"herr": "Herr", "hr": "Herr", "hrn": "Herr", "frau": "Frau", "fr": "Frau", "ing": "Ing", "dipl": "Dipl",
	"mme": "Mme", "mlle": "Mlle", "monsieur": "Monsieur", "madame": "Madame", "señor": "Señor", "señora": "Señora", "sra": "Sra",
}

// keepsPoint are titles that some countries write with a point and others without.
var keepsPoint = wordSet("dr prof ing dipl sra")

// normaliseTitle writes each word of a title in its usual form. Words that are no known
// title get the usual capitals.
func normaliseTitle(s string) string {
	words := strings.Fields(strings.ReplaceAll(s, ".", ". "))
	for i, word := range words {
		bare := strings.ToLower(strings.TrimSuffix(word, "."))
		known, ok := titles[bare]
		switch {
		case !ok:
			words[i] = proper(word)
		case keepsPoint[bare] && strings.HasSuffix(word, "."):
			words[i] = known + "."
		default:
			words[i] = known
		}
	}
	return strings.Join(words, " ")
}

// personName is a whole name in its parts.
type personName struct{ title, given, family string }

// suffixes stand after a family name.
var suffixes = wordSet("jr sr ii iii iv esq obe mbe cbe phd")

// splitName splits a whole name: "Smith, John" or "Mr John van der Berg". Titles come first.
// The family name is the last word, with the particles before it and a suffix after it. A
// name of one word is a family name.
func splitName(s string) (n personName) {
	if family, rest, found := strings.Cut(s, ","); found && !suffixes[bareWord(rest)] {
		words := strings.Fields(rest)
		n.title, words = takeTitles(words)
		title, family := takeTitles(strings.Fields(family))
		n.title = strings.TrimSpace(title + " " + n.title)
		n.given, n.family = strings.Join(words, " "), strings.Join(family, " ")
		return n
	}
	var words []string
	n.title, words = takeTitles(strings.Fields(strings.ReplaceAll(s, ",", " ")))
	last := len(words) - 1
	for last > 0 && suffixes[bareWord(words[last])] {
		last--
	}
	for last > 1 && particles[strings.ToLower(words[last-1])] {
		last--
	}
	if last == 1 && particles[strings.ToLower(words[0])] {
		last = 0 // "von Ahn" has no given name
	}
	if last < 0 {
		return n
	}
	n.given, n.family = strings.Join(words[:last], " "), strings.Join(words[last:], " ")
	return n
}

// takeTitles returns the titles at the beginning of a name, and the words after them. One
// word is left, because a name is more than a title.
func takeTitles(words []string) (title string, rest []string) {
	n := 0
	for n < len(words)-1 && titles[bareWord(words[n])] != "" {
		n++
	}
	return normaliseTitle(strings.Join(words[:n], " ")), words[n:]
}

func bareWord(word string) string { return strings.ToLower(strings.Trim(word, " .,")) }
