package fault

import (
	"errors"
	"slices"
	"strings"
	"testing"

	validation "github.com/pocketbase/ozzo-validation/v4"
	"github.com/pocketbase/ozzo-validation/v4/is"
)

func TestAttrs(t *testing.T) {
	var c Collector
	root := Root(&c)
	customers := root.Field("customers")
	tenth := customers.Index(10)
	landline := tenth.Field("landline")
	matrix := root.Index(0)
	cell := matrix.Index(12)
	for want, at := range map[string]*At{
		"": &root, "customers": &customers, "customers.10": &tenth, "customers.10.landline": &landline, "0": &matrix, "0.12": &cell,
	} {
		if at.Attr() != want {
			t.Errorf("got %q, want %q", at.Attr(), want)
		}
	}
	landline.Add("invalid_phone_number", "It is none.")
	tenth.AddAt("email", "invalid_email", "It is none.")
	want := List{
		{"It is none.", "invalid_phone_number", "customers.10.landline"},
		{"It is none.", "invalid_email", "customers.10.email"},
	}
	if !slices.Equal(c.List(), want) {
		t.Errorf("got %v", c.List())
	}
}

// A place is clean unless there is a fault at it or below it. Only whole names and
// indexes count.
func TestClean(t *testing.T) {
	for _, c := range []struct{ attr, dirty string }{ // dirty: every place that is not clean
		{"customers.10.landline", " customers customers.10 customers.10.landline"},
		{"customers.10", " customers customers.10"},
		{"customers", " customers"},
		{"customers_old", ""},
		{"customers.1", " customers customers.1"},
		{"notes", " notes"},
		{"", ""},
	} {
		var faults Collector
		root := Root(&faults)
		customers, notes := root.Field("customers"), root.Field("notes")
		first, tenth := customers.Index(1), customers.Index(10)
		landline := tenth.Field("landline")
		if !root.Clean() || !landline.Clean() {
			t.Errorf("%q: not clean before", c.attr)
		}
		faults.Add(Fault{Attr: c.attr})
		if root.Clean() {
			t.Errorf("%q: the payload is clean", c.attr)
		}
		var dirty strings.Builder
		for _, at := range []*At{&customers, &first, &tenth, &landline, &notes} {
			if !at.Clean() {
				dirty.WriteString(" " + at.Attr())
			}
		}
		if dirty.String() != c.dirty {
			t.Errorf("%q: got%s, want%s", c.attr, dirty.String(), c.dirty)
		}
		if tenth.CleanAt("landline") != landline.Clean() || root.CleanAt("customers") != customers.Clean() {
			t.Errorf("%q: CleanAt is not Clean", c.attr)
		}
	}
}

// The first fault of an object does not hide later ones in it.
func TestCleanAfterSeveral(t *testing.T) {
	var faults Collector
	root := Root(&faults)
	for _, attr := range []string{"a.b", "a", "a.b.c.d", "x.y.z", "x.y"} {
		faults.Add(Fault{Attr: attr})
	}
	for attr, clean := range map[string]bool{"a": false, "a.b": false, "a.b.c": false, "a.b.c.d": false, "a.c": true, "x": false, "x.y": false, "x.y.z": false, "y": true, "a.b.c.d.e": true} {
		at := root
		for name := range strings.SplitSeq(attr, ".") {
			parent := at
			at = parent.Field(name)
		}
		if at.Clean() != clean {
			t.Errorf("%s: clean %t", attr, at.Clean())
		}
	}
}

func TestCheck(t *testing.T) {
	own := validation.NewError("invalid_phone_number", "This is not a phone number.")
	for _, c := range []struct {
		name  string
		value any
		rules []validation.Rule
		want  string // code
	}{
		{"no rule", "x", nil, ""},
		{"a rule that holds", "x", []validation.Rule{validation.Required}, ""},
		{"a missing value", "", []validation.Rule{validation.Required}, "validation_required"},
		{"the first of two", "", []validation.Rule{validation.Required, validation.In("a")}, "validation_required"},
		{"the second of two", "b", []validation.Rule{validation.Required, validation.In("a")}, "validation_in_invalid"},
		{"a rule of its own code", "b", []validation.Rule{validation.In("a").ErrorObject(own)}, "invalid_phone_number"},
		{"a function", "b", []validation.Rule{validation.By(func(any) error { return own })}, "invalid_phone_number"},
		{"a wrapped error", "b", []validation.Rule{validation.By(func(any) error { return errors.Join(own) })}, "invalid_phone_number"},
		{"a format", "b", []validation.Rule{is.EmailFormat}, "validation_is_email"},
		{"parameters", "bbbb", []validation.Rule{validation.RuneLength(1, 3)}, "validation_length_out_of_range"},
		{"an absent value", (*string)(nil), []validation.Rule{validation.In("a")}, ""},
	} {
		var faults Collector
		root := Root(&faults)
		at := root.Index(3)
		at.Check("landline", c.value, c.rules...)
		list := faults.List()
		if c.want == "" {
			if len(list) > 0 {
				t.Errorf("%s: %v", c.name, list)
			}
			continue
		}
		if len(list) != 1 || list[0].Code != c.want || list[0].Attr != "3.landline" || list[0].Detail == "" || strings.Contains(list[0].Detail, "{{") {
			t.Errorf("%s: %v", c.name, list)
		}
	}
}

// A rule without a code is a mistake of the program: clients need a code.
func TestCheckWithoutCode(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("taken")
		}
	}()
	var faults Collector
	root := Root(&faults)
	root.Check("name", "x", validation.By(func(any) error { return errors.New("no") }))
}
