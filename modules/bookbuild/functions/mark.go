package functions

import (
	"bytes"
	"encoding/json/jsontext"
	"errors"
	"io"
	"strings"

	"dataimport/modules/kit/domain/fault"
)

// Codes of faults that functions find.
const (
	CodeNotUnderstood = "value_not_understood"
	CodeNotInTable    = "code_not_in_table"
)

// A marked value is a text that begins with markBegin. Its parts are the code, the sentence
// and the value as it was found. The characters are of the private use area of Unicode, and
// no extract has a meaning for them.
const (
	markBegin = "\uE000"
	markPart  = "\uE001"
	markEnd   = "\uE002"
)

var withoutMarks = strings.NewReplacer(markBegin, "", markPart, "", markEnd, "")

// mark marks a value that a function did not understand.
func mark(code, detail, value string) string {
	return markBegin + code + markPart + withoutMarks.Replace(detail) + markPart + withoutMarks.Replace(value) + markEnd
}

func isMarked(s string) bool { return strings.HasPrefix(s, markBegin) }

// TakeMarked returns a line of JSON with each marked value as it was found, and the faults
// of these values at their places. Most lines have none and are returned as they are.
func TakeMarked(line []byte) ([]byte, fault.List, error) {
	if !bytes.Contains(line, []byte(markBegin)) {
		return line, nil, nil
	}
	var faults fault.List
	var out bytes.Buffer
	d, e := jsontext.NewDecoder(bytes.NewReader(line)), jsontext.NewEncoder(&out, jsontext.AllowDuplicateNames(true), jsontext.PreserveRawStrings(true))
	for {
		token, err := d.ReadToken()
		if errors.Is(err, io.EOF) {
			return bytes.TrimRight(out.Bytes(), "\n"), faults, nil
		}
		if err != nil {
			return line, faults, err
		}
		token = token.Clone()
		if token.Kind() == jsontext.KindString && strings.Contains(token.String(), markBegin) {
			var value string
			var found fault.Fault
			value, found = takeMark(token.String())
			found.Attr = attrOf(d.StackPointer())
			faults, token = append(faults, found), jsontext.String(value)
		}
		if err := e.WriteToken(token); err != nil {
			return line, faults, err
		}
	}
}

// takeMark returns a text with its marked value as it was found, and the value's fault.
func takeMark(text string) (string, fault.Fault) {
	before, rest, _ := strings.Cut(text, markBegin)
	marked, after, _ := strings.Cut(rest, markEnd)
	code, rest, _ := strings.Cut(marked, markPart)
	detail, value, _ := strings.Cut(rest, markPart)
	return withoutMarks.Replace(before + value + after), fault.Fault{Code: code, Detail: detail}
}

// attrOf is a pointer in the notation of faults.
func attrOf(pointer jsontext.Pointer) string {
	var parts []string
	for part := range pointer.Tokens() {
		parts = append(parts, part)
	}
	return strings.Join(parts, ".")
}
