package book

import (
	"encoding/json/jsontext"
	"strconv"
	"strings"
)

// pence is an exact amount of money.
type pence int64

func (p pence) number() jsontext.Value { return jsontext.Value(fixed(int64(p), 2)) }

// fixed writes value / 10^places with all its places.
func fixed(value int64, places int) string {
	sign := ""
	if value < 0 {
		sign, value = "-", -value
	}
	text := strconv.FormatInt(value, 10)
	if short := places + 1 - len(text); short > 0 {
		text = strings.Repeat("0", short) + text
	}
	point := len(text) - places
	return sign + text[:point] + "." + text[point:]
}

// trimmed is fixed without trailing zeros.
func trimmed(value int64, places int) jsontext.Value {
	return jsontext.Value(strings.TrimSuffix(strings.TrimRight(fixed(value, places), "0"), "."))
}

// rounded divides to the nearest integer. Net amounts are never halves, because the modes of rounding differ there.
func rounded(value, by int64) int64 { return (value + by/2) / by }

func half(value, by int64) bool { return value%by == by/2 }

// worth is what a transaction adds to the balance, where credit is positive. A prepayment meter keeps its own
// balance.
func (t *transaction) worth() pence {
	switch {
	case t.PrepayMeter != "":
		return 0
	case t.Type == payment || t.Type == credit:
		return t.pence
	default:
		return -t.pence
	}
}

func sum(transactions []transaction) (total pence) {
	for i := range transactions {
		total += transactions[i].worth()
	}
	return total
}
