package payload

import (
	"encoding/json/jsontext"
	"encoding/json/v2"

	"github.com/shopspring/decimal"
)

// Decimals are written as strings with the places that they were sent with, because
// readers of a JSON number might use a float.
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
)

// Encode writes v as JSON, with exact decimals. A jsontext.Value is JSON already.
func Encode(v any) ([]byte, error) {
	if encoded, ok := v.(jsontext.Value); ok {
		return encoded, nil
	}
	return json.Marshal(v, json.WithMarshalers(marshalers))
}

// EncodeParts writes the parts that Decode returned as one object.
func EncodeParts(parts []any) (jsontext.Value, error) {
	out := []byte{'{'}
	for _, part := range parts {
		encoded, err := Encode(part)
		if err != nil {
			return nil, err
		}
		members := encoded[1 : len(encoded)-1]
		if len(members) > 0 && len(out) > 1 {
			out = append(out, ',')
		}
		out = append(out, members...)
	}
	return append(out, '}'), nil
}
