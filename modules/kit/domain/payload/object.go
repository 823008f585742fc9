package payload

import (
	"reflect"

	"dataimport/modules/kit/domain/fault"
)

// Limits bound one payload. Zero means no limit.
type Limits struct {
	Items int // most items of one array
	Depth int // deepest nesting of objects and arrays
}

// Object is a kind of JSON object. It is read into several structs, its parts, whose
// fields together are the object's members.
type Object struct {
	plan  *plan
	types []reflect.Type
}

// Of returns the object whose members are the fields of the given struct values. It
// panics where two of them have a field of the same name, or where a rule cannot be read:
// both are programming errors, and found when the program starts.
func Of(parts ...any) *Object {
	o := &Object{types: make([]reflect.Type, len(parts))}
	for i, part := range parts {
		o.types[i] = reflect.TypeOf(part)
	}
	o.plan = newPlan(o.types...)
	return o
}

// Decode reads data into a pointer to a new struct for each part, and adds the structural
// faults to faults. It returns a *[fault.Error] for data that is not JSON, is not an
// object or is nested too deeply. In that case the faults are incomplete.
func (o *Object) Decode(data []byte, limits Limits, faults *fault.Collector) ([]any, error) {
	parts, values := o.structs()
	at := fault.Root(faults)
	if _, err := decode(data, limits, o.plan, values, &at, false); err != nil {
		return nil, err
	}
	return parts, nil
}

// structs makes a new struct for each part.
func (o *Object) structs() (parts []any, values []reflect.Value) {
	parts, values = make([]any, len(o.types)), make([]reflect.Value, len(o.types))
	for i, t := range o.types {
		pointer := reflect.New(t)
		parts[i], values[i] = pointer.Interface(), pointer.Elem()
	}
	return parts, values
}

// Members returns the names of the object's members in their declared order.
func (o *Object) Members() []string {
	names := make([]string, len(o.plan.ordered))
	for i, m := range o.plan.ordered {
		names[i] = m.name
	}
	return names
}
