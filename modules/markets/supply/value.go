package supply

import (
	"time"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"
)

// Member is a member that a market adds to an account, with its value.
type Member struct {
	Object string // attr of the object that contains it; empty for the account itself
	Name   string
	Value  any // as it was read: of maps, slices, strings, json.Numbers and booleans
}

// Check adds the faults of a market's rules. The place of the whole account is at.
type Check func(members []Member, f *account.Facts, at *fault.At)

// Place returns the place of a member.
func (m *Member) Place(at *fault.At) fault.At {
	if m.Object == "" {
		return at.Field(m.Name)
	}
	return at.Field(m.Object + "." + m.Name)
}

// Object is a JSON object. A value of another type becomes an object without members.
type Object map[string]any

// Has reports whether the object has a member.
func (o Object) Has(name string) bool {
	_, has := o[name]
	return has
}

// Text returns a member that is a string, and otherwise an empty string.
func (o Object) Text(name string) string {
	text, _ := o[name].(string)
	return text
}

// Flag returns a member that is a boolean, and otherwise the given value.
func (o Object) Flag(name string, otherwise bool) bool {
	if flag, ok := o[name].(bool); ok {
		return flag
	}
	return otherwise
}

// Date returns a member that is a date, and otherwise the zero date.
func (o Object) Date(name string) payload.Date {
	date, _ := payload.ParseDate(o.Text(name))
	return date
}

// Object returns a member that is an object.
func (o Object) Object(name string) Object {
	inner, _ := o[name].(map[string]any)
	return inner
}

// List returns the items of a member that is an array.
func (o Object) List(name string) []any {
	items, _ := o[name].([]any)
	return items
}

// Moment returns a member that is a datetime, and otherwise the zero time.
func (o Object) Moment(name string) time.Time {
	moment, _ := payload.ParseDatetime(o.Text(name))
	return moment
}

// Each visits the items of a member that is an array. The place of the object is at.
func (o Object) Each(name string, at *fault.At, visit func(item Object, at *fault.At)) {
	if len(o.List(name)) == 0 {
		return
	}
	list := at.Field(name)
	EachOf(o[name], &list, visit)
}

// EachOf visits the items of an array. The place of the array is at.
func EachOf(value any, at *fault.At, visit func(item Object, at *fault.At)) {
	items, _ := value.([]any)
	for i, item := range items {
		object, _ := item.(map[string]any)
		place := at.Index(i)
		visit(object, &place)
	}
}

// readList reads the items of an array.
func readList[T any](items []any, read func(Object, *T)) []T {
	if len(items) == 0 {
		return nil
	}
	values := make([]T, len(items))
	for i, item := range items {
		object, _ := item.(map[string]any)
		read(object, &values[i])
	}
	return values
}
