package runs

import (
	"encoding/json/jsontext"
	"errors"

	"dataimport/modules/kit/domain/book"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/module"
)

// readStep is the step of a line that cannot be split into its parts.
const readStep = "read"

// The members of a line that are no kind of data.
const (
	accountMember  = book.AccountMember
	numberMember   = book.NumberMember
	supplierMember = book.SupplierMember
)

// entry is a line of a book, split into its parts. The parts share the memory of the line.
type entry struct {
	book.Entry
	data   []module.LineData
	faults fault.List // of the line itself
}

// splitEntry splits a line. The error is a *[fault.Error] of a line that is no JSON object.
func splitEntry(line jsontext.Value, kinds []module.PostImport) (*entry, error) {
	read, err := book.ReadEntry(line)
	if err != nil && !errors.Is(err, book.ErrNoAccount) { // the latter is a fault of the data below
		return nil, err
	}
	e := &entry{Entry: read}
	e.data, e.faults = module.SplitData(&read, kinds)
	return e, nil
}

// locate gives the faults of an account their places in the line.
func (e *entry) locate(faults fault.List) fault.List {
	if !e.Enveloped {
		return faults
	}
	return module.LocateBelow(accountMember, faults)
}
