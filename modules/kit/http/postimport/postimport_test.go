package postimport_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/document"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/settings"
	"dataimport/modules/kit/http/endpoint"
	"dataimport/modules/kit/http/postimport"
	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/store/documents"
	"dataimport/modules/kit/store/settingsdb"
	"dataimport/modules/kit/store/writer"
	"dataimport/modules/kit/testing/kindtest"
)

// fixture is a database with the account "EXT-1" of the supplier ACME, and a call of a client
// that was granted this supplier and not the supplier OTHER.
type fixture struct {
	*kindtest.Store
	call *endpoint.Call
	data postimport.Data
}

var errNotImported = errors.New("not imported")

func newFixture(t *testing.T, status string) *fixture {
	t.Helper()
	s := kindtest.New(t)
	to := s.Account(3)
	now := database.Time(time.Now())
	s.Exec(`INSERT INTO import_processes (id, created, updated, supplier, external_account_number, state, account, service_account_number, account_created_at)
		VALUES (?, ?, ?, ?, ?, 'imported', ?, ?, ?)`, database.NewID(), now, now, s.Supplier.ID, to.ExternalAccountNumber, to.ID, to.Number, now)
	s.Exec(`INSERT INTO suppliers (id, created, updated, code, status) VALUES (?, ?, ?, 'OTHER', 'Ongoing')`, database.NewID(), now, now)
	s.Exec(`UPDATE suppliers SET status = ?, document_root = 'acme' WHERE code = 'ACME'`, status)
	current, err := settingsdb.NewStore(database.NewReader(s.App)).Current()
	if err != nil {
		t.Fatal(err)
	}
	f := &fixture{Store: s, call: &endpoint.Call{
		Request: httptest.NewRequest(http.MethodPost, "/", nil), Settings: current, Now: time.Now(),
		Client: &settings.Client{ID: "client", Granted: map[string]bool{s.Supplier.ID: true}},
	}}
	f.data = postimport.NewData(f.call, current.Supplier("ACME"), to.ExternalAccountNumber, "notes", 2, func() error { return errNotImported })
	return f
}

// importInto has the data imported, by a write of one row that then fails with failure.
func (f *fixture) importInto(failure error) error {
	prepared := postimport.Prepared{Data: f.data, Add: func(tx *writer.Tx, to *account.Account) (added int, err error) {
		_, err = tx.Exec(`INSERT INTO notes (id, created, updated, account, body) VALUES ('note', '', '', ?, ?)`, to.ID, to.Documents["a.pdf"].SHA256)
		return 1, errors.Join(err, failure)
	}}
	return prepared.ImportInto(f.call, f.Writer)
}

func (f *fixture) expectRows(notes, events string) {
	f.Helper()
	if got := f.Row(`SELECT count(*) FROM notes`); got != notes {
		f.Errorf("%s notes, want %s", got, notes)
	}
	if got := f.Row(`SELECT count(*) FROM account_events WHERE event = 'notes.imported' AND client = 'client' AND items = 2`); got != events {
		f.Errorf("%s events, want %s", got, events)
	}
}

func TestFindSupplier(t *testing.T) {
	for _, c := range []struct {
		code, status string
		found        bool
		faults       []string
	}{
		{"ACME", "Ongoing", true, nil},
		{"ACME", "Paused", true, []string{"import_supplier_migration_not_ongoing import_supplier"}},
		{"ACME", "Complete", true, []string{"import_supplier_migration_not_ongoing import_supplier"}},
		{"OTHER", "Ongoing", false, []string{"import_supplier_not_found import_supplier"}},
		{"NONE", "Ongoing", false, []string{"import_supplier_not_found import_supplier"}},
	} {
		t.Run(c.code+" "+c.status, func(t *testing.T) {
			f := newFixture(t, c.status)
			var faults fault.Collector
			at := fault.Root(&faults)
			if supplier := postimport.FindSupplier(f.call, c.code, &at); (supplier != nil) != c.found {
				t.Errorf("found %+v", supplier)
			}
			kindtest.Want(t, faults.List(), c.faults...)
		})
	}
}

func TestImportInto(t *testing.T) {
	f := newFixture(t, "Ongoing")
	if f.call.Subject.Supplier != f.data.Supplier || f.call.Subject.ExternalAccountNumber != "EXT-1" {
		t.Errorf("the call is about %+v", f.call.Subject)
	}
	failure := errors.New("a failure")
	if err := f.importInto(failure); !errors.Is(err, failure) {
		t.Errorf("got %v", err)
	}
	f.expectRows("0", "0")
	f.data.Documents = map[string]document.Info{"a.pdf": {SHA256: "sum"}}
	if err := f.importInto(nil); err != nil {
		t.Fatal(err)
	}
	f.expectRows("1", "1")
	if sum := f.Row(`SELECT body FROM notes`); sum != "sum" {
		t.Errorf("the write had the document %q", sum)
	}
}

// What the request was checked against may have changed before the write.
func TestImportIntoAfterAChange(t *testing.T) {
	for name, c := range map[string]struct {
		change string
		want   func(error) bool
	}{
		"the account is taken back": {`UPDATE import_processes SET state = 'staged'`, isNotImported},
		"the account is gone":       {`DELETE FROM import_processes`, isNotImported},
		"the supplier is gone":      {`DELETE FROM suppliers WHERE code = 'ACME'`, isNotImported},
		"the supplier is paused":    {`UPDATE suppliers SET status = 'Paused'`, isNotOngoing},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t, "Ongoing")
			f.Exec(c.change)
			if err := f.importInto(nil); !c.want(err) {
				t.Errorf("got %v", err)
			}
			f.expectRows("0", "0")
		})
	}
}

func isNotImported(err error) bool { return errors.Is(err, errNotImported) }

func isNotOngoing(err error) bool {
	var known *fault.Error
	return errors.As(err, &known) && known.Code == fault.SupplierNotOngoing && known.Faults[0].Attr == "import_supplier"
}

// oneDocument is a store that has the document a.pdf, and does not answer for away.pdf.
type oneDocument struct{ documents.Store }

func (oneDocument) Stat(_ context.Context, at documents.Location) (document.Info, error) {
	switch at.Path {
	case "a.pdf":
		return document.Info{SHA256: "sum"}, nil
	case "away.pdf":
		return document.Info{}, documents.ErrUnavailable
	}
	return document.Info{}, documents.ErrNotFound
}

func TestVerifyDocuments(t *testing.T) {
	f := newFixture(t, "Ongoing")
	var faults fault.Collector
	at := fault.Root(&faults)
	naming := func(paths ...string) func(*document.Named) {
		return func(n *document.Named) {
			for i, path := range paths {
				n.Add(path, at.Index(i))
			}
		}
	}
	unasked := func(*document.Named) { t.Error("documents are looked up although none is to be verified") }
	off := *f.data.Supplier
	off.VerifyDocuments = false
	for _, d := range []postimport.Data{{}, {Supplier: &off}} {
		if err := d.VerifyDocuments(f.call, oneDocument{}, unasked); err != nil || d.Documents != nil {
			t.Errorf("%v %v", d.Documents, err)
		}
	}
	if err := f.data.VerifyDocuments(f.call, nil, unasked); err != nil {
		t.Error(err)
	}
	if err := f.data.VerifyDocuments(f.call, oneDocument{}, naming("a.pdf", "b.pdf")); err != nil || len(f.data.Documents) != 1 || f.data.Documents["a.pdf"].SHA256 != "sum" {
		t.Errorf("%v %v", f.data.Documents, err)
	}
	kindtest.Want(t, faults.List(), "path_does_not_exist_in_file_store 1")
	var away *fault.Error
	if err := f.data.VerifyDocuments(f.call, oneDocument{}, naming("away.pdf")); !errors.As(err, &away) || away.Status != http.StatusServiceUnavailable {
		t.Errorf("got %v", err)
	}
}
