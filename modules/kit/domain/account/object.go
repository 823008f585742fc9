package account

import (
	"time"

	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"
	"dataimport/modules/kit/domain/settings"
)

// Object is the account object, of all sections that are switched on.
type Object struct {
	sections  []Section
	extension Extension
	shape     *payload.Object
	limits    payload.Limits
}

// NewObject is an object of these sections. The first one gives the account its
// identity.
func NewObject(limits payload.Limits, sections ...Section) *Object {
	o := &Object{limits: limits}
	for _, s := range sections {
		o.Add(s)
	}
	return o
}

// Add adds a section. It must not be called once accounts are read.
func (o *Object) Add(s Section) {
	if s.extension != nil {
		o.extension = s.extension
		return
	}
	o.sections = append(o.sections, s)
	parts := make([]any, len(o.sections))
	for i, section := range o.sections {
		parts[i] = section.part
	}
	o.shape = payload.Of(parts...)
}

// Privacy returns the privacy of the values of accounts, as far as sections declare them. The
// values of an extension's members are personal.
func (o *Object) Privacy() payload.Privacy { return o.shape.Privacy() }

// Understand decodes an account as client sends it, and checks it by all rules that need
// nothing but the data and the settings. An unknown supplier is a fault, and so is one
// that was not granted to the client; a nil client may use any. The error is a
// *[fault.Error] of data that cannot be decoded at all.
func (o *Object) Understand(data []byte, snapshot *settings.Snapshot, client *settings.Client, now time.Time) (*Payload, error) {
	p := &Payload{object: o, data: data, Facts: Facts{Settings: snapshot, Now: now.UTC()}}
	p.root = fault.Root(&p.faults)
	f := &p.Facts
	parts, extra, err := o.shape.DecodeOpen(data, o.limits, &p.faults)
	if err != nil {
		return nil, err
	}
	p.parts, f.Extra = parts, extra
	for i, s := range o.sections {
		if s.state != nil {
			s.state(parts[i], f)
		}
	}
	f.Supplier = snapshot.Supplier(f.ImportSupplier)
	if client != nil && !client.May(f.Supplier) {
		f.Supplier = nil
	}
	f.Today = Today(f.Supplier, f.Now)
	if f.Supplier == nil && p.root.CleanAt("import_supplier") {
		p.root.AddAt("import_supplier", fault.SupplierNotFound, SupplierNotFoundDetail)
	}
	if o.extension != nil {
		p.extended, err = o.extension.Read(Open{data, extra, f}, &p.root)
		if err != nil {
			return nil, err
		}
	} else {
		for i := range extra {
			extra[i].Unknown(&p.root)
		}
	}
	for i, s := range o.sections {
		if s.check != nil {
			s.check(parts[i], f, &p.root)
		}
	}
	return p, nil
}
