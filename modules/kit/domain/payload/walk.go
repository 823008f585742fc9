package payload

import (
	"encoding/json/jsontext"
	"strconv"
)

// Walk reads the next value of a decoder. For each member of an object, or item of an array,
// it calls visit, which must read or skip the value of that member or item. attr is the attr
// of the value, and visit gets the attr of the member or item and its last part, the name of
// the member; an item has no name. Both are valid during the call alone. Walk returns how many
// members or items there are, and the offset of the end of the last one.
func Walk(json *jsontext.Decoder, attr []byte, visit func(attr, name []byte) error) (n int, end int64, err error) {
	open, err := json.ReadToken()
	end = json.InputOffset()
	kind := open.Kind()
	if err != nil || kind != '{' && kind != '[' {
		return 0, end, err
	}
	if len(attr) > 0 {
		attr = append(attr, '.')
	}
	for ; json.PeekKind() > 0 && json.PeekKind() != kind+2; n++ { // '{'+2 is '}', '['+2 is ']'
		inner, name := strconv.AppendInt(attr, int64(n), 10), []byte(nil)
		if kind == '{' {
			raw, err := json.ReadValue()
			if err != nil {
				return n, end, err
			}
			inner = appendName(attr, raw)
			name = inner[len(attr):]
		}
		if err := visit(inner, name); err != nil {
			return n, end, err
		}
		end = json.InputOffset()
	}
	_, err = json.ReadToken()
	return n, end, err
}

// appendName appends a quoted name to attr in the form that attrs have.
func appendName(attr, raw []byte) []byte {
	n := len(attr)
	attr, _ = jsontext.AppendUnquote(attr, raw)
	return append(attr[:n], ShownName(string(attr[n:]))...)
}
