package hooks_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/pocketbase/pocketbase/core"

	"dataimport/modules/kit/store/writer"
)

// ioError is the engine's error for a failed flush.
type ioError struct{}

func (ioError) Error() string { return "disk I/O error" }
func (ioError) Code() int     { return 1034 }

// After the storage has failed in an import, the dashboard saves nothing.
func TestNothingIsSavedAfterTheStorageHasFailed(t *testing.T) {
	o := newTestService(t)
	supplier := "/api/collections/suppliers/records/" + o.supplier
	o.expectStatus(o.admin, http.MethodPatch, supplier, `{"name":"before"}`).Expect(http.StatusOK)
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
		{http.MethodPatch, "/api/collections/staff", `{"authToken":{"duration":1800}}`, http.StatusBadRequest}, // in PocketBase's own form
	} {
		if a := o.expectStatus(o.admin, c.method, c.path, c.body); a.Status != c.status || !strings.Contains(string(a.Body), "The storage has failed") {
			t.Errorf("%s %s: %d %s", c.method, c.path, a.Status, a.Body)
		}
	}
	if body := o.expectStatus(o.admin, http.MethodGet, supplier, "").Expect(http.StatusOK).Body; !strings.Contains(string(body), `"name":"before"`) {
		t.Errorf("%s", body)
	}
	o.expectStatus(nil, http.MethodPost, "/api/collections/_superusers/auth-with-password", `{"identity":"admin@example.com","password":"1234567890"}`).Expect(http.StatusOK)
	if err := o.App.AuxSave(&core.Log{BaseModel: core.BaseModel{Id: "0123456789abcde"}, Message: "goes on"}); err != nil {
		t.Errorf("the log: %v", err)
	}
}

// After the storage has failed in the dashboard, no import is stored.
func TestNothingIsStoredAfterASaveHasFailed(t *testing.T) {
	o := newTestService(t)
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
