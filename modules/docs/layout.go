package docs

import (
	"bytes"
	"encoding/json/jsontext"
	"strings"
	"unicode/utf8"
)

// maxLine is the longest line of an example that can be broken, in characters.
const maxLine = 76

// layout formats JSON for people. A value that fits stands on one line. Otherwise each
// member or item has a line of its own.
func layout(value jsontext.Value) string {
	return layoutAt(value, "", 0)
}

// layoutAt formats a value that begins after some characters of its line. The line's
// indentation is given.
func layoutAt(value jsontext.Value, indent string, before int) string {
	line := oneLine(value)
	kind := line.Kind()
	if before+utf8.RuneCount(line)+len(",") <= maxLine || kind != '{' && kind != '[' {
		return string(line)
	}
	var b strings.Builder
	b.WriteByte(byte(kind))
	inner, separator := indent+"  ", "\n"
	for d := read(line); d.PeekKind() != kind+2; separator = ",\n" { // '{'+2 is '}', '['+2 is ']'
		name := ""
		if kind == '{' {
			name = string(next(d)) + ": "
		}
		b.WriteString(separator + inner + name + layoutAt(next(d), inner, len(inner)+len(name)))
	}
	b.WriteString("\n" + indent)
	b.WriteByte(byte(kind + 2))
	return b.String()
}

func oneLine(value jsontext.Value) jsontext.Value {
	line, err := jsontext.AppendFormat(nil, value, jsontext.SpaceAfterColon(true), jsontext.SpaceAfterComma(true))
	check(err)
	return line
}

// read opens an object or array.
func read(value jsontext.Value) *jsontext.Decoder {
	d := jsontext.NewDecoder(bytes.NewReader(value))
	_, err := d.ReadToken()
	check(err)
	return d
}

func next(d *jsontext.Decoder) jsontext.Value {
	value, err := d.ReadValue()
	check(err)
	return value.Clone()
}

func check(err error) {
	if err != nil {
		panic("docs: an example of the rules is not JSON: " + err.Error()) // the text is fixed when the program is built
	}
}
