package account

import (
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"
	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/store/settingsdb"
	"dataimport/modules/kit/store/writer"
)

// compare applies the rules about what is stored of other accounts of the supplier.
func (o *Object) compare(p *Payload, f *Facts, q database.Querier, at *fault.At) error {
	if f.Supplier == nil {
		return nil
	}
	for i, s := range o.sections {
		if s.stored == nil {
			continue
		}
		if err := s.stored(p.parts[i], f, q, at); err != nil {
			return err
		}
	}
	return nil
}

// compareAgain does so inside a write: of two accounts that were read at the same
// time, both without a fault, one may be stored by now.
func (o *Object) compareAgain(tx *writer.Tx, to *Account, p *Payload) error {
	current, err := settingsdb.InTransaction(tx)
	if err != nil {
		return err
	}
	facts := p.Facts
	facts.Settings, facts.Supplier = current, current.SupplierByID(to.Supplier.ID)
	var faults fault.Collector
	at := fault.Root(&faults)
	if err := o.compare(p, &facts, tx, &at); err != nil {
		return err
	}
	list := faults.List()
	payload.Sort(p.data, list)
	return fault.Invalid(fault.AccountFailedValidation, list)
}
