package hooks_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/pocketbase/pocketbase/core"

	"dataimport/modules/kit/store/writer"
)

// ioError is how the engine says that a flush failed.
type ioError struct{}

func (ioError) Error() string { return "disk I/O error" }
func (ioError) Code() int     { return 1034 }

// Once the storage has failed under an import, the dashboard saves nothing either.
func TestNothingIsSavedAfterTheStorageHasFailed(t *testing.T) {
	o := newOffice(t)
	supplier := "/api/collections/suppliers/records/" + o.supplier
	o.ask(o.admin, http.MethodPatch, supplier, `{"name":"before"}`).Expect(http.StatusOK)
	if err := o.Runtime.Writer.Do(func(*writer.Tx) error { return ioError{} }); !errors.Is(err, writer.ErrStorage) {
		t.Fatal(err)
	}
	for _, c := range []struct {
		method, path, body string
		status             int
	}{
		{http.MethodPatch, supplier, `{"name":"after"}`, http.StatusServiceUnavailable},
		{http.MethodPost, "/api/collections/suppliers/records", `{"code":"LATE"}`, http.StatusServiceUnavailable},
		{http.MethodDelete, "/api/collections/api_clients/records/" + o.client, "", http.StatusServiceUnavailable},
		{http.MethodPatch, "/api/settings", `{"meta":{"appName":"after"}}`, http.StatusServiceUnavailable},
		{http.MethodPost, "/api/collections", `{"name":"late","type":"base"}`, http.StatusBadRequest}, // as PocketBase has it
	} {
		if a := o.ask(o.admin, c.method, c.path, c.body); a.Status != c.status || !strings.Contains(string(a.Body), "The storage has failed") {
			t.Errorf("%s %s: %d %s", c.method, c.path, a.Status, a.Body)
		}
	}
	if body := o.ask(o.admin, http.MethodGet, supplier, "").Expect(http.StatusOK).Body; !strings.Contains(string(body), `"name":"before"`) {
		t.Errorf("%s", body)
	}
	o.ask(nil, http.MethodPost, "/api/collections/_superusers/auth-with-password", `{"identity":"admin@example.com","password":"1234567890"}`).Expect(http.StatusOK)
	if err := o.App.AuxSave(&core.Log{BaseModel: core.BaseModel{Id: "0123456789abcde"}, Message: "goes on"}); err != nil {
		t.Errorf("the log: %v", err)
	}
}

// And once it has failed under the dashboard, no import is stored.
func TestNothingIsStoredAfterASaveHasFailed(t *testing.T) {
	o := newOffice(t)
	o.App.OnRecordUpdateExecute("suppliers").BindFunc(func(*core.RecordEvent) error { return ioError{} })
	record, err := o.App.FindRecordById("suppliers", o.supplier)
	if err != nil {
		t.Fatal(err)
	}
	if err := o.App.Save(record); !errors.Is(err, ioError{}) {
		t.Fatal(err)
	}
	if err := o.Runtime.Writer.Do(func(*writer.Tx) error { return nil }); !errors.Is(err, writer.ErrStorage) {
		t.Errorf("got %v", err)
	}
}
