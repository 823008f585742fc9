package hooks_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/pocketbase/dbx"

	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/store/packed"
)

// Operators read in the dashboard what was sent, however it is stored.
func TestPackedTextsAreShown(t *testing.T) {
	o := newTestService(t)
	const payload = `{"import_supplier":"ACME","external_account_number":"1001","customers":[{"family_name":"Núñez"},{"family_name":"O’Neill"}]}`
	process := o.insertProcess("1077", "staged")
	for id, value := range map[string]any{"packed000000001": packed.Pack(payload), "unpacked0000001": payload} {
		if _, err := o.App.NonconcurrentDB().Insert("stagings", map[string]any{"id": id, "process": process, "payload": value}).Execute(); err != nil {
			t.Fatal(err)
		}
		var record struct {
			Payload string `json:"payload"`
		}
		o.expectStatus(o.operator, http.MethodGet, "/api/collections/stagings/records/"+id, "").Expect(200).Decode(&record)
		if record.Payload != payload {
			t.Errorf("%s shows %q", id, record.Payload)
		}
	}
	var list struct {
		Items []struct {
			Payload string `json:"payload"`
		} `json:"items"`
	}
	o.expectStatus(o.operator, http.MethodGet, "/api/collections/stagings/records", "").Expect(200).Decode(&list)
	for _, record := range list.Items {
		if record.Payload != payload {
			t.Errorf("the list shows %q", record.Payload)
		}
	}
}

// The times of rows that keep them short are shown as whole ones.
func TestTimesAreShown(t *testing.T) {
	o := newTestService(t)
	process := o.insertProcess("1078", "staged")
	id := database.NewID()
	at := time.Now().UTC().Truncate(time.Millisecond).Add(12 * time.Millisecond)
	const changed = "2031-01-02 03:04:05.678Z"
	for updated, want := range map[string]string{"": database.Time(at), changed: changed} {
		row := map[string]any{"id": id, "process": process, "payload": "{}", "created": database.ShortTime(at, id), "updated": updated}
		if _, err := o.App.NonconcurrentDB().Insert("stagings", row).Execute(); err != nil {
			t.Fatal(err)
		}
		type shown struct {
			Created string `json:"created"`
			Updated string `json:"updated"`
		}
		var one shown
		o.expectStatus(o.operator, http.MethodGet, "/api/collections/stagings/records/"+id, "").Expect(200).Decode(&one)
		var list struct {
			Items []shown `json:"items"`
		}
		o.expectStatus(o.operator, http.MethodGet, "/api/collections/stagings/records?fields=created,updated", "").Expect(200).Decode(&list)
		for _, record := range append(list.Items, one) {
			if record.Created != database.Time(at) || record.Updated != want {
				t.Errorf("created at %s, want %s; changed at %s, want %s", record.Created, database.Time(at), record.Updated, want)
			}
		}
		if _, err := o.App.NonconcurrentDB().Delete("stagings", dbx.HashExp{"id": id}).Execute(); err != nil {
			t.Fatal(err)
		}
	}
}
