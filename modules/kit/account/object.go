package account

import (
	"context"
	"encoding/json/jsontext"
	"time"

	"dataimport/modules/kit/documents"
	"dataimport/modules/kit/fault"
	"dataimport/modules/kit/payload"
	"dataimport/modules/kit/settings"
	"dataimport/modules/kit/writer"
)

// Object is the account object, of all sections that are switched on.
type Object struct {
	// Store is where documents are looked up; nil looks none up.
	Store    documents.Store
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
	Facts     Facts
	Documents map[string]documents.Info // that it names, by path, where they were looked up
	parts     []any
}

// Read reads an account as client sends it and finds all its faults, structural
// and semantic, in the order of the payload. An unknown supplier is one of them,
// and so is one that was not granted to the client; a nil client may use any.
// The error is of data that cannot be read at all, or of a document store that does
// not answer.
func (o *Object) Read(ctx context.Context, data []byte, snapshot *settings.Snapshot, client *settings.Client, now time.Time) (*Payload, fault.List, error) {
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
	if err := o.lookUpDocuments(ctx, p, &at); err != nil {
		return nil, nil, err
	}
	list := faults.List()
	payload.Sort(data, list)
	return p, list, nil
}

func (o *Object) lookUpDocuments(ctx context.Context, p *Payload, at *fault.At) (err error) {
	supplier := p.Facts.Supplier
	if o.Store == nil || supplier == nil || !supplier.VerifyDocuments {
		return nil
	}
	var named documents.Named
	for i, s := range o.sections {
		if s.name != nil {
			s.name(p.parts[i], at, &named)
		}
	}
	p.Documents, err = named.Verify(ctx, o.Store, supplier.DocumentRoot)
	return err
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
