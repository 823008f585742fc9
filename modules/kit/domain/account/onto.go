package account

import (
	"context"
	"net/http"

	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/settings"
	"dataimport/modules/kit/http/endpoint"
	"dataimport/modules/kit/store/accountevents"
	"dataimport/modules/kit/store/documents"
	"dataimport/modules/kit/store/writer"
)

const notImported = "This account is not imported: stage and process it first, or correct the supplier code and the account number."

// NotImported is the refusal of data for an account that is not imported, as a
// fault of the request.
func NotImported() error {
	return fault.Refused(fault.AccountNotFound, "external_account_number", notImported)
}

// NotImported404 is the same as an answer about the address of the account.
func NotImported404() error {
	return fault.New(http.StatusNotFound, fault.AccountNotFound, notImported)
}

// SupplierOf is the supplier that a request for an imported account names; what
// forbids it to take data is a fault. It is nil where there is none.
func SupplierOf(c *endpoint.Call, code string, at *fault.At) *settings.Supplier {
	supplier := c.Supplier(code)
	if supplier == nil && at.CleanAt("import_supplier") {
		at.AddAt("import_supplier", fault.SupplierNotFound, SupplierNotFoundDetail)
	}
	CheckOngoing(supplier, at)
	return supplier
}

// CheckOngoing adds the fault of a supplier that takes no data now.
func CheckOngoing(supplier *settings.Supplier, at *fault.At) {
	if supplier != nil && supplier.Status != settings.Ongoing {
		at.AddAt("import_supplier", fault.SupplierNotOngoing, NotOngoingDetail(supplier))
	}
}

// FactsOf is what the rules of a kind may know where an account is imported already.
func FactsOf(c *endpoint.Call, supplier *settings.Supplier) *Facts {
	return &Facts{Settings: c.Settings, Supplier: supplier, Now: c.Now, Today: Today(supplier, c.Now)}
}

// Data is what a request brings for an imported account.
type Data struct {
	Supplier              *settings.Supplier
	ExternalAccountNumber string
	Kind                  string // of the items: "notes"
	Items                 int
	Documents             map[string]documents.Info // that it names, by path
	// Absent is the error where the account is not imported.
	Absent func() error

	clientID string
}

// DataOf is what a call brings for an account that absent is the error about where
// it is not imported.
func DataOf(c *endpoint.Call, supplier *settings.Supplier, externalAccountNumber, kind string, items int, absent func() error) Data {
	c.Subject = endpoint.Subject{Supplier: supplier, ExternalAccountNumber: externalAccountNumber}
	return Data{Supplier: supplier, ExternalAccountNumber: externalAccountNumber, Kind: kind, Items: items, Absent: absent, clientID: c.Client.ID}
}

// Onto runs do on the account that the data is for, in one write. What was true
// before is checked again, since nobody can change it there.
func (d *Data) Onto(c *endpoint.Call, w *writer.Writer, do func(tx *writer.Tx, to *Account) error) error {
	return w.DoIn(c.Request.Context(), func(tx *writer.Tx) error {
		current, err := tx.Settings()
		if err != nil {
			return err
		}
		supplier := current.SupplierByID(d.Supplier.ID)
		if supplier == nil {
			return d.Absent()
		}
		if err := Ongoing(supplier, "import_supplier"); err != nil {
			return err
		}
		to, err := Find(tx, supplier, d.ExternalAccountNumber)
		if err != nil {
			return err
		}
		if to == nil {
			return d.Absent()
		}
		to.Documents = d.Documents
		if err := do(tx, to); err != nil {
			return err
		}
		return accountevents.Record(tx, accountevents.Event{
			Name: d.Kind + ".imported", SupplierID: supplier.ID, ExternalAccountNumber: d.ExternalAccountNumber,
			ClientID: d.clientID, Items: d.Items,
		})
	})
}

// LookUp looks the documents up that the data names, where the supplier wants that. It
// waits for the store inside wait. The error is the store's.
func (d *Data) LookUp(ctx context.Context, wait Wait, store documents.Store, name func(*documents.Named)) (err error) {
	if store == nil || d.Supplier == nil || !d.Supplier.VerifyDocuments {
		return nil
	}
	var named documents.Named
	name(&named)
	return wait(func() error {
		d.Documents, err = named.Verify(ctx, store, d.Supplier.DocumentRoot)
		return err
	})
}
