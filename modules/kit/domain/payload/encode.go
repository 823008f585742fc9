package payload

import (
	"encoding/json/jsontext"
	"encoding/json/v2"

	"github.com/shopspring/decimal"
)

// Decimals are written as strings with the places they were given: a JSON number
// would invite its reader to use a float.
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

// Encode writes v as JSON, decimals exactly; a jsontext.Value is JSON already.
func Encode(v any) ([]byte, error) {
	if encoded, ok := v.(jsontext.Value); ok {
		return encoded, nil
	}
	return json.Marshal(v, json.WithMarshalers(marshalers))
}

// EncodeParts writes the parts of an object, as Decode gave them, as that object.
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
