package functions

import (
	"bytes"
	"database/sql/driver"
	"encoding/json/jsontext"
	"fmt"
)

// compact is JSON without the members and items that are null, empty texts, empty objects
// or empty arrays, at any depth. It is NULL where nothing is left.
func compact(args []driver.Value) (driver.Value, error) {
	var text string
	switch v := args[0].(type) {
	case nil:
		return nil, nil
	case string:
		text = v
	default:
		return nil, errArguments("compact(json_object(...))")
	}
	d := jsontext.NewDecoder(bytes.NewReader([]byte(text)), jsontext.AllowDuplicateNames(true))
	out, err := appendCompact(make([]byte, 0, len(text)), d)
	if err != nil {
		return nil, fmt.Errorf("compact needs JSON: %w", err)
	}
	if len(out) == 0 {
		return nil, nil
	}
	return string(out), nil
}

// appendCompact appends the next value; nothing where it is empty.
func appendCompact(out []byte, d *jsontext.Decoder) ([]byte, error) {
	kind := d.PeekKind()
	if kind != jsontext.KindBeginObject && kind != jsontext.KindBeginArray {
		value, err := d.ReadValue()
		if err != nil || kind == jsontext.KindNull || kind == jsontext.KindString && len(bytes.Trim(value, "\" ")) == 0 {
			return out, err
		}
		return append(out, value...), nil
	}
	begin := len(out)
	if _, err := d.ReadToken(); err != nil {
		return out, err
	}
	out = append(out, byte(kind))
	for d.PeekKind() != jsontext.KindEndObject && d.PeekKind() != jsontext.KindEndArray {
		before := len(out)
		if before > begin+1 {
			out = append(out, ',')
		}
		if kind == jsontext.KindBeginObject {
			name, err := d.ReadValue()
			if err != nil {
				return out, err
			}
			out = append(append(out, name...), ':')
		}
		named := len(out)
		var err error
		if out, err = appendCompact(out, d); err != nil {
			return out, err
		}
		if len(out) == named {
			out = out[:before]
		}
	}
	end, err := d.ReadToken()
	if err != nil {
		return out, err
	}
	if len(out) == begin+1 {
		return out[:begin], nil
	}
	return append(out, byte(end.Kind())), nil
}
