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
func formatJSON(value jsontext.Value) string {
	return formatJSONAt(value, "", 0)
}

// formatJSONAt formats a value that begins after some characters of its line. The line's
// indentation is given.
func formatJSONAt(value jsontext.Value, indent string, before int) string {
	line := compactJSON(value)
	kind := line.Kind()
	if before+utf8.RuneCount(line)+len(",") <= maxLine || kind != '{' && kind != '[' {
		return string(line)
	}
	var b strings.Builder
	b.WriteByte(byte(kind))
	inner, separator := indent+"  ", "\n"
	for d := newDecoder(line); d.PeekKind() != kind+2; separator = ",\n" { // '{'+2 is '}', '['+2 is ']'
		name := ""
		if kind == '{' {
			name = string(readValue(d)) + ": "
		}
		b.WriteString(separator + inner + name + formatJSONAt(readValue(d), inner, len(inner)+len(name)))
	}
	b.WriteString("\n" + indent)
	b.WriteByte(byte(kind + 2))
	return b.String()
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
