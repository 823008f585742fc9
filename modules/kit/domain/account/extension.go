package account

import (
	"encoding/json/jsontext"

	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"
	"dataimport/modules/kit/store/writer"
)

// Extension is the members of the account object that are in no section, since they
// differ from supplier to supplier. A module that has them brings an Extension in
// place of a section; there is one at most.
type Extension interface {
	// Read reads the members that no section has and adds their faults; those that
	// the account's supplier does not have either are unknown. It runs when the
	// supplier is known, or known not to exist. What it gives is nil where nothing
	// was added.
	Read(in Open, at *fault.At) (Extended, error)
}

// Open is an account whose sections were read.
type Open struct {
	Data  []byte          // the whole payload
	Extra []payload.Extra // what no section has
	Facts *Facts
}

// Extended is what an extension has read of an account.
type Extended interface {
	// Members are the members as they were understood.
	Members() ([]payload.Extra, error)
	// Import makes their rows ready.
	Import(into writer.RowWriter, to *Account) error
}

// NewExtension is the section of a module that brings an extension.
func NewExtension(module string, e Extension) Section {
	return Section{Name: module, part: struct{}{}, extension: e}
}

// readExtra reads what no section has. Without an extension nothing else is known.
func (o *Object) readExtra(p *Payload, extra []payload.Extra, at *fault.At) (err error) {
	if o.extension != nil {
		p.extended, err = o.extension.Read(Open{p.data, extra, &p.Facts}, at)
		return err
	}
	for i := range extra {
		extra[i].Unknown(at)
	}
	return nil
}

// withExtra is the JSON of the sections with what the extension has read.
func (p *Payload) withExtra(sections jsontext.Value) (jsontext.Value, error) {
	members, err := p.extended.Members()
	if err != nil {
		return nil, err
	}
	return payload.Insert(sections, members)
}
