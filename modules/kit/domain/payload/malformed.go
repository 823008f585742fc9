package payload

import (
	"bytes"
	"encoding/json/jsontext"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"unicode/utf8"

	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/fault"
)

var errNotAnObject = errors.New("not an object")

// trailingData is the offset of the object's end where data follows it.
type trailingData int64

func (trailingData) Error() string { return "trailing data" }

var ruleMalformedJSON = catalogue.Rule{
	Code: fault.MalformedJSON, Area: catalogue.Shape, Statuses: []int{http.StatusBadRequest},
	Meaning: "The body is not one JSON object, or an object in it has two members of one name.",
	Remedy:  "Correct the body at the line and column that the answer names; nothing else was checked yet.",
}

// malformed returns the error for data that cannot be read to its end.
func malformed(data []byte, err error) error {
	var public *fault.Error
	if errors.As(err, &public) {
		return public
	}
	detail := ""
	var trailing trailingData
	var syntactic *jsontext.SyntacticError
	switch {
	case errors.Is(err, errNotAnObject):
		detail = "The body must be one JSON object, in braces, at line 1 column 1."
	case errors.As(err, &trailing):
		next := len(data) - len(bytes.TrimLeft(data[trailing:], " \t\r\n"))
		detail = "The body must be one JSON object with nothing after it, but something begins at " + position(data, next) + "."
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		detail = "The JSON ends too early, at " + position(data, len(data)) + ": it was cut off, or is not closed."
	case errors.As(err, &syntactic):
		detail = "The body is not valid JSON at " + position(data, int(syntactic.ByteOffset)) + ": " + reason(syntactic) + "."
	default:
		detail = "The body is not valid JSON at " + position(data, len(data)) + "."
	}
	e := fault.New(http.StatusBadRequest, fault.MalformedJSON, detail)
	e.Cause = err
	return e
}

func reason(err *jsontext.SyntacticError) string {
	if errors.Is(err.Err, jsontext.ErrDuplicateName) {
		return "a member name occurs twice in one object"
	}
	text := strings.TrimPrefix(err.Err.Error(), "jsontext: ")
	// The library's text may quote the input. Only the text before the quotation is used.
	text, _, _ = strings.Cut(text, " within ")
	if strings.ContainsAny(text, `"`+"`") {
		return "this is not what may stand here"
	}
	return text
}

// position is a byte offset for a person: lines by newlines, columns in characters.
func position(data []byte, offset int) string {
	offset = min(max(offset, 0), len(data))
	before := data[:offset]
	line := bytes.Count(before, []byte{'\n'}) + 1
	column := utf8.RuneCount(before[bytes.LastIndexByte(before, '\n')+1:]) + 1
	return fmt.Sprintf("line %d column %d", line, column)
}

var ruleNestedTooDeeply = catalogue.Rule{
	Code: fault.NestedTooDeeply, Area: catalogue.Shape, Statuses: []int{http.StatusBadRequest},
	Meaning: "Objects and arrays are nested deeper than anything that is documented.",
	Remedy:  "Send what is there flatter; nothing else was checked yet.",
}

func tooDeep(attr string, limit int) error {
	detail := fmt.Sprintf("Objects and arrays may be nested at most %d deep.", limit)
	return fault.Refused(fault.NestedTooDeeply, attr, detail)
}
