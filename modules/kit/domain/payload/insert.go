package payload

import (
	"bytes"
	"encoding/json/jsontext"
	"encoding/json/v2"
	"fmt"
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

// value copies the next value, whose attr is attr.
func (in *inserter) value(attr []byte) error {
	if !in.contains[string(attr)] {
		return in.json.SkipValue()
	}
	isObject := in.json.PeekKind() == '{'
	n, end, err := Walk(in.json, attr, func(attr, _ []byte) error { return in.value(attr) })
	if err != nil || !isObject {
		return err
	}
	return in.insert(in.members[string(attr)], end, n)
}

// insert writes the new members of an object of n members, the last of which ends at end.
func (in *inserter) insert(members []Extra, end int64, n int) error {
	if len(members) == 0 {
		return nil
	}
	in.placed++
	in.out = append(in.out, in.object[in.copied:end]...)
	in.copied = end
	for i, m := range members {
		if n+i > 0 {
			in.out = append(in.out, ',')
		}
		name, err := json.Marshal(m.Name)
		if err != nil {
			return err
		}
		in.out = append(append(append(in.out, name...), ':'), m.Value...)
	}
	return nil
}
