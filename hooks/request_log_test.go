package hooks_test

import (
	"context"
	"encoding/json/v2"
	"strings"
	"testing"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/logger"
)

// readLog returns the rows of the dashboard's log as text.
func (o *testService) readLog() (rows []string) {
	o.Helper()
	o.App.Logger().Handler().(*logger.BatchHandler).WriteAll(context.WithValue(context.Background(), logger.BlockKey, true))
	var logs []*core.Log
	if err := o.App.LogQuery().OrderBy("rowid").All(&logs); err != nil {
		o.Fatal(err)
	}
	for _, log := range logs {
		text, err := json.Marshal(log.Data)
		if err != nil {
			o.Fatal(err)
		}
		rows = append(rows, log.Message+" "+string(text))
	}
	return rows
}

// The log has routes and statuses. It has no parameter, no path, no header of a browser and no text
// of an error.
func TestTheLogOfRequests(t *testing.T) {
	o := newTestService(t)
	settings := o.App.Settings()
	settings.Logs.MaxDays, settings.Logs.LogAuthId = 5, true
	if err := o.App.Save(settings); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		who          *core.Record
		method, path string
		status       int
	}{
		{o.operator, "GET", "/api/collections/customers/records?filter=family_name~%22Z%C3%BA%C3%B1iga%22&sort=-created", 200},
		{o.operator, "GET", "/api/collections/customers/records?filter=Z%C3%BA%C3%B1iga", 400},
		{o.operator, "GET", "/api/collections/customers/records/zuniga", 404},
		{o.admin, "GET", "/api/collections/zuniga", 404},
		{nil, "GET", "/api/zuniga?zuniga", 404},
		{nil, "GET", "/api/health?zuniga", 200},
	} {
		if answer := o.expectStatus(c.who, c.method, c.path, ""); answer.Status != c.status {
			t.Errorf("%s: %d %s", c.path, answer.Status, answer.Body)
		}
	}
	rows := o.readLog()
	text := strings.Join(rows, "\n")
	for _, marker := range []string{"zuniga", "Zúñiga", "%C3%BA", "filter", "Go-http-client"} {
		if strings.Contains(text, marker) {
			t.Errorf("%s is in the log:\n%s", marker, text)
		}
	}
	const url = "/api/collections/customers/records"
	for _, part := range []string{`GET ` + url + ` `, `"url":"` + url + `"`, `GET ` + url + `/{id} `, `"status":400`, `"status":404`, `"authId":"` + o.operator.Id + `"`} {
		if !strings.Contains(text, part) {
			t.Errorf("%s is not in the log:\n%s", part, text)
		}
	}
	if len(rows) != 4 { // unknown routes are refused to strangers before
		t.Errorf("%d rows:\n%s", len(rows), text)
	}
}
