package payload

import (
	"bytes"
	"encoding/json/jsontext"

	"dataimport/modules/kit/domain/fault"
)

// Extra is a member of a payload that its object does not have.
type Extra struct {
	Object string         // attr of the object that contains it; empty for the payload itself
	Name   string         // as it was sent
	Value  jsontext.Value // as it was sent; it points into the data that was read, so it must not be kept longer
}

// Unknown adds the fault that the object has no such member.
func (e *Extra) Unknown(at *fault.At) {
	object := at
	if e.Object != "" {
		place := at.Field(e.Object)
		object = &place
	}
	object.AddAt(ShownName(e.Name), RuleUnknownField.Code, unknownDetail)
}

const unknownDetail = "There is no member of this name here: remove it, or correct its spelling."

// DecodeOpen decodes an object to which another package may add members. It returns the
// members that the object does not have, in their order. They are no faults yet.
func (o *Object) DecodeOpen(data []byte, limits Limits, faults *fault.Collector) (parts []any, extra []Extra, err error) {
	parts, values := o.structs()
	at := fault.Root(faults)
	extra, err = decode(data, limits, o.plan, values, &at, true)
	return parts, extra, err
}

// keep skips the value of a member that the object at a place does not have, and adds the
// member to extra.
func (d *decoder) keep(name string, at *fault.At, depth int) error {
	start := d.json.InputOffset()
	place := at.Field(ShownName(name))
	if err := d.skip(&place, depth); err != nil {
		return err
	}
	read := bytes.TrimLeft(d.data[start:d.json.InputOffset()], ",: \t\r\n")
	d.extra = append(d.extra, Extra{Object: at.Attr(), Name: name, Value: read})
	return nil
}
