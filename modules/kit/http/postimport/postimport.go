// Package postimport is what the endpoints have in common that add data to an account
// which is imported already. They check the supplier, find the account again inside the
// write, have the kind write its items, and record the event.
package postimport

import (
	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/document"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/settings"
	"dataimport/modules/kit/http/endpoint"
	"dataimport/modules/kit/store/accountevents"
	"dataimport/modules/kit/store/documents"
	"dataimport/modules/kit/store/imports"
	"dataimport/modules/kit/store/settingsdb"
	"dataimport/modules/kit/store/writer"
)

// FindSupplier finds the supplier that a request names. It adds a fault where the
// supplier does not exist, where the client was not granted it, and where its migration
// is paused or complete. The supplier is nil in the first two cases.
func FindSupplier(c *endpoint.Call, code string, at *fault.At) *settings.Supplier {
	supplier := c.Supplier(code)
	if supplier == nil && at.CleanAt("import_supplier") {
		at.AddAt("import_supplier", fault.SupplierNotFound, account.SupplierNotFoundDetail)
	}
	account.CheckOngoing(supplier, at)
	return supplier
}

// NewFacts is what the rules of a kind may know of an account that is imported already.
func NewFacts(c *endpoint.Call, supplier *settings.Supplier) *account.Facts {
	return &account.Facts{Settings: c.Settings, Supplier: supplier, Now: c.Now, Today: account.Today(supplier, c.Now)}
}

// Data is the data of a request for one account.
type Data struct {
	Supplier              *settings.Supplier
	ExternalAccountNumber string
	Kind                  string                   // of the items, as in the name of the event: "notes"
	Items                 int                      // how many there are
	Documents             map[string]document.Info // that the items name, by path; nil where they were not verified
	// isDryRun says whether the write is undone.
	isDryRun bool
	// NotImported is the refusal where the account is not imported.
	NotImported func() error
}

// NewData is the data of a call. The account becomes the subject of the call.
func NewData(c *endpoint.Call, supplier *settings.Supplier, externalAccountNumber, kind string, items int, notImported func() error) Data {
	c.Subject = endpoint.Subject{Supplier: supplier, ExternalAccountNumber: externalAccountNumber}
	return Data{Supplier: supplier, ExternalAccountNumber: externalAccountNumber, Kind: kind, Items: items, NotImported: notImported}
}

// UndoAll makes the import a dry run. The write does everything and undoes it, and neither
// the import nor its refusal is recorded.
func (d *Data) UndoAll(c *endpoint.Call) {
	d.isDryRun = true
	c.Subject = endpoint.Subject{}
}

// VerifyDocuments looks up the documents that name adds to its list, where the supplier
// wants that. A document that is not there is a fault. The error is a *[fault.Error]
// where the store does not answer.
func (d *Data) VerifyDocuments(c *endpoint.Call, store documents.Store, name func(*document.Named)) (err error) {
	if store == nil || d.Supplier == nil || !d.Supplier.VerifyDocuments {
		return nil
	}
	var named document.Named
	name(&named)
	return c.WaitOutside(func() error {
		d.Documents, err = documents.VerifyNamed(c.Request.Context(), store, d.Supplier.UsableRoot(), &named)
		return err
	})
}

// Add adds the items of a request to an account. It returns how many of them the account
// did not have.
type Add func(tx *writer.Tx, to *account.Account) (added int, err error)

// Prepared is the data of a request that was decoded and checked, and that only the write
// can still refuse.
type Prepared struct {
	Data
	Add Add
}

// Prepare decodes and checks the body of a call. The error is a *[fault.Error] with all
// faults of the body, or that of a service that could not be asked.
type Prepare func(c *endpoint.Call) (*Prepared, error)

// ImportInto writes the items of a call and the event, in one write. That of a dry run is
// undone.
func (p *Prepared) ImportInto(c *endpoint.Call, w *writer.Writer) error {
	return w.DoTraced(c.Request.Context(), func(tx *writer.Tx) error {
		write := func() error {
			if _, err := p.Write(tx); err != nil {
				return err
			}
			return p.RecordImport(tx, c.Client.ID)
		}
		if p.isDryRun {
			return tx.RunAndUndo(write)
		}
		return write()
	})
}

// Write adds the items to the account, and returns how many the account did not have. It
// checks the supplier and the account again, since both may have changed after the request
// was checked. The error is a *[fault.Error] where they have.
func (p *Prepared) Write(tx *writer.Tx) (added int, err error) {
	current, err := settingsdb.InTransaction(tx)
	if err != nil {
		return 0, err
	}
	supplier := current.SupplierByID(p.Supplier.ID)
	if supplier == nil {
		return 0, p.NotImported()
	}
	if err := account.RequireOngoing(supplier, "import_supplier"); err != nil {
		return 0, err
	}
	to, err := imports.FindImportedAccount(tx, supplier, p.ExternalAccountNumber)
	if err != nil {
		return 0, err
	}
	if to == nil {
		return 0, p.NotImported()
	}
	to.Documents = p.Documents
	return p.Add(tx, to)
}

// RecordImport records that a client has sent the items and that the account has them.
func (d *Data) RecordImport(tx *writer.Tx, clientID string) error {
	return accountevents.Record(tx, accountevents.Event{
		Name: d.Kind + ".imported", SupplierID: d.Supplier.ID, ExternalAccountNumber: d.ExternalAccountNumber,
		ClientID: clientID, Items: d.Items,
	})
}
