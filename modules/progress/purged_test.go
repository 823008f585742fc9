package progress_test

import (
	"net/http"
	"testing"

	"dataimport/modules/kit/http/session"
)

// The page of removed data says so. So does a comparison with it.
func TestDataThatWasRemoved(t *testing.T) {
	r := newTestService(t)
	r.stageAccount("1", customer).Expect(http.StatusCreated)
	var id string
	if err := r.Runtime.Reader.QueryRow(`SELECT id FROM stagings`).Scan(&id); err != nil {
		t.Fatal(err)
	}
	r.Exec(`UPDATE stagings SET payload = '', purged_at = '2031-05-06 07:08:09.000Z'`)
	r.stageAccount("1", customer+`,"billing_name":"Ünion"`).Expect(http.StatusOK)
	r.processAccount("1").Expect(http.StatusCreated)
	r.Exec(`INSERT INTO account_events (id, created, supplier, external_account_number, event) VALUES ('zzz', '2090-01-01 00:00:00.000Z', {:p0}, '1', 'account.taken_back'), ('zzzz', '2090-01-01 00:00:00.000Z', {:p0}, '1', 'account.erased')`, r.readSupplierID("ACME"))
	r.expectParts(r.getText("/imports/ACME/1/"), "removed", "Taken back", "Personal data removed")
	for _, role := range []string{session.Support, session.Viewer} {
		for _, address := range []string{"/imports/ACME/1/data/" + id + "/", "/imports/ACME/1/data/" + id + "/json"} {
			r.expectParts(string(r.getPage(role, address).Expect(http.StatusGone).Body), "This data was removed", "2031-05-06")
		}
	}
	var latest string
	if err := r.Runtime.Reader.QueryRow(`SELECT staging FROM import_processes`).Scan(&latest); err != nil {
		t.Fatal(err)
	}
	r.expectParts(r.getText("/imports/ACME/1/data/"+latest+"/"), "Ünion")
}
