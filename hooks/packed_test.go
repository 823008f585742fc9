package hooks_test

import (
	"net/http"
	"testing"

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
