package views

import "github.com/dustin/go-humanize"

// NewFacts returns facts from names and values in turn. Facts without a value are left out.
func NewFacts(pairs ...string) (list []Fact) {
	for i := 0; i+1 < len(pairs); i += 2 {
		if pairs[i+1] != "" {
			list = append(list, Fact{Name: pairs[i], Value: pairs[i+1]})
		}
	}
	return list
}

// FormatNumber returns a number with commas between its thousands.
func FormatNumber(n int) string { return humanize.Comma(int64(n)) }

// FormatCount returns a number of things that a noun names: 1 line item, 2 line items.
func FormatCount(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return FormatNumber(n) + " " + noun + "s"
}
