package account

import (
	"encoding/json/jsontext"

	"dataimport/modules/kit/domain/document"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"
)

// Payload is one account as it was understood.
type Payload struct {
	Facts     Facts
	Documents map[string]document.Info // that it names, by path; nil where they were not verified
	object    *Object
	data      []byte
	parts     []any
	extended  Extended // nil where there is nothing but the parts
	faults    fault.Collector
	root      fault.At
}

// At is the place of the whole account. Faults that are added there, or below, become
// faults of the account.
func (p *Payload) At() *fault.At { return &p.root }

// Faults are all faults that are known of the account, in the order of the payload.
func (p *Payload) Faults() fault.List {
	list := p.faults.List()
	payload.Sort(p.data, list)
	return list
}

// Sort puts faults of the account into the order of the payload.
func (p *Payload) Sort(faults fault.List) { payload.Sort(p.data, faults) }

// NamedDocuments are the stored documents that the account names. The faults of those
// that are not there become faults of the account.
func (p *Payload) NamedDocuments() *document.Named {
	var named document.Named
	for i, s := range p.object.sections {
		if s.nameDocuments != nil {
			s.nameDocuments(p.parts[i], &p.root, &named)
		}
	}
	return &named
}

// Claims are what the account alone of its supplier may have, by the facts f. Their
// faults are added below at. There are none where f has no supplier.
func (p *Payload) Claims(f *Facts, at *fault.At) []Claim {
	if f.Supplier == nil {
		return nil
	}
	var claims Claims
	for i, s := range p.object.sections {
		if s.claim != nil {
			s.claim(p.parts[i], f, at, &claims)
		}
	}
	return claims.List
}

// JSON is the account as it was understood: trimmed and normalised.
func (p *Payload) JSON() (jsontext.Value, error) {
	sections, err := payload.EncodeParts(p.parts)
	if err != nil || p.extended == nil {
		return sections, err
	}
	members, err := p.extended.Members()
	if err != nil {
		return nil, err
	}
	return payload.Insert(sections, members)
}

// PrepareRows writes the rows of all sections, and of the extension. It sets what they
// say of the account's own row, which it does not write.
func (p *Payload) PrepareRows(into RowWriter, to *Account) error {
	for i, s := range p.object.sections {
		if s.prepareRows == nil {
			continue
		}
		if err := s.prepareRows(into, to, p.parts[i]); err != nil {
			return err
		}
	}
	if p.extended == nil {
		return nil
	}
	return p.extended.PrepareRows(into, to)
}
