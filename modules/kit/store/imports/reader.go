package imports

import (
	"context"
	"time"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/settings"
	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/store/documents"
	"dataimport/modules/kit/store/progress"
	"dataimport/modules/kit/store/settingsdb"
	"dataimport/modules/kit/store/writer"
)

// AccountReader reads accounts against all that they must agree with: the rules, the
// other accounts of their supplier, and the document store.
type AccountReader struct {
	Object    *account.Object
	Registers []Register
	Database  *database.Reader
	// Documents is where documents are verified. A nil store verifies none.
	Documents documents.Store
	// Schedule runs work that takes a processor and waits for no other service.
	Schedule func(work func())
	// Span begins a span of the trace of ctx, which lasts until end is called. What uses
	// the new context stands below the span. A nil function begins none.
	Span func(ctx context.Context, name string) (within context.Context, end func(failed bool))
}

// Wait runs a function that waits for another service, and returns its error. The caller
// does with it what it does while a request only waits.
type Wait func(func() error) error

// WaitHere is a Wait that does nothing else.
func WaitHere(wait func() error) error { return wait() }

// Read reads an account as client sends it and finds all of its faults, in the order of
// the payload; see [account.Object.Understand]. It waits for the document store inside
// wait. The error is a *[fault.Error] of data that cannot be decoded at all, or of a
// document store that does not answer; any other is the database's.
func (r *AccountReader) Read(ctx context.Context, data []byte, snapshot *settings.Snapshot, client *settings.Client, now time.Time, wait Wait) (p *account.Payload, faults fault.List, err error) {
	if r.Span != nil {
		within, end := r.Span(ctx, "validate")
		defer end(false)
		ctx = within
	}
	r.Schedule(func() { p, err = r.Object.Understand(data, snapshot, client, now) })
	if err != nil {
		return nil, nil, err
	}
	if claims := p.Claims(&p.Facts, p.At()); len(claims) > 0 {
		if err := AddClaimFaults(r.Database, r.Registers, &p.Facts, claims); err != nil {
			return nil, nil, err
		}
	}
	if supplier := p.Facts.Supplier; r.Documents != nil && supplier != nil && supplier.VerifyDocuments {
		if named := p.NamedDocuments(); len(named.Paths) > 0 {
			err := wait(func() (err error) {
				p.Documents, err = documents.VerifyNamed(ctx, r.Documents, supplier.UsableRoot(), named)
				return err
			})
			if err != nil {
				return nil, nil, err
			}
		}
	}
	return p, p.Faults(), nil
}

// PrepareRows prepares the rows of all parts of an account, so that the write has nothing
// left to do but to write them. It sets what the parts say of the account's own row, for
// [CreateAccountRow].
func (r *AccountReader) PrepareRows(to *account.Account, p *account.Payload) (rows *writer.PreparedRows, err error) {
	r.Schedule(func() {
		rows = writer.NewPreparedRows(p.Facts.Now)
		err = p.PrepareRows(progress.CountingRowWriter{InsertTarget: rows}, to)
	})
	return rows, err
}

// CheckClaims looks the claims of an account up again, inside the write that creates it.
// Two accounts that claim one key may have been read at the same time, both without a
// fault, and one of them may be stored by now. The error is a *[fault.Error] then.
func (r *AccountReader) CheckClaims(tx *writer.Tx, to *account.Account, p *account.Payload) error {
	current, err := settingsdb.InTransaction(tx)
	if err != nil {
		return err
	}
	facts := p.Facts
	facts.Settings, facts.Supplier = current, current.SupplierByID(to.Supplier.ID)
	var faults fault.Collector
	root := fault.Root(&faults)
	claims := p.Claims(&facts, &root)
	if len(claims) == 0 {
		return nil
	}
	if err := AddClaimFaults(tx, r.Registers, &facts, claims); err != nil {
		return err
	}
	list := faults.List()
	p.Sort(list)
	return fault.Invalid(fault.AccountFailedValidation, list)
}
