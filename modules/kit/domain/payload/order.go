package payload

import (
	"bytes"
	"cmp"
	"encoding/json/jsontext"
	"math"
	"slices"
	"strings"

	"dataimport/modules/kit/domain/fault"
)

// Sort puts faults in the order of their payload. The fault of a missing member stands at
// the end of the object that should contain it. The fault that says how many more there
// are is the last one.
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
	_ = w.value(w.spots[""], nil)
	type placed struct {
		fault.Fault
		offset int64
	}
	list := make([]placed, len(faults))
	for i, f := range faults {
		list[i] = placed{f, w.offset(f.Attr)}
		if f.Code == fault.MoreFaults {
			list[i].offset = math.MaxInt64
		}
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

// value records where the next value, whose attr is attr, begins and ends. Where the JSON
// ends too early, the spots that were not reached stay at the start.
func (w *walker) value(s *spot, attr []byte) (err error) {
	s.met, s.start = true, w.json.InputOffset()
	if !s.contains {
		return w.json.SkipValue()
	}
	_, s.end, err = Walk(w.json, attr, func(attr, _ []byte) error {
		if s := w.spots[string(attr)]; s != nil && !s.met {
			return w.value(s, attr)
		}
		return w.json.SkipValue()
	})
	return err
}
