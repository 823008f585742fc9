package payload

import (
	"bytes"
	"encoding/json/jsontext"
	"slices"
	"strconv"

	"github.com/shopspring/decimal"
)

// Differences are the attrs in which two JSON values differ, in the order of a and then of
// what b alone has; at most max of them. The order of members, the space between them and
// the notation of a number make no difference: 1.0 is 1.00. The attr of the whole value is
// empty. Both values must be valid JSON.
func Differences(a, b jsontext.Value, max int) []string {
	c := comparison{max: max}
	c.compare(nil, bytes.TrimSpace(a), bytes.TrimSpace(b))
	return c.attrs
}

// comparison collects the attrs in which two values differ.
type comparison struct {
	attrs []string
	max   int
}

func (c *comparison) add(attr []byte) {
	if len(c.attrs) < c.max {
		c.attrs = append(c.attrs, string(attr))
	}
}

func (c *comparison) compare(attr []byte, a, b jsontext.Value) {
	switch kind := a.Kind(); {
	case len(c.attrs) == c.max || bytes.Equal(a, b):
	case kind != b.Kind():
		c.add(attr)
	case kind == '{':
		c.compareObjects(attr, a, b)
	case kind == '[':
		c.compareArrays(attr, a, b)
	case kind == '"' && equalTexts(a, b) || kind == '0' && equalNumbers(a, b):
	default:
		c.add(attr)
	}
}

func (c *comparison) compareObjects(attr []byte, a, b jsontext.Value) {
	left, right := SplitObject(a), SplitObject(b)
	for _, m := range left {
		place := appendPart(attr, ShownName(m.Name))
		if i := slices.IndexFunc(right, func(other Member) bool { return other.Name == m.Name }); i >= 0 {
			c.compare(place, m.Value, right[i].Value)
		} else {
			c.add(place)
		}
	}
	for _, m := range right {
		if !slices.ContainsFunc(left, func(other Member) bool { return other.Name == m.Name }) {
			c.add(appendPart(attr, ShownName(m.Name)))
		}
	}
}

func (c *comparison) compareArrays(attr []byte, a, b jsontext.Value) {
	left, right := splitArray(a), splitArray(b)
	for i := range min(len(left), len(right)) {
		c.compare(appendPart(attr, strconv.Itoa(i)), left[i], right[i])
	}
	for i := min(len(left), len(right)); i < max(len(left), len(right)); i++ {
		c.add(appendPart(attr, strconv.Itoa(i)))
	}
}

func appendPart(attr []byte, part string) []byte {
	attr = slices.Clip(attr)
	if len(attr) > 0 {
		attr = append(attr, '.')
	}
	return append(attr, part...)
}

func equalTexts(a, b jsontext.Value) bool {
	left, _ := jsontext.AppendUnquote(nil, a)
	right, _ := jsontext.AppendUnquote(nil, b)
	return bytes.Equal(left, right)
}

// maxComparedExponent is the longest exponent of a number that is compared by value. To compare
// 1e999999999 with 1 would take a gigabyte.
const maxComparedExponent = 4

func equalNumbers(a, b jsontext.Value) bool {
	for _, number := range []jsontext.Value{a, b} {
		if i := bytes.IndexAny(number, "eE"); i >= 0 && len(number)-i > maxComparedExponent+1 {
			return false
		}
	}
	left, leftErr := decimal.NewFromString(string(a))
	right, rightErr := decimal.NewFromString(string(b))
	return leftErr == nil && rightErr == nil && left.Equal(right)
}

// Member is a member of a JSON object, with the bytes of its value.
type Member struct {
	Name  string
	Value jsontext.Value
}

// SplitObject splits a JSON object into its members, in their order. The values share the
// memory of the object. It returns the members before the first error where the object is
// no valid JSON, and none where it is no object.
func SplitObject(object jsontext.Value) (members []Member) {
	_ = EachMember(object, func(m Member) bool {
		members = append(members, m)
		return true
	})
	return members
}

// EachMember calls take for each member of a JSON object until it returns false. The values
// share the memory of the object. The error is a *[fault.Error] of data that is no valid
// object, as far as it was read.
func EachMember(object []byte, take func(Member) bool, options ...jsontext.Options) error {
	d := jsontext.NewDecoder(bytes.NewBuffer(object), options...)
	if d.PeekKind() != '{' {
		if _, err := d.ReadValue(); err != nil {
			return malformed(object, err)
		}
		return malformed(object, errNotAnObject)
	}
	_, _ = d.ReadToken() // the brace
	for d.PeekKind() != '}' {
		name, err := d.ReadToken()
		if err != nil {
			return malformed(object, err)
		}
		m := Member{Name: name.String()}
		value, err := d.ReadValue()
		if err != nil {
			return malformed(object, err)
		}
		end := d.InputOffset()
		m.Value = object[end-int64(len(value)) : end]
		if !take(m) {
			return nil
		}
	}
	if _, err := d.ReadToken(); err != nil {
		return malformed(object, err)
	}
	end := d.InputOffset()
	if len(bytes.TrimSpace(object[end:])) > 0 {
		return malformed(object, trailingData(end))
	}
	return nil
}

func splitArray(array jsontext.Value) (items []jsontext.Value) {
	d := jsontext.NewDecoder(bytes.NewBuffer(array))
	_, _ = d.ReadToken() // the bracket
	for d.PeekKind() != ']' {
		value, err := d.ReadValue()
		if err != nil {
			return items
		}
		end := d.InputOffset()
		items = append(items, array[end-int64(len(value)):end])
	}
	return items
}
