package payload

import (
	"reflect"
	"testing"
	"time"

	"github.com/shopspring/decimal"
)

func TestEncode(t *testing.T) {
	amount := decimal.RequireFromString
	for _, c := range []struct {
		value any
		want  string
	}{
		{amount("10.50"), `"10.50"`},
		{amount("-0.005"), `"-0.005"`},
		{amount("1e3"), `"1000"`},
		{decimal.NewNullDecimal(amount("0.00")), `"0.00"`},
		{decimal.NullDecimal{}, `null`},
		{Date(20240229), `"2024-02-29"`},
		{time.Date(2024, 2, 29, 1, 2, 3, 0, time.UTC), `"2024-02-29T01:02:03Z"`},
		{map[string]decimal.Decimal{"a": amount("1.10")}, `{"a":"1.10"}`},
		{[]any{amount("2.0"), "<&>\u2028", nil}, "[\"2.0\",\"<&>\u2028\",null]"},
		{struct {
			A decimal.NullDecimal `json:"a,omitzero"`
			B Date                `json:"b,omitzero"`
			C []string            `json:"c"`
		}{}, `{"c":[]}`},
	} {
		got, err := Encode(c.value)
		if err != nil || string(got) != c.want {
			t.Errorf("%v: got %s %v, want %s", c.value, got, err, c.want)
		}
	}
}

type empty struct {
	Text string `json:"text,omitzero"`
}

func TestEncodeParts(t *testing.T) {
	full, none := &options{News: true}, &empty{}
	for _, c := range []struct {
		parts []any
		want  string
	}{
		{nil, `{}`},
		{[]any{none}, `{}`},
		{[]any{none, full, none}, `{"news":true}`},
		{[]any{full, &empty{"a"}}, `{"news":true,"text":"a"}`},
		{[]any{&empty{"a"}, none, full}, `{"text":"a","news":true}`},
	} {
		got, err := EncodeParts(c.parts)
		if err != nil || string(got) != c.want {
			t.Errorf("got %s %v, want %s", got, err, c.want)
		}
	}
}

func TestEncodedSampleDecodesToItself(t *testing.T) {
	first := clean(t, written(valid()))
	encoded, err := Encode(first)
	if err != nil {
		t.Fatal(err)
	}
	second := clean(t, encoded)
	first.Extra, second.Extra = nil, nil // their white space is not kept
	first.Params, second.Params = nil, nil
	if !reflect.DeepEqual(first, second) {
		t.Errorf("got  %+v\nwant %+v", second, first)
	}
}
