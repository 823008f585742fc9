package progress

import (
	"encoding/json/jsontext"
	"encoding/json/v2"
	"errors"
	"maps"
	"slices"
	"strconv"

	"dataimport/modules/kit/domain/payload"
	"dataimport/views"
)

// maxChanges is how many changes between two payloads are shown.
const maxChanges = 500

// The kinds of change of a member.
const (
	added   = "added"
	removed = "removed"
	changed = "changed"
)

// parseTree decodes JSON. Numbers keep their digits.
func parseTree(data []byte) (v any, err error) {
	err = json.Unmarshal(data, &v, jsontext.AllowDuplicateNames(true), json.WithUnmarshalers(json.UnmarshalFromFunc(func(d *jsontext.Decoder, v *any) error {
		if d.PeekKind() != '0' {
			return errors.ErrUnsupported
		}
		raw, err := d.ReadValue()
		*v = literal(raw)
		return err
	})))
	return v, err
}

// literal is a number as it was written.
type literal string

// difference collects the changes from one value to another, member by member. Elements of arrays
// are compared with those at the same index.
type difference struct {
	list   []views.Change
	masked bool // whether personal data is masked
}

// compareValues compares two values at a path. at is the privacy of this place.
func (d *difference) compareValues(path string, at payload.Privacy, before, after any) {
	switch b := before.(type) {
	case map[string]any:
		if a, ok := after.(map[string]any); ok {
			d.compareMembers(path, at, b, a)
			return
		}
	case []any:
		if a, ok := after.([]any); ok {
			d.compareElements(path, at, b, a)
			return
		}
	default:
		if before == after {
			return
		}
	}
	d.list = append(d.list, views.Change{Kind: changed, Path: path, Old: d.formatValue(at, before), New: d.formatValue(at, after)})
}

func (d *difference) compareMembers(path string, at payload.Privacy, before, after map[string]any) {
	names := maps.Clone(before)
	maps.Copy(names, after)
	for _, name := range slices.Sorted(maps.Keys(names)) {
		b, was := before[name]
		a, is := after[name]
		d.compareEntries(joinPath(path, name), at.Member(name), b, was, a, is)
	}
}

func (d *difference) compareElements(path string, at payload.Privacy, before, after []any) {
	for i := range max(len(before), len(after)) {
		var b, a any
		if i < len(before) {
			b = before[i]
		}
		if i < len(after) {
			a = after[i]
		}
		d.compareEntries(joinPath(path, strconv.Itoa(i)), at.Item(), b, i < len(before), a, i < len(after))
	}
}

func (d *difference) compareEntries(path string, at payload.Privacy, before any, was bool, after any, is bool) {
	switch {
	case !was:
		d.list = append(d.list, views.Change{Kind: added, Path: path, New: d.formatValue(at, after)})
	case !is:
		d.list = append(d.list, views.Change{Kind: removed, Path: path, Old: d.formatValue(at, before)})
	default:
		d.compareValues(path, at, before, after)
	}
}

func (d *difference) formatValue(at payload.Privacy, v any) string {
	if d.masked {
		v = maskTree(v, at)
	}
	return formatText(v)
}

func joinPath(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

// maxTextLength is how many characters of a value a list of changes shows.
const maxTextLength = 300

// formatText returns a value on one line.
func formatText(v any) string {
	var s string
	switch v := v.(type) {
	case string:
		s = v
	case literal:
		s = string(v)
	default:
		raw, err := json.Marshal(restoreNumbers(v), json.Deterministic(true))
		if err != nil {
			return "?"
		}
		s = string(raw)
	}
	if runes := []rune(s); len(runes) > maxTextLength {
		s = string(runes[:maxTextLength]) + "…"
	}
	return s
}

// restoreNumbers returns a value whose literals are JSON numbers again.
func restoreNumbers(v any) any {
	switch v := v.(type) {
	case literal:
		return jsontext.Value(v)
	case []any:
		list := make([]any, len(v))
		for i := range v {
			list[i] = restoreNumbers(v[i])
		}
		return list
	case map[string]any:
		members := make(map[string]any, len(v))
		for name := range v {
			members[name] = restoreNumbers(v[name])
		}
		return members
	}
	return v
}
