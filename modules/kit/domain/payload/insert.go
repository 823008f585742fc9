package payload

import (
	"bytes"
	"encoding/json/jsontext"
	"encoding/json/v2"
	"fmt"
	"strconv"
)

// Insert writes members into an object that [EncodeParts] returned, each at the end of
// the object that it belongs to.
func Insert(object jsontext.Value, members []Extra) (jsontext.Value, error) {
	if len(members) == 0 {
		return object, nil
	}
	in := inserter{
		json: jsontext.NewDecoder(bytes.NewBuffer(object), jsontext.AllowDuplicateNames(true)), object: object,
		members: make(map[string][]Extra), contains: make(map[string]bool),
	}
	for _, m := range members {
		in.members[m.Object] = append(in.members[m.Object], m)
		for attr := m.Object; !in.contains[attr]; attr = parent(attr) {
			in.contains[attr] = true
		}
	}
	if err := in.value(nil); err != nil {
		return nil, err
	}
	if in.placed != len(in.members) {
		return nil, fmt.Errorf("payload: %d objects to insert into, %d of them there", len(in.members), in.placed)
	}
	return append(in.out, object[in.copied:]...), nil
}

// inserter copies an object in one pass and inserts members.
type inserter struct {
	json     *jsontext.Decoder
	object   jsontext.Value
	members  map[string][]Extra // members by the attr of their object
	contains map[string]bool    // whether an attr, or an attr below it, gets members
	out      []byte
	copied   int64
	placed   int
}

// value copies the next value, whose attr is path.
func (in *inserter) value(path []byte) error {
	next := in.json.PeekKind()
	if !in.contains[string(path)] || next != '{' && next != '[' {
		return in.json.SkipValue()
	}
	if _, err := in.json.ReadToken(); err != nil {
		return err
	}
	inner := path
	if len(path) > 0 {
		inner = append(path, '.')
	}
	empty := true
	for i := 0; in.json.PeekKind() > 0 && in.json.PeekKind() != next+2; i++ { // '{'+2 is '}', '['+2 is ']'
		empty = false
		item := strconv.AppendInt(inner, int64(i), 10)
		if next == '{' {
			raw, err := in.json.ReadValue()
			if err != nil {
				return err
			}
			item = appendName(inner, raw)
		}
		if err := in.value(item); err != nil {
			return err
		}
	}
	if _, err := in.json.ReadToken(); err != nil {
		return err
	}
	if next == '{' {
		return in.end(string(path), empty)
	}
	return nil
}

// end writes the new members of the object that has just ended.
func (in *inserter) end(path string, empty bool) error {
	members := in.members[path]
	if len(members) == 0 {
		return nil
	}
	in.placed++
	end := in.json.InputOffset() - 1
	in.out = append(in.out, in.object[in.copied:end]...)
	in.copied = end
	for _, m := range members {
		if !empty {
			in.out = append(in.out, ',')
		}
		empty = false
		name, err := json.Marshal(m.Name)
		if err != nil {
			return err
		}
		in.out = append(append(append(in.out, name...), ':'), m.Value...)
	}
	return nil
}
