package payload

import (
	"bytes"
	"cmp"
	"encoding/json/jsontext"
	"slices"
	"strconv"
	"strings"

	"dataimport/modules/kit/domain/fault"
)

// Sort puts faults in the order of their payload. The fault of a missing member stands at
// the end of the object that should contain it.
func Sort(data []byte, faults fault.List) {
	if len(faults) < 2 {
		return
	}
	w := walker{
		json:  jsontext.NewDecoder(bytes.NewBuffer(data), jsontext.AllowDuplicateNames(true)),
		spots: map[string]*spot{"": {}},
	}
	for _, f := range faults {
		w.look(f.Attr)
	}
	w.value(w.spots[""], nil)
	type placed struct {
		fault.Fault
		offset int64
	}
	list := make([]placed, len(faults))
	for i, f := range faults {
		list[i] = placed{f, w.offset(f.Attr)}
	}
	slices.SortStableFunc(list, func(a, b placed) int { return cmp.Compare(a.offset, b.offset) })
	for i, p := range list {
		faults[i] = p.Fault
	}
}

// walker goes through a payload once and records the places of the faults' attrs.
type walker struct {
	json  *jsontext.Decoder
	spots map[string]*spot // spots of the faults' attrs, and of all attrs that contain them
}

// spot holds where a value begins and ends. The end of an object or array is the end of
// its last member or item.
type spot struct {
	contains   bool // whether it contains an attr of a fault
	met        bool
	start, end int64
}

func (w *walker) look(attr string) {
	if w.spots[attr] == nil {
		w.spots[attr] = &spot{}
	}
	for attr != "" {
		attr = parent(attr)
		if s := w.spots[attr]; s != nil && s.contains {
			return
		}
		w.spots[attr] = &spot{contains: true}
	}
}

func parent(attr string) string {
	return attr[:max(strings.LastIndexByte(attr, '.'), 0)]
}

// offset returns the start of a present value, or the end of the object that should
// contain an absent one.
func (w *walker) offset(attr string) int64 {
	if s := w.spots[attr]; s.met {
		return s.start
	}
	for {
		attr = parent(attr)
		if s := w.spots[attr]; s.met || attr == "" {
			return s.end
		}
	}
}

// value goes through the next value, whose attr is path. Where the JSON ends too early,
// the spots that were not reached stay at the start.
func (w *walker) value(s *spot, path []byte) {
	s.met, s.start = true, w.json.InputOffset()
	next := w.json.PeekKind()
	if !s.contains || next != '{' && next != '[' {
		_ = w.json.SkipValue()
		s.end = w.json.InputOffset()
		return
	}
	if _, err := w.json.ReadToken(); err != nil {
		return
	}
	if len(path) > 0 {
		path = append(path, '.')
	}
	for i := 0; w.json.PeekKind() > 0 && w.json.PeekKind() != next+2; i++ { // '{'+2 is '}', '['+2 is ']'
		inner := strconv.AppendInt(path, int64(i), 10)
		if next == '{' {
			raw, err := w.json.ReadValue()
			if err != nil {
				return
			}
			inner = appendName(path, raw)
		}
		if s := w.spots[string(inner)]; s != nil && !s.met {
			w.value(s, inner)
		} else if w.json.SkipValue() != nil {
			return
		}
	}
	s.end = w.json.InputOffset()
	_, _ = w.json.ReadToken()
}

// appendName appends a quoted name to path in the form that attrs have.
func appendName(path, raw []byte) []byte {
	n := len(path)
	path, _ = jsontext.AppendUnquote(path, raw)
	return append(path[:n], ShownName(string(path[n:]))...)
}
