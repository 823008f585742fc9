package payload

import (
	"bytes"
	"encoding/json/jsontext"
	"io"
	"reflect"
	"sync"

	"dataimport/modules/kit/domain/fault"
)

// decoder reads one payload. Its methods return an error only where reading cannot
// continue. Every other problem becomes a fault, and reading continues.
type decoder struct {
	json   *jsontext.Decoder
	input  *bytes.Buffer
	data   []byte
	limits Limits
	places []fault.At // the places from the root to the value that is being read
	// collects says whether unknown members are kept in extra. They are no faults then.
	collects bool
	extra    []Extra
}

var decoders = sync.Pool{New: func() any {
	input := new(bytes.Buffer)
	return &decoder{input: input, json: jsontext.NewDecoder(input)}
}}

func decode(data []byte, limits Limits, p *plan, parts []reflect.Value, at *fault.At, collects bool) ([]Extra, error) {
	d := decoders.Get().(*decoder)
	d.data, d.limits, d.collects = data, limits, collects
	*d.input = *bytes.NewBuffer(data)
	d.json.Reset(d.input)
	err := d.whole(p, parts, at)
	extra := d.extra
	d.forget()
	decoders.Put(d)
	if err != nil {
		return nil, malformed(data, err)
	}
	return extra, nil
}

// forget drops the payload and its faults, because the pool may keep d for long.
func (d *decoder) forget() {
	*d.input, d.data, d.extra = bytes.Buffer{}, nil, nil
	d.json.Reset(d.input)
	clear(d.places[:cap(d.places)])
	d.places = d.places[:0]
}

func (d *decoder) whole(p *plan, parts []reflect.Value, at *fault.At) error {
	if d.json.PeekKind() != '{' {
		if _, err := d.json.ReadValue(); err != nil {
			return err
		}
		return errNotAnObject
	}
	if err := d.object(p, parts, at, 1); err != nil {
		return err
	}
	end := d.json.InputOffset()
	_, err := d.json.ReadToken()
	if err == io.EOF {
		return nil
	}
	if err == nil {
		return trailingData(end)
	}
	return err
}

// enter makes at the current place until leave. The places of one payload share a slice,
// because there is one for each member and item.
func (d *decoder) enter(at fault.At) *fault.At {
	d.places = append(d.places, at)
	return &d.places[len(d.places)-1]
}

func (d *decoder) leave() {
	d.places = d.places[:len(d.places)-1]
}

// open reads the { or [ that begins a value of the given depth.
func (d *decoder) open(at *fault.At, depth int) error {
	if d.limits.Depth > 0 && depth > d.limits.Depth {
		return tooDeep(at.Attr(), d.limits.Depth)
	}
	_, err := d.json.ReadToken()
	return err
}

// skip skips the next value, which lies inside a value of the given depth.
func (d *decoder) skip(at *fault.At, depth int) error {
	base := d.json.StackDepth()
	for {
		next := d.json.PeekKind()
		if (next == '{' || next == '[') && d.limits.Depth > 0 && depth+d.json.StackDepth()-base+1 > d.limits.Depth {
			return tooDeep(at.Attr(), d.limits.Depth)
		}
		if _, err := d.json.ReadToken(); err != nil {
			return err
		}
		if d.json.StackDepth() == base {
			return nil
		}
	}
}
