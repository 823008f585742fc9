package payload

import (
	"bytes"
	"encoding/json/jsontext"
	"encoding/json/v2"

	"github.com/shopspring/decimal"
)

// Decimals are written as strings with the places that they were sent with, because
// readers of a JSON number might use a float. A Number is written as such, since the
// contract says so of its member.
var marshalers = json.JoinMarshalers(
	json.MarshalToFunc(func(enc *jsontext.Encoder, d decimal.Decimal) error {
		return enc.WriteToken(jsontext.String(Text(d)))
	}),
	json.MarshalToFunc(func(enc *jsontext.Encoder, d decimal.NullDecimal) error {
		if !d.Valid {
			return enc.WriteToken(jsontext.Null)
		}
		return enc.WriteToken(jsontext.String(Text(d.Decimal)))
	}),
	json.MarshalToFunc(func(enc *jsontext.Encoder, n Number) error {
		if !n.Valid {
			return enc.WriteToken(jsontext.Null)
		}
		return enc.WriteValue(jsontext.Value(Text(n.Decimal)))
	}),
)

// Encode writes v as JSON, with exact decimals. A jsontext.Value is JSON already.
func Encode(v any) ([]byte, error) {
	if encoded, ok := v.(jsontext.Value); ok {
		return encoded, nil
	}
	return json.Marshal(v, json.WithMarshalers(marshalers))
}

// EncodeParts writes the parts that Decode returned as one object. Each part is written
// once, behind the one before.
func EncodeParts(parts []any) (jsontext.Value, error) {
	var out bytes.Buffer
	for _, part := range parts {
		start := out.Len()
		if err := json.MarshalWrite(&out, part, json.WithMarshalers(marshalers)); err != nil {
			return nil, err
		}
		members := out.Bytes()[start:]
		switch {
		case len(members) == 2: // "{}"
			out.Truncate(start)
			continue
		case start > 0:
			members[0] = ','
		}
		out.Truncate(out.Len() - 1)
	}
	if out.Len() == 0 {
		out.WriteByte('{')
	}
	out.WriteByte('}')
	return out.Bytes(), nil
}
