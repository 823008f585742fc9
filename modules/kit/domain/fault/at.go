package fault

import (
	"errors"
	"strconv"

	validation "github.com/pocketbase/ozzo-validation/v4"
)

// At is a place in a payload. A rule adds its faults there. A place is cheap: its path is
// only written out when a fault needs it.
type At struct {
	parent *At
	faults *Collector
	name   string
	index  int
}

// Root returns the place of a whole payload, whose faults are added to c.
func Root(c *Collector) At {
	return At{faults: c, index: -1}
}

// Field returns the place of a member of this object.
func (a *At) Field(name string) At {
	return At{parent: a, faults: a.faults, name: name, index: -1}
}

// Index returns the place of an item of this array.
func (a *At) Index(i int) At {
	return At{parent: a, faults: a.faults, index: i}
}

// Add records a broken rule at this place.
func (a *At) Add(code, detail string) {
	a.faults.Add(Fault{Detail: detail, Code: code, Attr: a.Attr()})
}

// AddAt records a broken rule at a member of this object.
func (a *At) AddAt(field, code, detail string) {
	at := a.Field(field)
	at.Add(code, detail)
}

// Clean reports whether no fault is known at this place or below it. Rules that compare
// several values call it first, so that a value that could not be read does not cause a
// second, misleading fault.
func (a *At) Clean() bool {
	return len(a.faults.list) == 0 || !a.faults.under(a.Attr())
}

// CleanAt reports the same for a member of this object.
func (a *At) CleanAt(field string) bool {
	at := a.Field(field)
	return at.Clean()
}

// Check applies ozzo-validation rules to the value of a member. It records the first
// broken rule, with the rule's own code and message.
func (a *At) Check(field string, value any, rules ...validation.Rule) {
	for _, rule := range rules {
		err := rule.Validate(value)
		if err == nil {
			continue
		}
		at := a.Field(field)
		at.addError(err)
		return
	}
}

func (a *At) addError(err error) {
	coded, ok := errors.AsType[validation.Error](err)
	if !ok {
		panic("fault: a rule without a code: " + err.Error())
	}
	a.Add(coded.Code(), coded.Error())
}

// Attr returns the dotted path of this place, for example "customers.0.landline".
func (a *At) Attr() string {
	var buffer [128]byte // most paths fit
	return string(a.append(buffer[:0]))
}

func (a *At) append(path []byte) []byte {
	if a.parent == nil {
		return path
	}
	if path = a.parent.append(path); len(path) > 0 {
		path = append(path, '.')
	}
	if a.index >= 0 {
		return strconv.AppendInt(path, int64(a.index), 10)
	}
	return append(path, a.name...)
}
