package views

import (
	"strings"
	"unicode"
)

// codeWords are the words of codes and of members' names that are not written as other words
// are: abbreviations in use, and what they stand for where readers do not know them.
var codeWords = map[string]string{
	"amr": "AMR", "aq": "AQ", "aus": "Australian", "bacs": "BACS", "bpay": "BPAY", "bsb": "BSB", "cais": "CAIS", "ccl": "CCL", "chaps": "CHAPS", "chsr": "CHSR", "da": "data aggregator", "dc": "data collector", "dd": "Direct Debit",
	"dr": "disputed reading", "eac": "EAC", "eacs": "EACs", "et": "erroneous transfer", "fit": "FIT", "gmo": "GMO", "gsp": "GSP", "iban": "IBAN", "id": "ID", "kva": "kVA", "kw": "kW", "kwh": "kWh", "ldz": "LDZ",
	"llf": "LLF", "llp": "LLP", "ltd": "Ltd", "mam": "meter asset manager", "mirn": "MIRN", "mop": "meter operator", "mpan": "MPAN", "mpid": "MPID", "mprn": "MPRN", "mpxn": "MPXN", "mtc": "MTC",
	"ndd": "other than Direct Debit", "nmi": "NMI", "plc": "PLC", "ppa": "PPA", "psr": "PSR", "pty": "Pty", "s3": "S3", "sms": "SMS", "smets1": "SMETS1", "smets2": "SMETS2",
	"ssc": "SSC", "tpr": "TPR", "vat": "VAT", "whatsapp": "WhatsApp", "scmh": "cubic metres", "scfh": "hundreds of cubic feet",
}

// HumanizeCode returns a code such as SUPPLY_CHARGE as words: Supply charge. It is the one place that
// knows abbreviations, so that all pages show the same words. What is no code of capitals and low
// lines, such as FIX-24 or a text, is returned unchanged.
func HumanizeCode(code string) string {
	if _, known := codeWords[strings.ToLower(code)]; strings.ToUpper(code) != code || !known && !isCode(code) {
		return code
	}
	return joinWords(code)
}

// HumanizeName returns the name of a member, such as supply_address1, as words: Supply address 1.
// Its abbreviations are those of codes. What is no such name is returned unchanged.
func HumanizeName(name string) string {
	if !isCode(name) {
		return name
	}
	return joinWords(name)
}

// isCode reports whether a text is letters of one case and low lines; names of members may
// have digits, too, as supply_address1.
func isCode(text string) bool {
	var upper, lower, digit bool
	for _, r := range text {
		switch {
		case r == '_':
		case unicode.IsUpper(r):
			upper = true
		case unicode.IsLower(r):
			lower = true
		case '0' <= r && r <= '9':
			digit = true
		default:
			return false
		}
	}
	return upper != lower && !(upper && digit)
}

func joinWords(code string) string {
	words := strings.FieldsFunc(strings.ToLower(code), func(r rune) bool { return r == '_' })
	for i, word := range words {
		if known, ok := codeWords[word]; ok {
			words[i] = known
		} else if stem := strings.TrimRight(word, "123456789"); stem != "" && stem != word {
			words[i] = stem + " " + word[len(stem):]
		}
	}
	return capitalize(strings.Join(words, " "))
}

// capitalize returns a text whose first word begins with a capital, unless the word has one
// elsewhere, as kWh has.
func capitalize(text string) string {
	first, _, _ := strings.Cut(text, " ")
	if text == "" || strings.ToLower(first) != first {
		return text
	}
	letters := []rune(text)
	letters[0] = unicode.ToUpper(letters[0])
	return string(letters)
}

// Uncapitalize returns words as they stand within a sentence: an abbreviation keeps its capitals.
func Uncapitalize(words string) string {
	letters := []rune(words)
	if len(letters) < 2 || unicode.IsUpper(letters[1]) {
		return words
	}
	letters[0] = unicode.ToLower(letters[0])
	return string(letters)
}

// HumanizeCodes returns codes as words, with commas between them.
func HumanizeCodes(codes []string) string {
	words := make([]string, len(codes))
	for i, code := range codes {
		words[i] = HumanizeCode(code)
	}
	return strings.Join(words, ", ")
}
