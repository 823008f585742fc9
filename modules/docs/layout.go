package docs

import (
	"bytes"
	"encoding/json/jsontext"
	"strings"
	"unicode/utf8"
)

// maxLine is the longest line of an example that can be broken, in characters.
const maxLine = 76

// formatJSON formats JSON for people. A value that fits stands on one line. Otherwise each
// member or item has a line of its own.
func formatJSON(value jsontext.Value) string { return formatJSONAt(value, nil, "", 0) }

// formatPair formats two texts of JSON that are compared. A value that is broken into lines in one
// is so in the other, too: lines then differ by what they say alone.
func formatPair(a, b jsontext.Value) (first, second string) {
	return formatJSONAt(a, b, "", 0), formatJSONAt(b, a, "", 0)
}

// formatJSONAt formats a value that begins after some characters of its line. The line's
// indentation is given. The twin is the value at the same place of the other text; it is nil
// where there is none.
func formatJSONAt(value, twin jsontext.Value, indent string, before int) string {
	line := compactJSON(value)
	kind := line.Kind()
	if kind != '{' && kind != '[' || fits(line, before) && (twin.Kind() != kind || fits(compactJSON(twin), before)) {
		return string(line)
	}
	var b strings.Builder
	b.WriteByte(byte(kind))
	inner, separator := indent+"  ", "\n"
	twins := splitJSON(twin)
	for i, m := range splitJSON(line) {
		name := ""
		if kind == '{' {
			name = m.name + ": "
		}
		b.WriteString(separator + inner + name + formatJSONAt(m.value, findTwin(twins, i, m.name), inner, len(inner)+len(name)))
		separator = ",\n"
	}
	b.WriteString("\n" + indent)
	b.WriteByte(byte(kind + 2)) // '{'+2 is '}', '['+2 is ']'
	return b.String()
}

// fits reports whether a line fits after some characters.
func fits(line jsontext.Value, before int) bool {
	return before+utf8.RuneCount(line)+len(",") <= maxLine
}

// jsonMember is a member of an object, with its name as it is written, or an item of an array,
// without a name.
type jsonMember struct {
	name  string
	value jsontext.Value
}

// splitJSON returns the members of an object or the items of an array. Any other value has none.
func splitJSON(value jsontext.Value) (members []jsonMember) {
	kind := value.Kind()
	if kind != '{' && kind != '[' {
		return nil
	}
	for d := newDecoder(value); d.PeekKind() != kind+2; {
		var m jsonMember
		if kind == '{' {
			m.name = string(readValue(d))
		}
		m.value = readValue(d)
		members = append(members, m)
	}
	return members
}

// findTwin returns the value of the member of a name, or of the item at an index.
func findTwin(members []jsonMember, index int, name string) jsontext.Value {
	for i, m := range members {
		if m.name == name && (name != "" || i == index) {
			return m.value
		}
	}
	return nil
}

func compactJSON(value jsontext.Value) jsontext.Value {
	line, err := jsontext.AppendFormat(nil, value, jsontext.SpaceAfterColon(true), jsontext.SpaceAfterComma(true))
	mustSucceed(err)
	return line
}

// newDecoder returns a decoder that stands at the first member of an object, or item of an array.
func newDecoder(value jsontext.Value) *jsontext.Decoder {
	d := jsontext.NewDecoder(bytes.NewReader(value))
	_, err := d.ReadToken()
	mustSucceed(err)
	return d
}

func readValue(d *jsontext.Decoder) jsontext.Value {
	value, err := d.ReadValue()
	mustSucceed(err)
	return value.Clone()
}

func mustSucceed(err error) {
	if err != nil {
		panic("docs: an example of the rules is not JSON: " + err.Error()) // the text is fixed when the program is built
	}
}
