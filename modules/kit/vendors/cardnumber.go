package vendors

import "unicode"

// The lengths of card numbers, by ISO/IEC 7812.
const (
	minCardNumber = 12
	maxCardNumber = 19
)

// containsCardNumber reports whether a text holds 12 to 19 digits in a row of which the
// last one is the check digit of the others, as in a card number. Spaces, dashes, dots
// and slashes between the digits do not hide a card number. Other digits before or after
// it do not hide it either. Many other long numbers match, too: the function is for texts
// that should hold no number at all.
func containsCardNumber(s string) bool {
	var row []int
	for _, r := range s {
		switch {
		case r >= '0' && r <= '9':
			row = append(row, int(r-'0'))
			if endsInCardNumber(row) {
				return true
			}
		case isSeparator(r):
		default:
			row = row[:0]
		}
	}
	return false
}

func isSeparator(r rune) bool {
	return unicode.IsSpace(r) || r == '-' || r == '.' || r == '/' || r == '_'
}

// endsInCardNumber adds the digits up from the end, with every second digit doubled. This
// is how the check digit is made (Luhn). One pass covers all lengths of the row.
func endsInCardNumber(row []int) bool {
	sum := 0
	for n := 1; n <= len(row) && n <= maxCardNumber; n++ {
		digit := row[len(row)-n]
		if n%2 == 0 {
			digit *= 2
			if digit > 9 {
				digit -= 9
			}
		}
		sum += digit
		if n >= minCardNumber && sum%10 == 0 {
			return true
		}
	}
	return false
}
