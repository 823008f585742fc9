package payload

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
)

// rule is the content of a member's struct tag; see the package comment.
type rule struct {
	isRequired   bool
	isCode       bool
	isObject     bool
	isNullable   bool
	isImpersonal bool
	max          int
	digits       int // most digits before the decimal point
	places       int // most digits after it
	ranged       bool
	low, high    int
	format       string
	doc          string
}

const maxCode = 255

func parseRule(tag string) (r rule) {
	tag, r.doc, _ = strings.Cut(tag, "doc=")
	for option := range strings.SplitSeq(strings.Trim(tag, ","), ",") {
		name, value, _ := strings.Cut(option, "=")
		switch name {
		case "":
		case "required":
			r.isRequired = true
		case "code":
			r.isCode, r.max = true, maxCode
		case "object":
			r.isObject = true
		case "nullable":
			r.isNullable = true
		case "impersonal":
			r.isImpersonal = true
		case "max":
			r.max = number10(value)
		case "format":
			r.format = value
		case "decimal":
			before, after, _ := strings.Cut(value, ".")
			r.digits, r.places = number10(before), number10(after)
		case "range":
			low, high, _ := strings.Cut(value, "..")
			r.ranged, r.low, r.high = true, number10(low), number10(high)
		default:
			panic(fmt.Sprintf("payload: unknown rule %q", option))
		}
	}
	return r
}

func number10(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		panic("payload: bad number in a rule: " + s)
	}
	return n
}

// isCode reports whether all characters of a text can be printed. A space can.
func isCode(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return !unicode.IsPrint(r) }) < 0
}
