package markets

import (
	"encoding/json"
	"encoding/json/jsontext"
	"fmt"
	"strconv"
	"strings"
	"time"

	"dataimport/modules/kit/domain/payload"
)

// reader reads the value of one added member into maps, slices, strings, numbers and
// booleans, once for the schema and the rules. The text is strict JSON: that was checked
// when the account was read.
type reader struct {
	data  string
	pos   int
	items int            // most items of an array; 0 is no limit
	zone  *time.Location // of the supplier
	path  []step         // the place of the value that is being read
	add   func(attr, code, detail string)
}

// step is the name of a member, or an index where the name is empty and index is not -1.
type step struct {
	name  string
	index int
}

// absent is what read returns for a value that counts as absent.
const absent = ""

// read reads a value of a shape. The shape is nil where no schema describes the value.
func (r *reader) read(s *shape) any {
	if s == nil {
		s = &shapeless
	}
	switch r.next() {
	case '{':
		return r.object(s)
	case '[':
		return r.list(s)
	case '"':
		return r.string(s)
	case 't':
		r.pos += len("true")
		return true
	case 'f':
		r.pos += len("false")
		return false
	case 'n':
		r.pos += len("null")
		if s.nullable {
			return absent
		}
		return nil
	}
	return r.number(s)
}

var shapeless shape

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

// object reads an object without the members that count as absent. A null that stands for a
// required member stays.
func (r *reader) object(s *shape) map[string]any {
	r.pos++
	m := make(map[string]any)
	for r.next() != '}' {
		name := r.text()
		of := s.properties[name]
		switch {
		case s.verbatim:
			of = s
		case of == nil:
			of = s.others
		}
		r.path = append(r.path, step{name, -1})
		stays := len(s.nulls) > 0 && s.nulls[name] && r.next() == 'n'
		switch value := r.read(of); {
		case stays:
			m[name] = nil
		case value != absent || s.verbatim:
			m[name] = value
		}
		r.path = r.path[:len(r.path)-1]
	}
	r.pos++
	return m
}

func (r *reader) list(s *shape) []any {
	r.pos++
	of := s.items
	if s.verbatim {
		of = s
	}
	values, n := []any{}, 0
	for ; r.next() != ']'; n++ {
		r.path = append(r.path, step{index: n})
		value := r.read(of)
		if r.items == 0 || n < r.items {
			values = append(values, value)
			if value == absent && !s.verbatim {
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

// string reads a string into what the shape takes for it.
func (r *reader) string(s *shape) any {
	text := r.text()
	if s.verbatim {
		return text
	}
	text = strings.TrimSpace(text)
	switch {
	case s.integer && isDigits(strings.TrimPrefix(text, "-")):
		return r.literal(text)
	case s.moment:
		return r.datetime(text, s.colon)
	}
	return text
}

// datetime returns a datetime in UTC. A bare date is its midnight in the supplier's zone.
// Any other text stays as it is.
func (r *reader) datetime(text string, colon bool) string {
	const dateEnd = len(time.DateOnly)
	if colon && len(text) > dateEnd && text[dateEnd] == ':' {
		text = text[:dateEnd] + "T" + text[dateEnd+1:]
	}
	moment, ok := payload.ParseDatetime(text)
	if date, bare := payload.ParseDate(text); bare {
		year, month, day := date.Time().Date()
		moment, ok = time.Date(year, month, day, 0, 0, 0, 0, r.zone).UTC(), true
	}
	if !ok || moment.Year() < 1 || moment.Year() > 9999 {
		return text
	}
	return moment.Format(time.RFC3339Nano)
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
		return r.data[start+1 : r.pos-1]
	}
	unquoted, err := jsontext.AppendUnquote(nil, r.data[start:r.pos])
	if err != nil {
		panic("markets: a string that was read cannot be unquoted: " + err.Error())
	}
	return string(unquoted)
}

// number keeps the literal text, as a string where the shape has one.
func (r *reader) number(s *shape) any {
	start := r.pos
	for r.pos < len(r.data) && strings.IndexByte("+-.eE0123456789", r.data[r.pos]) >= 0 {
		r.pos++
	}
	text := r.data[start:r.pos]
	if s.text {
		return text
	}
	return r.literal(text)
}

// literal returns the number of a text.
func (r *reader) literal(text string) any {
	if !writable(text) {
		r.fault(payload.RuleOutOfRange.Code, "This number is longer than any that is stored.")
		return json.Number("0")
	}
	return json.Number(text)
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
