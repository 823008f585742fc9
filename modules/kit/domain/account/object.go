package account

import (
	"context"
	"encoding/json/jsontext"
	"time"

	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"
	"dataimport/modules/kit/domain/settings"
	"dataimport/modules/kit/http/endpoint"
	"dataimport/modules/kit/ops/tracing"
	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/store/documents"
	"dataimport/modules/kit/store/writer"
)

// Object is the account object, of all sections that are switched on.
type Object struct {
	// Store is where documents are looked up; nil looks none up.
	Store documents.Store
	// Reader is where rules look up what is stored of other accounts; nil looks
	// nothing up until the account is written.
	Reader *database.Reader
	// Behind runs what takes a processor and waits for nobody; nil runs it at once.
	Behind    func(work func())
	sections  []Section
	extension Extension
	shape     *payload.Object
	limits    payload.Limits
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

// Wait runs a function that waits for another service, and returns its error. The caller
// of the domain does with it what it does while a request only waits.
type Wait func(func() error) error

// WaitHere is a Wait that does nothing else.
func WaitHere(wait func() error) error { return wait() }

// Payload is one account as it was read.
type Payload struct {
	Facts     Facts
	Documents map[string]documents.Info // that it names, by path, where they were looked up
	data      []byte
	parts     []any
	extended  Extended // nil where there is nothing but the parts
}

// Read reads an account as client sends it and finds all its faults, structural
// and semantic, in the order of the payload. An unknown supplier is one of them,
// and so is one that was not granted to the client; a nil client may use any.
// Read waits for the document store inside wait. The error is of data that cannot be
// read at all, or of a document store that does not answer.
func (o *Object) Read(ctx context.Context, data []byte, snapshot *settings.Snapshot, client *settings.Client, now time.Time, wait Wait) (*Payload, fault.List, error) {
	ctx, reading := tracing.Start(ctx, "validate")
	defer reading.End(false)
	var faults fault.Collector
	at := fault.Root(&faults)
	p := &Payload{data: data, Facts: Facts{Settings: snapshot, Now: now.UTC()}}
	var err error
	o.behind(func() { err = o.understand(p, client, &faults, &at) })
	if err != nil {
		return nil, nil, err
	}
	if o.Reader != nil {
		if err := o.compare(p, &p.Facts, o.Reader, &at); err != nil {
			return nil, nil, err
		}
	}
	if err := o.lookUpDocuments(ctx, wait, p, &at); err != nil {
		return nil, nil, err
	}
	list := faults.List()
	payload.Sort(data, list)
	return p, list, nil
}

// understand finds what the data itself shows.
func (o *Object) understand(p *Payload, client *settings.Client, faults *fault.Collector, at *fault.At) error {
	parts, extra, err := o.shape.DecodeOpen(p.data, o.limits, faults)
	if err != nil {
		return err
	}
	p.parts = parts
	for i, s := range o.sections {
		if s.state != nil {
			s.state(parts[i], &p.Facts)
		}
	}
	p.findSupplier(client, at)
	if err := o.readExtra(p, extra, at); err != nil {
		return err
	}
	for i, s := range o.sections {
		if s.check != nil {
			s.check(parts[i], &p.Facts, at)
		}
	}
	return nil
}

func (o *Object) behind(work func()) {
	if o.Behind == nil {
		work()
		return
	}
	o.Behind(work)
}

// Subject is the account that the payload is of.
func (p *Payload) Subject() endpoint.Subject {
	return endpoint.Subject{Supplier: p.Facts.Supplier, ExternalAccountNumber: p.Facts.ExternalAccountNumber}
}

func (o *Object) lookUpDocuments(ctx context.Context, wait Wait, p *Payload, at *fault.At) (err error) {
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
	return wait(func() error {
		p.Documents, err = named.Verify(ctx, o.Store, supplier.DocumentRoot)
		return err
	})
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

// JSON is the account as it was understood: trimmed and normalised.
func (p *Payload) JSON() (jsontext.Value, error) {
	sections, err := payload.EncodeParts(p.parts)
	if err != nil || p.extended == nil {
		return sections, err
	}
	return p.withExtra(sections)
}

// Prepare makes the rows of all sections of the payload ready, and of what extends it;
// it sets what they say of the account's own row, which is left to Create.
func (o *Object) Prepare(to *Account, p *Payload) (rows *writer.PreparedRows, err error) {
	o.behind(func() { rows, err = o.prepare(to, p) })
	return rows, err
}

func (o *Object) prepare(to *Account, p *Payload) (*writer.PreparedRows, error) {
	rows := writer.NewPreparedRows(p.Facts.Now)
	for i, s := range o.sections {
		if s.create == nil {
			continue
		}
		if err := s.create(rows, to, p.parts[i]); err != nil {
			return nil, err
		}
	}
	if p.extended == nil {
		return rows, nil
	}
	return rows, p.extended.Import(rows, to)
}

// Import writes the rows of an account that were made ready. The error is a
// *[fault.Error] where the account cannot be there beside those that are stored by now.
func (o *Object) Import(tx *writer.Tx, to *Account, p *Payload, rows *writer.PreparedRows) error {
	if err := o.compareAgain(tx, to, p); err != nil {
		return err
	}
	return tx.InsertPrepared(rows)
}
