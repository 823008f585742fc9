package payload

import (
	"encoding/json/jsontext"
	"errors"
	"reflect"
	"slices"
	"testing"

	"dataimport/modules/kit/domain/fault"
)

func FuzzDecode(f *testing.F) {
	f.Add(written(valid()))
	for _, c := range faulty {
		f.Add(with(c.member, c.value))
	}
	for _, data := range []string{``, `[`, `{"name": "\ud800"}`, `{"a":1,"a":2}`, `{"extra":[[[[[[1]]]]]]}`, "\ufeff{}", "{\"\xff\":0}"} {
		f.Add([]byte(data))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		s, faults, err := tryRead(data)
		if err != nil {
			refused(t, data, err)
			return
		}
		for _, one := range faults {
			if one.Attr == "" || one.Code == "" || one.Detail == "" {
				t.Errorf("an empty part in %+v", one)
			}
		}
		spaced := jsontext.Value(slices.Clone(data))
		if err := spaced.Indent(jsontext.WithIndent("\t"), jsontext.SpaceAfterComma(true)); err != nil {
			t.Fatalf("decoded, though not valid: %v", err)
		}
		same(t, s, faults, spaced)
		if len(faults) == 0 {
			same(t, s, faults, encode(t, s))
		}
	})
}

// refused checks that an error is one of the two errors of unreadable data, and that
// other decoders also refuse malformed data.
func refused(t *testing.T, data []byte, err error) {
	var public *fault.Error
	if !errors.As(err, &public) {
		t.Fatalf("not a public error: %v", err)
	}
	value := jsontext.Value(data)
	switch {
	case public.Code == fault.NestedTooDeeply && len(public.Faults) == 1 && public.Faults[0].Attr != "":
	case public.Code != fault.MalformedJSON:
		t.Errorf("unexpected %s %v", public.Code, public.Faults)
	case value.IsValid() && value.Kind() == '{':
		t.Errorf("refused, though valid: %s", public.Detail)
	}
}

// same checks that data decodes to the same value with the same faults.
func same(t *testing.T, want *sample, wantFaults fault.List, data []byte) {
	got, faults, err := tryRead(data)
	if err != nil || !slices.Equal(faults, wantFaults) {
		t.Fatalf("got %v %v, want %v from\n%s", err, faults, wantFaults, data)
	}
	if first, second := encode(t, want), encode(t, got); string(first) != string(second) {
		t.Errorf("got  %s\nwant %s", second, first)
	}
	a, b := *want, *got
	a.Extra, a.Params, b.Extra, b.Params = nil, nil, nil, nil // the white space in these is kept
	if !reflect.DeepEqual(a, b) {
		t.Errorf("got  %+v\nwant %+v", b, a)
	}
}

func encode(t *testing.T, s *sample) []byte {
	encoded, err := Encode(s)
	if err != nil {
		t.Fatal(err)
	}
	return encoded
}
