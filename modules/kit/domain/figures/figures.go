// Package figures holds the figures of accounts by which a book is reconciled with what the
// service stores: counts, exact sums and documents. The figures of an account are a [Tally].
// The tallies of all accounts add up to the totals.
//
// A figure has a path, as transactions.CHARGE.sum. In JSON, the parts of a path are the
// names of nested objects. A figure that is left out is zero.
package figures

import (
	"encoding/json/jsontext"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/shopspring/decimal"
)

// Figure is a figure that every account has.
type Figure struct {
	Path  string // as transactions.CHARGE.sum
	Title string // for readers of a report
	// IsSum says that the figure is a sum, which is a decimal text in JSON. Otherwise it is a
	// count, which is a number.
	IsSum bool
}

// Count returns a figure that is a count.
func Count(path, title string) Figure { return Figure{Path: path, Title: title} }

// Sum returns a figure that is a sum.
func Sum(path, title string) Figure { return Figure{Path: path, Title: title, IsSum: true} }

// Format returns a value of the figure as text: a sum has two places at least.
func (f Figure) Format(value decimal.Decimal) string {
	if !f.IsSum {
		return value.String()
	}
	return FormatSum(value)
}

// FormatSum returns an exact decimal with two places, or with as many as it needs.
func FormatSum(value decimal.Decimal) string {
	places := max(2, -value.Exponent())
	for places > 2 && value.Equal(value.Truncate(places-1)) {
		places--
	}
	return value.StringFixed(places)
}

// Tally has the figures and the documents of an account. The zero value has none.
type Tally struct {
	values map[string]decimal.Decimal
	// Documents has the SHA-256 of each document by its path, as hexadecimal text. It is empty
	// where it is not known.
	Documents map[string]string
}

// Add adds a value to the figure of a path.
func (t *Tally) Add(path string, value decimal.Decimal) {
	if value.IsZero() {
		return
	}
	if t.values == nil {
		t.values = make(map[string]decimal.Decimal)
	}
	t.values[path] = t.values[path].Add(value)
}

// Count adds to the figure of a path, which is a count.
func (t *Tally) Count(path string, n int) { t.Add(path, decimal.NewFromInt(int64(n))) }

// AddDocument adds a document. An empty path is none.
func (t *Tally) AddDocument(path, sha256 string) {
	if path == "" {
		return
	}
	if t.Documents == nil {
		t.Documents = make(map[string]string)
	}
	if t.Documents[path] == "" {
		t.Documents[path] = sha256
	}
}

// Value returns the figure of a path.
func (t *Tally) Value(path string) decimal.Decimal { return t.values[path] }

// AddFigures adds the figures of another tally.
func (t *Tally) AddFigures(other *Tally) {
	for path, value := range other.values {
		t.Add(path, value)
	}
}

// Append appends the figures as a JSON object, with the figures and the groups in the order
// of known.
func (t *Tally) Append(b []byte, known []Figure) []byte {
	b = append(b, '{')
	var open []string // the objects inside which the last figure stands
	first := true
	for _, f := range known {
		value := t.values[f.Path]
		if value.IsZero() {
			continue
		}
		parts := strings.Split(f.Path, ".")
		groups, name := parts[:len(parts)-1], parts[len(parts)-1]
		common := 0
		for common < min(len(open), len(groups)) && open[common] == groups[common] {
			common++
		}
		for range open[common:] {
			b = append(b, '}')
		}
		if !first {
			b = append(b, ',')
		}
		for _, group := range groups[common:] {
			b = append(append(append(b, '"'), group...), `":{`...)
		}
		open, first = groups, false
		b = append(append(append(b, '"'), name...), `":`...)
		if f.IsSum {
			b = append(append(append(b, '"'), FormatSum(value)...), '"')
		} else {
			b = append(b, value.String()...)
		}
	}
	for range open {
		b = append(b, '}')
	}
	return append(b, '}')
}

// Parse reads figures from a JSON object. A value is a number or a decimal text. A path that
// is not known is an error that lists the known paths.
func Parse(data []byte, known []Figure) (*Tally, error) {
	t := &Tally{values: make(map[string]decimal.Decimal)}
	d := jsontext.NewDecoder(strings.NewReader(string(data)))
	if d.PeekKind() != '{' {
		return nil, fmt.Errorf("figures are a JSON object")
	}
	if err := t.parseObject(d, "", known); err != nil {
		return nil, err
	}
	return t, nil
}

func (t *Tally) parseObject(d *jsontext.Decoder, prefix string, known []Figure) error {
	if _, err := d.ReadToken(); err != nil {
		return err
	}
	for d.PeekKind() != '}' {
		name, err := d.ReadToken()
		if err != nil {
			return err
		}
		path := prefix + name.String()
		isGroup := slices.ContainsFunc(known, func(f Figure) bool {
			return len(f.Path) > len(path) && f.Path[len(path)] == '.' && f.Path[:len(path)] == path
		})
		isFigure := slices.ContainsFunc(known, func(f Figure) bool { return f.Path == path })
		switch kind := d.PeekKind(); {
		case isGroup && kind == '{':
			err = t.parseObject(d, path+".", known)
		case isFigure && (kind == '0' || kind == '"'):
			err = t.parseValue(d, path)
		case isFigure:
			err = fmt.Errorf("%s is a number or a decimal text", path)
		case isGroup:
			err = fmt.Errorf("%s is an object", path)
		default:
			err = fmt.Errorf("there is no figure %s; the figures are %s", path, strings.Join(listPaths(known), ", "))
		}
		if err != nil {
			return err
		}
	}
	_, err := d.ReadToken()
	return err
}

// maxText is the length of the longest value. The exponent of a longer one could stand for a
// gigabyte of digits.
const maxText = 64

func (t *Tally) parseValue(d *jsontext.Decoder, path string) error {
	token, err := d.ReadToken()
	if err != nil {
		return err
	}
	text := token.String()
	value, err := decimal.NewFromString(text)
	if err != nil || len(text) > maxText || strings.ContainsAny(text, "eE") {
		return fmt.Errorf("%s is a number or a decimal text", path)
	}
	t.values[path] = value
	return nil
}

// Has reports whether the figure of a path was given, which may be zero.
func (t *Tally) Has(path string) bool {
	_, given := t.values[path]
	return given
}

// DocumentPaths returns the paths of the documents in order.
func (t *Tally) DocumentPaths() []string { return slices.Sorted(maps.Keys(t.Documents)) }

func listPaths(known []Figure) []string {
	paths := make([]string, len(known))
	for i, f := range known {
		paths[i] = f.Path
	}
	return paths
}
