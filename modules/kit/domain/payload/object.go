package payload

import (
	"reflect"

	"dataimport/modules/kit/domain/fault"
)

// Limits bound what is read of one payload; zero means no bound.
type Limits struct {
	Items int // in one array
	Depth int // of nested objects and arrays
}

// Object is a kind of JSON object, read into one struct of each of its parts:
// their fields together are its members.
type Object struct {
	plan  *plan
	types []reflect.Type
}

// Of describes the object whose members are the fields of the given struct
// values. A name in two of them, or a rule that cannot be read, panics: both are
// programming errors, and found at start.
func Of(parts ...any) *Object {
	o := &Object{types: make([]reflect.Type, len(parts))}
	for i, part := range parts {
		o.types[i] = reflect.TypeOf(part)
	}
	o.plan = newPlan(o.types...)
	return o
}

// Decode reads data into a pointer to a new struct of each part and adds what is
// structurally wrong to faults. The error is a *[fault.Error], for data that is
// not JSON, not an object or nested too deeply: then nothing else is known.
func (o *Object) Decode(data []byte, limits Limits, faults *fault.Collector) ([]any, error) {
	parts, values := o.structs()
	at := fault.Root(faults)
	if _, err := decode(data, limits, o.plan, values, &at, false); err != nil {
		return nil, err
	}
	return parts, nil
}

// structs makes a struct of each part.
func (o *Object) structs() (parts []any, values []reflect.Value) {
	parts, values = make([]any, len(o.types)), make([]reflect.Value, len(o.types))
	for i, t := range o.types {
		pointer := reflect.New(t)
		parts[i], values[i] = pointer.Interface(), pointer.Elem()
	}
	return parts, values
}

// Members is the names of the object's members in their declared order.
func (o *Object) Members() []string {
	names := make([]string, len(o.plan.ordered))
	for i, m := range o.plan.ordered {
		names[i] = m.name
	}
	return names
}
