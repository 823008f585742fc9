package hooks_test

import (
	"encoding/json/v2"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/pocketbase/pocketbase/core"

	"dataimport/hooks"
	"dataimport/modules"
	"dataimport/modules/kit/store/audit"
	"dataimport/modules/kit/testing/apptest"
)

// row is a row of the audit log.
type row struct{ actor, role, action, collection, record, label, before, after string }

// readAuditLog reads the rows of the audit log that meet a condition, oldest first.
func readAuditLog(t testing.TB, app core.App, where string, args ...any) (rows []row) {
	t.Helper()
	var found []struct {
		Actor, ActorRole, Action, Collection, Record, Label, Before, After string
	}
	params := make(map[string]any)
	for i, arg := range args {
		params[fmt.Sprint("p", i)] = arg
	}
	err := app.DB().NewQuery(`SELECT actor, actor_role, action, collection, record, label, before, after FROM audit_log WHERE ` + where + ` ORDER BY id`).Bind(params).All(&found)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range found {
		rows = append(rows, row{f.Actor, f.ActorRole, f.Action, f.Collection, f.Record, f.Label, f.Before, f.After})
	}
	return rows
}

// An operator creates, changes and deletes a record of each collection over HTTP.
func TestEveryChangeIsLogged(t *testing.T) {
	o := newTestService(t)
	const schema = `{\"properties\":{\"meter\":{\"type\":\"string\"}}}`
	for _, c := range []struct {
		collection, create, label, update, was, is string
	}{
		{"suppliers", `{"code":"É & Söhne"}`, "É & Söhne", `{"status":"Paused"}`, `{"status":"Ongoing"}`, `{"status":"Paused"}`},
		{"teams", `{"name":"Zürich"}`, "Zürich", `{"name":"Genève"}`, `{"name":"Zürich"}`, `{"name":"Genève"}`},
		{"api_clients", `{"name":"Bots"}`, "Bots", `{"read_only":true}`, `{"read_only":false}`, `{"read_only":true}`},
		{"markets", `{"name":"it-water","version":"1","schema":"` + schema + `"}`, "it-water", `{"version":"2"}`, `{"version":"1"}`, `{"version":"2"}`},
		{"closed_lists", `{"supplier":"SUPPLIER","list":"reasons","values":"A"}`, "reasons", `{"values":"A\nB"}`, `{"values":"A"}`, `{"values":"A\nB"}`},
		{"payment_vendors", `{"code":"acme","adapter":"http","base_url":"https://vendor.example","secret":"s3cret-of-acme"}`, "acme",
			`{"secret":"an0ther-secret"}`, `{"sealed_secret":"(hidden)"}`, `{"sealed_secret":"(hidden)"}`},
	} {
		records := "/api/collections/" + c.collection + "/records"
		var created struct {
			ID string `json:"id"`
		}
		o.expectStatus(o.operator, "POST", records, o.insertIDs(c.create)).Expect(200).Decode(&created)
		o.expectStatus(o.operator, "PATCH", records+"/"+created.ID, c.update).Expect(200)
		o.expectStatus(o.operator, "PATCH", records+"/"+created.ID, "{}").Expect(200) // changes nothing
		o.expectStatus(o.admin, "DELETE", records+"/"+created.ID, "").Expect(204)
		rows := readAuditLog(t, o.App, `record = {:p0}`, created.ID)
		if len(rows) != 3 {
			t.Fatalf("%s: %d rows: %v", c.collection, len(rows), rows)
		}
		for i, action := range []string{"create", "update", "delete"} {
			r := rows[i]
			actor, role := "operator@example.com", "operator"
			if action == "delete" {
				actor, role = "admin@example.com", "admin"
			}
			if r.actor != actor || r.role != role || r.action != action || r.collection != c.collection || i == 0 && r.label != c.label {
				t.Errorf("%s: %+v", action, r)
			}
		}
		if rows[0].before != "null" || rows[1].before != c.was || rows[1].after != c.is || rows[2].after != "null" || rows[2].before == "null" {
			t.Errorf("%s: %+v", c.collection, rows)
		}
	}
}

// Records that are deleted with another one are logged with the same actor.
func TestWhatIsDeletedAlongIsLogged(t *testing.T) {
	o := newTestService(t)
	other := apptest.Record(t, o.App, "suppliers", map[string]any{"code": "OTHER"}).Id
	list := apptest.Record(t, o.App, "closed_lists", map[string]any{"supplier": other, "list": "reasons", "values": "A"}).Id
	o.expectStatus(o.operator, "DELETE", "/api/collections/suppliers/records/"+other, "").Expect(204)
	for _, id := range []string{other, list} {
		if rows := readAuditLog(t, o.App, `action = 'delete' AND record = {:p0}`, id); len(rows) != 1 || rows[0].actor != "operator@example.com" {
			t.Errorf("%v", rows)
		}
	}
}

func TestAChangeThatFailsIsNotLogged(t *testing.T) {
	o := newTestService(t)
	before := len(readAuditLog(t, o.App, `1`))
	o.expectStatus(o.operator, "POST", "/api/collections/teams/records", `{"name":"Migration"}`).Expect(400)
	o.expectStatus(o.operator, "PATCH", "/api/collections/suppliers/records/"+o.supplier, `{"country":"ZZ"}`).Expect(400)
	o.expectStatus(o.operator, "DELETE", "/api/collections/suppliers/records/"+o.supplier, "").Expect(400) // has a process
	if now := len(readAuditLog(t, o.App, `1`)); now != before {
		t.Errorf("%d rows", now-before)
	}
}

func TestKeysAreLogged(t *testing.T) {
	o := newTestService(t)
	client := apptest.Record(t, o.App, "api_clients", map[string]any{"name": "Fresh"}).Id
	for range 2 {
		var answer struct {
			Key string `json:"key"`
		}
		o.expectStatus(o.operator, "POST", "/api/dataimport/api-clients/"+client+"/rotate", "").Expect(200).Decode(&answer)
		if o.Token(answer.Key) == "" || o.Count("audit_log", `before || after || label LIKE ?`, "%"+answer.Key+"%") != 0 {
			t.Error("the key does not work, or is in the log")
		}
	}
	var actions []string
	for _, r := range readAuditLog(t, o.App, `record = {:p0}`, client) {
		actions = append(actions, r.action+" "+r.role)
	}
	if got := strings.Join(actions, ", "); got != "create service, key issued operator, key rotated operator" {
		t.Error(got)
	}
}

func TestWhatAdminsDoIsLogged(t *testing.T) {
	o := newTestService(t)
	o.createCollection("extra", nil)
	for _, c := range []struct {
		method, path, body string
		status             int
		where, contains    string
	}{
		{"PATCH", "/api/settings", `{"meta":{"appName":"Umzug"},"smtp":{"host":"mail.example","password":"s3cret-of-mail"},"s3":{"secret":"s3cret-of-s3"}}`, 200,
			`collection = 'settings'`, `"smtp.password":"(hidden)"`},
		{"PATCH", "/api/collections/staff", `{"authToken":{"duration":1800}}`, 200, `collection = 'collections' AND action = 'update'`, `"duration":1800`},
		{"DELETE", "/api/collections/extra", ``, 204, `collection = 'collections' AND action = 'delete'`, `extra`},
		{"POST", "/api/sql", `{"query":"SELECT count(*) FROM teams WHERE name <> 'Zoë ''s' AND 4711 <> 1.5e3 -- Núñez"}`, 200, `action = 'SQL'`, `SELECT count(*) FROM teams WHERE name <> …… AND … <> … …`},
		{"POST", "/api/files/token", ``, 200, `action = 'file token'`, ``},
		{"DELETE", "/api/logs", ``, 204, `action = 'logs delete'`, ``},
		{"POST", "/api/crons/none", ``, 404, `action = 'cron'`, `none`},
		{"DELETE", "/api/backups/x.zip", ``, 400, `action = 'backup delete'`, `x.zip`},
		{"POST", "/api/collections/_superusers/impersonate/OTHER", `{}`, 200, `action = 'impersonate'`, ``},
		{"POST", "/api/collections/_superusers/auth-with-password", `{"identity":"admin@example.com","password":"1234567890"}`, 200, `action = 'login'`, `password`},
		{"PATCH", "/api/collections/_superusers/records/OTHER", `{"role":"operator","password":"s3cret-of-other","passwordConfirm":"s3cret-of-other"}`, 200,
			`collection = '_superusers' AND action = 'update'`, `"role":"operator"`},
	} {
		o.expectStatus(o.admin, c.method, o.insertIDs(c.path), c.body).Expect(c.status)
		rows := readAuditLog(t, o.App, c.where)
		if len(rows) != 1 || rows[0].actor != "admin@example.com" || !strings.Contains(fmt.Sprint(rows[0]), c.contains) {
			t.Errorf("%s %s: %+v", c.method, c.path, rows)
		}
	}
	for _, r := range readAuditLog(t, o.App, `1`) {
		for _, secret := range []string{"s3cret", "$2a$", o.admin.TokenKey(), secretHash} {
			if strings.Contains(fmt.Sprint(r), secret) {
				t.Errorf("%s is in the log: %+v", secret, r)
			}
		}
	}
}

func TestTheConsoleOnlyReads(t *testing.T) {
	o := newTestService(t)
	for query, status := range map[string]int{
		`SELECT 1`:                   200,
		` select name from teams ; `: 200,
		`-- a word
		SELECT 'a;''b' AS "x;y", replace('a','a','b') /* ; */`: 200,
		`WITH t AS (SELECT 1) SELECT * FROM t`:                 200,
		`VALUES (1), (2)`:                                      200,
		`EXPLAIN QUERY PLAN SELECT 1`:                          200,
		`SELECT created, updated FROM teams`:                   200,
		`SELECT pos, name FROM (SELECT 1 AS pos, 'a' AS name)`: 200,
		`EXPLAIN SELECT * FROM accounts WHERE balance > 1`:     200,
		`SELECT ';' -- ; the end`:                              200,
		`DELETE FROM teams`:                                    400,
		`DROP TRIGGER audit_log_no_update`:                     400,
		`SELECT 1; DELETE FROM teams`:                          400,
		`SELECT 1); DELETE FROM teams; SELECT (1`:              400,
		`SELECT 1;;`:                                                     400,
		`/* x */ DELETE FROM teams`:                                      400,
		`WITH t AS (SELECT 1) DELETE FROM teams`:                         400,
		"WITH t AS (SELECT 1) UpDaTe teams SET name = 'x'":               400,
		`WITH t AS (SELECT 1) REPLACE INTO teams (id) VALUES ('x')`:      400,
		"WITH t AS (SELECT 1) REPLACE \vINTO teams (id) VALUES ('x')":    400,
		"WITH t AS (SELECT 1) REPLACE\uFEFFINTO teams (id) VALUES ('x')": 400,
		"EXPLAIN\vSELECT 1; DELETE FROM teams":                           400,
		`INSERT INTO teams (id) VALUES ('x') RETURNING id`:               400,
		`PRAGMA writable_schema = ON`:                                    400,
		`PRAGMA query_only = OFF`:                                        400,
		`SELECT * FROM pragma_query_only`:                                200,
		`SELECT 1; PRAGMA hard_heap_limit = 1`:                           400,
		`ATTACH 'x.db' AS x`:                                             400,
		`VACUUM INTO 'x.db'`:                                             400,
		`SELECT load_extension('x')`:                                     400,
		`SELECT writefile('x', 'y')`:                                     400,
		`BEGIN`:                                                          400,
		`SELECT $a('); DELETE FROM teams; --'`:                           400,
		"SELECT '{{a'; DELETE FROM teams; --}}'":                         400,
		"SELECT 1 /* ' */; DELETE FROM teams; -- '":                      400,
		`SELECT "a'"; DELETE FROM teams; --'`:                            400,
		"SELECT [a']; DELETE FROM teams; --'":                            400,
		"SELECT 1 -- '\n; DELETE FROM teams -- '":                        400,
		"SELECT 1\x00; DELETE FROM teams":                                400,
		`SELECT length(zeroblob(100000000))`:                             400,
		`WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n) SELECT i, hex(zeroblob(100000)) FROM n`: 400,
		`WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n) SELECT i FROM n`:                        200,
	} {
		body, err := json.Marshal(map[string]string{"query": query})
		if err != nil {
			t.Fatal(err)
		}
		if answer := o.expectStatus(o.admin, "POST", "/api/sql", string(body)); answer.Status != status {
			t.Errorf("%s: %d %s", query, answer.Status, answer.Body)
		}
	}
	if o.Count("teams", "name = 'Migration'") != 1 || o.Count("teams", "") != 1 {
		t.Error("something was written")
	}
	if n := o.Count("audit_log", "action = 'SQL'"); n < 40 {
		t.Errorf("%d queries are in the log", n)
	}
}

// Collections that an earlier release let admins open are closed when the service starts.
func TestOpenRulesAreClosed(t *testing.T) {
	o := newTestService(t)
	everybody := ""
	o.createCollection("names", &everybody)
	o.expectStatus(nil, "GET", "/api/collections/names/records", "").Expect(200)
	if err := hooks.CloseRules(o.App); err != nil {
		t.Fatal(err)
	}
	o.expectStatus(nil, "GET", "/api/collections/names/records", "").Expect(403)
	o.expectStatus(o.admin, "GET", "/api/collections/names/records", "").Expect(200)
}

// Neither a program nor an SQL statement on this database changes the log.
func TestTheLogCannotBeChanged(t *testing.T) {
	app := apptest.App(t, modules.BindHooks)
	apptest.Record(t, app, "teams", map[string]any{"name": "Migration"})
	entry, err := app.FindFirstRecordByData(audit.Table, "action", audit.Create)
	if err != nil {
		t.Fatal(err)
	}
	entry.Set("actor", "nobody")
	if err := app.Save(entry); err == nil {
		t.Error("saved")
	}
	if err := app.UnsafeWithoutHooks().SaveNoValidate(entry); err == nil {
		t.Error("saved without hooks")
	}
	if err := app.Delete(entry); err == nil {
		t.Error("deleted")
	}
	if _, err := apptest.TryRecord(t, app, audit.Table, map[string]any{"action": "forged"}); err == nil {
		t.Error("forged")
	}
	if err := app.TruncateCollection(entry.Collection()); err == nil {
		t.Error("truncated")
	}
	for _, statement := range []string{
		`UPDATE audit_log SET actor = 'nobody'`, `DELETE FROM audit_log`,
		`INSERT OR REPLACE INTO audit_log (id, actor) SELECT id, 'nobody' FROM audit_log`, `REPLACE INTO audit_log (id) SELECT id FROM audit_log`,
		`INSERT INTO audit_log (id, actor) SELECT id, 'nobody' FROM audit_log WHERE 1 ON CONFLICT (id) DO UPDATE SET actor = 'nobody'`,
	} {
		if _, err := app.NonconcurrentDB().NewQuery(statement).Execute(); err == nil || !strings.Contains(err.Error(), "cannot be changed") {
			t.Errorf("%s: %v", statement, err)
		}
	}
	if rows := readAuditLog(t, app, `1`); len(rows) != 1 || rows[0].role != "command" || rows[0].actor == "" || rows[0].actor == "nobody" {
		t.Errorf("%v", rows)
	}
}

// Operators change one supplier at the same time: no change is lost, and the log says what each has
// changed.
func TestTwoOperatorsAtOnce(t *testing.T) {
	o := newTestService(t)
	const each = 20
	path := "/api/collections/suppliers/records/" + o.supplier
	var group sync.WaitGroup
	for n, who := range []*core.Record{o.operator, o.admin} {
		group.Go(func() {
			for i := range each {
				field := []string{"name", "document_root"}[n]
				if answer := o.expectStatus(who, "PATCH", path, fmt.Sprintf(`{"%s":"v%d"}`, field, i)); answer.Status != 200 {
					t.Errorf("%d %s", answer.Status, answer.Body)
				}
			}
		})
	}
	group.Wait()
	supplier, err := o.App.FindRecordById("suppliers", o.supplier)
	if err != nil {
		t.Fatal(err)
	}
	if supplier.GetString("name") != "v19" || supplier.GetString("document_root") != "v19" {
		t.Errorf("%v", supplier.FieldsData())
	}
	for _, field := range []string{"name", "document_root"} {
		was := ""
		rows := readAuditLog(t, o.App, `action = 'update' AND record = {:p0} AND after LIKE {:p1}`, o.supplier, `%"`+field+`"%`)
		for i, r := range rows {
			is := fmt.Sprintf("v%d", i)
			if r.before != `{"`+field+`":"`+was+`"}` || r.after != `{"`+field+`":"`+is+`"}` {
				t.Errorf("%s: %s -> %s", field, r.before, r.after)
			}
			was = is
		}
		if len(rows) != each {
			t.Errorf("%s: %d rows", field, len(rows))
		}
	}
}

// The dashboard sends the whole record back, with the date of its last change.
func TestAnOlderStateDoesNotOverwrite(t *testing.T) {
	o := newTestService(t)
	path := "/api/collections/suppliers/records/" + o.supplier
	var seen struct {
		Updated string `json:"updated"`
	}
	o.expectStatus(o.operator, "GET", path, "").Expect(200).Decode(&seen)
	if _, err := o.App.NonconcurrentDB().NewQuery(`UPDATE suppliers SET updated = '2001-01-01 00:00:00.000Z', name = 'Theirs' WHERE id = '` + o.supplier + `'`).Execute(); err != nil {
		t.Fatal(err)
	}
	o.expectStatus(o.operator, "PATCH", path, `{"name":"Mine","updated":"`+seen.Updated+`"}`).Expect(409)
	o.expectStatus(o.operator, "GET", path, "").Expect(200).Decode(&seen)
	o.expectStatus(o.operator, "PATCH", path, `{"name":"Mine","updated":"`+seen.Updated+`"}`).Expect(200)
	if o.Count("suppliers", `name = 'Mine'`) != 1 {
		t.Error("not saved")
	}
}
