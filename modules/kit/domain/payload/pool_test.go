package payload

import (
	"bytes"
	"fmt"
	"reflect"
	"slices"
	"sync"
	"testing"

	"dataimport/modules/kit/domain/fault"
)

// Decoders are shared. No data of one request may appear in another's result or faults.
func TestConcurrentDecoding(t *testing.T) {
	var group sync.WaitGroup
	for worker := range 8 {
		group.Go(func() {
			for i := range 200 {
				name := fmt.Sprintf("w%di%d", worker, i%100)
				if s, _, err := tryRead(with("name", `"`+name+`"`)); err != nil || s.Name != name {
					t.Errorf("got %+v %v, want %s", s, err, name)
				}
				if _, faults, err := tryRead(with(name, `{"a": [1]}`)); err != nil || !slices.Equal(named(faults), []string{"unknown_field " + name}) {
					t.Errorf("got %v %v, want an unknown %s", faults, err, name)
				}
				extra := `["` + name + `", {"` + name + `": 1}]`
				if s, _, err := tryRead(with("extra", extra)); err != nil || string(s.Extra) != extra {
					t.Errorf("got %+v %v, want %s", s, err, extra)
				}
				if _, _, err := tryRead([]byte(`{"` + name + `": [`)); err == nil {
					t.Error("taken although cut off")
				}
			}
		})
	}
	group.Wait()
}

// The buffer of a request's body is reused for the next request. No decoded value, fault
// or pooled decoder may point into it.
func TestInputIsNotKept(t *testing.T) {
	for _, change := range [][2]string{
		{"name", `"Ada"`}, {"name", `12`}, {"code", `"\u0041bc"`}, {"extra", `{"a" : [1]}`}, {"extra", `"text"`}, {"params", `{"k\u0041": "v"}`},
		{"unknown", `{"a": 1}`}, {"unknown\\u0041", `1`}, {"name", `null`}, {"tags", `["a", "12345"]`},
	} {
		data := with(change[0], change[1])
		got, faults := read(t, data)
		want, wantFaults := read(t, bytes.Clone(data))
		for i := range data {
			data[i] = '#'
		}
		if !reflect.DeepEqual(got, want) || !reflect.DeepEqual(faults, wantFaults) {
			t.Errorf("%s: %s: the result changed with the input:\n%+v\n%v", change[0], change[1], got, faults)
		}
	}
}

func TestPooledDecodersForget(t *testing.T) {
	d := decoders.New().(*decoder)
	data := written(valid())
	*d.input = *bytes.NewBuffer(data)
	d.json.Reset(d.input)
	d.data = data
	var faults fault.Collector
	at := fault.Root(&faults)
	value := reflect.New(reflect.TypeFor[sample]()).Elem()
	if err := d.whole(samples.plan, []reflect.Value{value}, &at); err != nil {
		t.Fatal(err)
	}
	d.forget()
	if d.data != nil || d.input.Len() > 0 || len(d.json.UnreadBuffer()) > 0 {
		t.Error("the payload is still held")
	}
	for _, place := range d.places[:cap(d.places)] {
		if place != (fault.At{}) {
			t.Error("a place is still held")
		}
	}
}
