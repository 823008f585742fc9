package payload

import (
	"slices"
	"strings"
	"testing"

	"dataimport/modules/kit/domain/fault"
)

// An object may be read into several structs. Their members are members of the one
// object.
func TestParts(t *testing.T) {
	object := Of(address{}, options{}, amount{})
	if got := object.Members(); !slices.Equal(got, []string{"country", "city", "news", "value"}) {
		t.Errorf("members %v", got)
	}
	var faults fault.Collector
	parts, err := object.Decode([]byte(`{"news": true, "country": "GB", "other": 1}`), limits, &faults)
	if err != nil {
		t.Fatal(err)
	}
	if parts[0].(*address).Country != "GB" || !parts[1].(*options).News {
		t.Errorf("got %+v %+v", parts[0], parts[1])
	}
	if got := named(faults.List()); !slices.Equal(got, []string{"unknown_field other", "required value"}) {
		t.Errorf("got %v", got)
	}
}

// A wrong description panics when the program starts.
func TestWrongObjectsPanic(t *testing.T) {
	type (
		twice struct {
			City string `json:"city"`
		}
		floating struct {
			F float64 `json:"f"`
		}
		pointerToList struct {
			L *[]string `json:"l"`
		}
		unknownRule struct {
			S string `json:"s" rule:"maximum=3"`
		}
		noNumber struct {
			S string `json:"s" rule:"max=three"`
		}
	)
	for want, parts := range map[string][]any{
		`"city"`:      {address{}, twice{}},
		"float64":     {floating{}},
		"[]string":    {pointerToList{}},
		`"maximum=3"`: {unknownRule{}},
		"three":       {noNumber{}},
		"chan struct {}": {struct {
			C chan struct{} `json:"c"`
		}{}},
	} {
		func() {
			defer func() {
				if p, _ := recover().(string); !strings.Contains(p, want) {
					t.Errorf("%s: panic %q", want, p)
				}
			}()
			Of(parts...)
		}()
	}
}
