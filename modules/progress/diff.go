package progress

import (
	"encoding/json/jsontext"
	"encoding/json/v2"
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"

	"dataimport/views"
)

// mostChanges are shown of two payloads.
const mostChanges = 500

// What can become of a member.
const (
	added   = "added"
	removed = "removed"
	changed = "changed"
)

// tree reads JSON so that numbers keep their digits.
func tree(payload []byte) (v any, err error) {
	err = json.Unmarshal(payload, &v, jsontext.AllowDuplicateNames(true), json.WithUnmarshalers(json.UnmarshalFromFunc(func(d *jsontext.Decoder, v *any) error {
		if d.PeekKind() != '0' {
			return errors.ErrUnsupported
		}
		raw, err := d.ReadValue()
		*v = number(raw)
		return err
	})))
	return v, err
}

// number is a number as it was written.
type number string

// difference is what changed from one value to another, member by member. Of arrays
// the elements at the same place are compared.
type difference struct {
	list   []views.Change
	masked bool // whether what is personal is
}

// values compares two values at a path; member is the last name on it.
func (d *difference) values(path, member string, before, after any) {
	switch b := before.(type) {
	case map[string]any:
		if a, ok := after.(map[string]any); ok {
			d.members(path, member, b, a)
			return
		}
	case []any:
		if a, ok := after.([]any); ok {
			d.elements(path, member, b, a)
			return
		}
	default:
		if before == after {
			return
		}
	}
	d.list = append(d.list, views.Change{Kind: changed, Path: path, Old: d.text(member, before), New: d.text(member, after)})
}

func (d *difference) members(path, member string, before, after map[string]any) {
	names := maps.Clone(before)
	maps.Copy(names, after)
	for _, name := range slices.Sorted(maps.Keys(names)) {
		b, was := before[name]
		a, is := after[name]
		inner := name
		if free[member] {
			inner = member // all in it is as free as it is
		}
		d.either(join(path, name), inner, b, was, a, is)
	}
}

func (d *difference) elements(path, member string, before, after []any) {
	for i := range max(len(before), len(after)) {
		var b, a any
		if i < len(before) {
			b = before[i]
		}
		if i < len(after) {
			a = after[i]
		}
		d.either(join(path, strconv.Itoa(i)), member, b, i < len(before), a, i < len(after))
	}
}

func (d *difference) either(path, member string, before any, was bool, after any, is bool) {
	switch {
	case !was:
		d.list = append(d.list, views.Change{Kind: added, Path: path, New: d.text(member, after)})
	case !is:
		d.list = append(d.list, views.Change{Kind: removed, Path: path, Old: d.text(member, before)})
	default:
		d.values(path, member, before, after)
	}
}

func (d *difference) text(member string, v any) string {
	if d.masked {
		v = maskTree(member, v)
	}
	return text(v)
}

func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

// mostText is how long a value in a list of changes may be.
const mostText = 300

// text is a value on one line.
func text(v any) string {
	var s string
	switch v := v.(type) {
	case string:
		s = v
	case number:
		s = string(v)
	default:
		raw, err := json.Marshal(plain(v), json.Deterministic(true))
		if err != nil {
			return "?"
		}
		s = string(raw)
	}
	if runes := []rune(s); len(runes) > mostText {
		s = string(runes[:mostText]) + "…"
	}
	return s
}

// plain is a value whose numbers are JSON numbers again.
func plain(v any) any {
	switch v := v.(type) {
	case number:
		return jsontext.Value(v)
	case []any:
		list := make([]any, len(v))
		for i := range v {
			list[i] = plain(v[i])
		}
		return list
	case map[string]any:
		members := make(map[string]any, len(v))
		for name := range v {
			members[name] = plain(v[name])
		}
		return members
	}
	return v
}

// textsOf are the texts in a value, in their order.
func textsOf(v any, list []string) []string {
	switch v := v.(type) {
	case string:
		if s := strings.TrimSpace(v); s != "" {
			list = append(list, s)
		}
	case []any:
		for i := range v {
			list = textsOf(v[i], list)
		}
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(v)) {
			list = textsOf(v[name], list)
		}
	}
	return list
}
