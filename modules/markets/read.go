package markets

import (
	"encoding/json"
	"encoding/json/jsontext"
	"fmt"
	"strconv"
	"strings"

	"dataimport/modules/kit/domain/payload"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// reader reads the value of one added member into maps, slices, strings, numbers and
// booleans, once for the schema and the rules. The text is strict JSON: that was checked
// when the account was read.
type reader struct {
	data  []byte
	pos   int
	items int    // most items of an array; 0 is no limit
	path  []step // the place of the value that is being read
	add   func(attr, code, detail string)
}

// step is the name of a member, or an index where the name is empty and index is not -1.
type step struct {
	name  string
	index int
}

// read reads a value that a schema describes.
func (r *reader) read(s *jsonschema.Schema) any {
	s = direct(s)
	switch r.next() {
	case '{':
		return r.object(s)
	case '[':
		return r.list(s)
	case '"':
		return strings.TrimSpace(r.text())
	case 't':
		r.pos += len("true")
		return true
	case 'f':
		r.pos += len("false")
		return false
	case 'n':
		r.pos += len("null")
		return nil
	}
	return r.number(s)
}

// next skips white space and separators and returns the first byte of the next value.
func (r *reader) next() byte {
	for {
		switch c := r.data[r.pos]; c {
		case ' ', '\t', '\r', '\n', ',', ':':
			r.pos++
		default:
			return c
		}
	}
}

// object reads an object without the members that are empty strings.
func (r *reader) object(s *jsonschema.Schema) map[string]any {
	r.pos++
	m := make(map[string]any)
	for r.next() != '}' {
		name := r.text()
		var of *jsonschema.Schema
		if s != nil {
			of = s.Properties[name]
		}
		r.path = append(r.path, step{name, -1})
		if value := r.read(of); value != "" {
			m[name] = value
		}
		r.path = r.path[:len(r.path)-1]
	}
	r.pos++
	return m
}

func (r *reader) list(s *jsonschema.Schema) []any {
	r.pos++
	var of *jsonschema.Schema
	if s != nil && len(s.PrefixItems) == 0 {
		of = s.Items2020
	}
	values, n := []any{}, 0
	for ; r.next() != ']'; n++ {
		r.path = append(r.path, step{index: n})
		value := r.read(of)
		if r.items == 0 || n < r.items {
			values = append(values, value)
			if value == "" {
				r.fault(payload.RuleRequired.Code, "An item of this array may not be empty: give it a value, or leave it out.")
			}
		}
		r.path = r.path[:len(r.path)-1]
	}
	r.pos++
	if len(values) < n {
		r.fault(payload.RuleTooManyItems.Code, fmt.Sprintf("This array has %d items; at most %d are allowed in one request: send it in parts.", n, r.items))
	}
	return values
}

// text returns the content of a string.
func (r *reader) text() string {
	r.next()
	start, escaped := r.pos, false
	for r.pos++; r.data[r.pos] != '"'; r.pos++ {
		if r.data[r.pos] == '\\' {
			escaped = true
			r.pos++
		}
	}
	r.pos++
	if !escaped {
		return string(r.data[start+1 : r.pos-1])
	}
	unquoted, err := jsontext.AppendUnquote(nil, r.data[start:r.pos])
	if err != nil {
		panic("markets: a string that was read cannot be unquoted: " + err.Error())
	}
	return string(unquoted)
}

// number keeps the literal text, as a string where the schema requires one.
func (r *reader) number(s *jsonschema.Schema) any {
	start := r.pos
	for r.pos < len(r.data) && strings.IndexByte("+-.eE0123456789", r.data[r.pos]) >= 0 {
		r.pos++
	}
	literal := string(r.data[start:r.pos])
	switch {
	case wantsText(s):
		return literal
	case !writable(literal):
		r.fault(payload.RuleOutOfRange.Code, "This number is longer than any that is stored.")
		return json.Number("0")
	}
	return json.Number(literal)
}

func (r *reader) fault(code, detail string) {
	var b strings.Builder
	for _, s := range r.path {
		b.WriteByte('.')
		if s.index >= 0 {
			b.WriteString(strconv.Itoa(s.index))
		} else {
			b.WriteString(payload.ShownName(s.name))
		}
	}
	r.add(b.String(), code, detail)
}

// writable reports whether calculating with a number is cheap: libraries write
// 1e999999999 out in full.
func writable(literal string) bool {
	if len(literal) > 64 {
		return false
	}
	i := strings.IndexAny(literal, "eE")
	if i < 0 {
		return true
	}
	exponent, err := strconv.Atoi(literal[i+1:])
	return err == nil && exponent >= -100 && exponent <= 100
}

// direct returns the schema that s refers to where s is a reference alone, and otherwise
// s.
func direct(s *jsonschema.Schema) *jsonschema.Schema {
	for s != nil && s.Ref != nil && s.Types == nil && s.Properties == nil && s.Items2020 == nil {
		s = s.Ref
	}
	return s
}

var stringType, numberTypes = types("string"), types("number", "integer")

func types(names ...string) (all jsonschema.Types) {
	for _, name := range names {
		all.Add(name)
	}
	return all
}

// wantsText reports whether a schema accepts strings and no numbers.
func wantsText(s *jsonschema.Schema) bool {
	return s != nil && s.Types != nil && *s.Types&stringType != 0 && *s.Types&numberTypes == 0
}
