package account

import (
	"encoding/json/jsontext"
	"time"

	"dataimport/modules/kit/fault"
	"dataimport/modules/kit/payload"
	"dataimport/modules/kit/settings"
	"dataimport/modules/kit/writer"
)

// Object is the account object, of all sections that are switched on.
type Object struct {
	sections []Section
	shape    *payload.Object
	limits   payload.Limits
}

// NewObject is an object of these sections. The first gives the account its identity.
func NewObject(limits payload.Limits, sections ...Section) *Object {
	o := &Object{limits: limits}
	for _, s := range sections {
		o.Add(s)
	}
	return o
}

// Add adds a section; it must not be called once accounts are read.
func (o *Object) Add(s Section) {
	o.sections = append(o.sections, s)
	parts := make([]any, len(o.sections))
	for i, section := range o.sections {
		parts[i] = section.part
	}
	o.shape = payload.Of(parts...)
}

// Payload is one account as it was read.
type Payload struct {
	Facts Facts
	parts []any
}

// Read reads an account as client sends it and finds all its faults, structural
// and semantic, in the order of the payload. An unknown supplier is one of them,
// and so is one that was not granted to the client; a nil client may use any.
// The error is of data that cannot be read at all.
func (o *Object) Read(data []byte, snapshot *settings.Snapshot, client *settings.Client, now time.Time) (*Payload, fault.List, error) {
	var faults fault.Collector
	parts, err := o.shape.Decode(data, o.limits, &faults)
	if err != nil {
		return nil, nil, err
	}
	p := &Payload{parts: parts, Facts: Facts{Settings: snapshot, Now: now.UTC()}}
	for i, s := range o.sections {
		if s.state != nil {
			s.state(parts[i], &p.Facts)
		}
	}
	at := fault.Root(&faults)
	p.findSupplier(client, &at)
	for i, s := range o.sections {
		if s.check != nil {
			s.check(parts[i], &p.Facts, &at)
		}
	}
	list := faults.List()
	payload.Sort(data, list)
	return p, list, nil
}

func (p *Payload) findSupplier(client *settings.Client, at *fault.At) {
	f := &p.Facts
	f.Supplier = f.Settings.Supplier(f.ImportSupplier)
	if client != nil && !client.May(f.Supplier) {
		f.Supplier = nil
	}
	f.Today = Today(f.Supplier, f.Now)
	if f.Supplier == nil && at.CleanAt("import_supplier") {
		at.AddAt("import_supplier", fault.SupplierNotFound, SupplierNotFoundDetail)
	}
}

// SupplierNotFoundDetail is the sentence for a supplier that does not exist, or
// that the client was not granted: the two must look the same.
const SupplierNotFoundDetail = "There is no import supplier of this code: correct it, or ask the operator for access to it."

// JSON is the account as it was understood: trimmed and normalised.
func (p *Payload) JSON() (jsontext.Value, error) {
	return payload.EncodeParts(p.parts)
}

// Import writes the rows of all sections of the payload.
func (o *Object) Import(tx *writer.Tx, to *Account, p *Payload) error {
	for i, s := range o.sections {
		if s.create == nil {
			continue
		}
		if err := s.create(tx, to, p.parts[i]); err != nil {
			return err
		}
	}
	return nil
}

// Schema is the account object as a JSON Schema 2020-12 document.
func (o *Object) Schema() map[string]any {
	schema := o.shape.Schema()
	schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
	schema["title"] = "Account"
	return schema
}
