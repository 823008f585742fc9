package hooks_test

import (
	"bytes"
	"encoding/json/v2"
	"net/http"
	"strings"
	"testing"

	"github.com/pocketbase/pocketbase/core"

	"dataimport/modules"
	"dataimport/modules/kit/module"
	"dataimport/modules/kit/testing/apptest"
)

// testService is a service with an admin and an operator.
type testService struct {
	*apptest.Env
	admin, operator, other          *core.Record
	supplier, team, client, process string
	tokens                          map[*core.Record]string
}

const secretHash = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"

func newTestService(t *testing.T) *testService {
	t.Helper()
	env := apptest.Serve(t, modules.Mount(modules.All))
	o := &testService{Env: env, tokens: make(map[*core.Record]string)}
	o.admin = o.createSuperuser("admin@example.com", "admin")
	o.other = o.createSuperuser("other@example.com", "admin")
	o.operator = o.createSuperuser("operator@example.com", "operator")
	o.supplier = env.Supplier("ACME", nil).Id
	o.team = env.Team("Migration").Id
	o.client = apptest.Record(t, env.App, "api_clients", map[string]any{"name": "Scripts", "suppliers": o.supplier, "key_hash": secretHash}).Id
	o.process = o.insertProcess("1001", "staged")
	return o
}

func (o *testService) createSuperuser(email, role string) *core.Record {
	o.Helper()
	record := apptest.Record(o.TB, o.App, core.CollectionNameSuperusers, map[string]any{"email": email, "password": "1234567890", "role": role})
	token, err := record.NewAuthToken()
	if err != nil {
		o.Fatal(err)
	}
	o.tokens[record] = token
	return record
}

// insertProcess inserts a process with its counter, as an import does.
func (o *testService) insertProcess(number, state string) (id string) {
	o.Helper()
	id = "process" + strings.Repeat("0", 8-len(number)) + number
	for _, statement := range []string{
		`INSERT INTO import_processes (id, supplier, external_account_number, state) VALUES ('` + id + `', '` + o.supplier + `', '` + number + `', '` + state + `')`,
		`INSERT INTO progress (id, supplier, name, n) VALUES ('p` + state + `', '` + o.supplier + `', '` + state + `', 1) ON CONFLICT (supplier, name) DO UPDATE SET n = n + 1`,
	} {
		if _, err := o.App.NonconcurrentDB().NewQuery(statement).Execute(); err != nil {
			o.Fatal(err)
		}
	}
	return id
}

func (o *testService) expectStatus(who *core.Record, method, path, body string) *apptest.Answer {
	o.Helper()
	request, err := http.NewRequest(method, o.URL+path, strings.NewReader(body))
	if err != nil {
		o.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	if who != nil {
		request.Header.Set("Authorization", o.tokens[who])
	}
	return o.Do(request, body)
}

// createCollection creates a view as admins could in earlier releases.
func (o *testService) createCollection(name string, rule *string) {
	o.Helper()
	view := core.NewViewCollection(name)
	view.ViewQuery, view.ListRule, view.ViewRule = "SELECT id, name FROM teams", rule, rule
	if err := o.App.Save(view); err != nil {
		o.Fatal(err)
	}
}

// insertIDs replaces the placeholders by this service's ids.
func (o *testService) insertIDs(s string) string {
	return strings.NewReplacer("SUPPLIER", o.supplier, "TEAM", o.team, "CLIENT", o.client, "PROCESS", o.process,
		"OPERATOR", o.operator.Id, "OTHER", o.other.Id).Replace(s)
}

// The operator sends each request first, and must not have changed anything where it is refused.
// Then the admin sends it.
func TestWhatOperatorsAndAdminsMayDo(t *testing.T) {
	o := newTestService(t)
	const records = "/api/collections/"
	for _, c := range []struct {
		method, path, body string
		operator, admin    int
	}{
		{"POST", "/api/sql", `{"query":"SELECT 1"}`, 403, 200},
		{"GET", "/api/sql", ``, 403, 404},
		{"GET", "/api/settings", ``, 403, 200},
		{"HEAD", "/api/settings", ``, 403, 200},
		{"PATCH", "/api/settings", `{"meta":{"appName":"x"}}`, 403, 200},
		{"POST", "/api/settings/test/s3", `{}`, 403, 400},
		{"POST", "/api/settings/test/email", `{}`, 403, 400},
		{"POST", "/api/settings/apple/generate-client-secret", `{}`, 404, 404},
		{"GET", "/api/backups", ``, 403, 200},
		{"POST", "/api/backups", `{"name":"!"}`, 403, 400},
		{"POST", "/api/backups/upload", ``, 403, 400},
		{"GET", "/api/backups/x.zip", ``, 403, 403},
		{"DELETE", "/api/backups/x.zip", ``, 403, 400},
		{"POST", "/api/backups/x.zip/restore", ``, 403, 400},
		{"GET", "/api/logs", ``, 403, 200},
		{"GET", "/api/logs/stats", ``, 403, 200},
		{"GET", "/api/logs/x", ``, 403, 404},
		{"DELETE", "/api/logs", ``, 403, 204},
		{"GET", "/api/crons", ``, 403, 200},
		{"POST", "/api/crons/none", ``, 403, 404},
		{"POST", "/api/files/token", ``, 403, 200},
		{"GET", "/api/files/suppliers/SUPPLIER/x.pdf", ``, 404, 404},
		{"POST", "/api/batch", `{"requests":[]}`, 404, 404},
		{"GET", "/api/realtime", ``, 404, 404},
		{"POST", "/api/realtime", `{"clientId":"x","subscriptions":["_superusers/*"]}`, 404, 404},
		{"GET", "/api/health", ``, 200, 200},
		{"GET", "/api/oauth2-redirect", ``, 404, 404},

		// the schema
		{"GET", "/api/collections", ``, 200, 200},
		{"GET", "/api/collections/suppliers", ``, 200, 200},
		{"GET", "/api/collections/_otps", ``, 403, 200},
		{"GET", "/api/collections/meta/scaffolds", ``, 200, 200},
		{"GET", "/api/collections/meta/oauth2-providers", ``, 200, 200},
		{"POST", "/api/collections/meta/dry-run-view", `{"query":"SELECT id FROM teams"}`, 403, 403},
		{"POST", "/api/collections", `{"name":"extra","type":"base"}`, 403, 403},
		{"POST", "/api/collections", `{"name":"names","type":"view","listRule":"","viewQuery":"SELECT id, family_name FROM customers"}`, 403, 403},
		{"PATCH", "/api/collections/suppliers", `{"name":"vendors"}`, 403, 403},
		{"PATCH", "/api/collections/suppliers", `{"listRule":""}`, 403, 403},
		{"PATCH", "/api/collections/suppliers", `{"fields":[]}`, 403, 403},
		{"PATCH", "/api/collections/suppliers", "{\"indexes\":[\"CREATE INDEX `x` ON `suppliers` (`name`) WHERE 1; DELETE FROM teams\"]}", 403, 403},
		{"PATCH", "/api/collections/staff", `{"manageRule":"id != ''"}`, 403, 403},
		{"PATCH", "/api/collections/staff", `{"authToken":{"duration":1800}}`, 403, 200},
		{"PATCH", "/api/collections/suppliers", `{}`, 403, 200}, // as it is
		{"DELETE", "/api/collections/suppliers", ``, 403, 403},
		{"DELETE", "/api/collections/suppliers/truncate", ``, 403, 403},
		{"PUT", "/api/collections/import", `{"collections":[{"name":"extra2","type":"base"}]}`, 403, 403},
		{"PUT", "/api/collections/import", `{}`, 403, 403},

		// their own collections
		{"POST", records + "teams/records", `{"name":"by {who}"}`, 200, 200},
		{"PATCH", records + "suppliers/records/SUPPLIER", `{"name":"by {who}"}`, 200, 200},
		{"PATCH", records + "teams/records/TEAM", `{"name":"team of {who}"}`, 200, 200},
		{"PATCH", records + "api_clients/records/CLIENT", `{"disabled":true}`, 200, 200},
		{"GET", records + "suppliers/records?filter=code='ACME'&sort=-created&expand=default_operations_team", ``, 200, 200},
		{"GET", records + "suppliers/records/SUPPLIER", ``, 200, 200},
		{"HEAD", records + "suppliers/records", ``, 200, 200},
		{"GET", records + "import_processes/records?filter=supplier.code='ACME'&expand=supplier", ``, 200, 200},
		{"GET", records + "audit_log/records", ``, 200, 200},
		{"POST", "/api/dataimport/api-clients/CLIENT/rotate", ``, 200, 200},
		{"POST", "/api/dataimport/api-clients/none/rotate", ``, 404, 404},
		{"POST", "/api/dataimport/processes/none/skip", `{"reason":"x"}`, 404, 404},

		// collections that only the service writes
		{"PATCH", records + "import_processes/records/PROCESS", `{"state":"imported"}`, 403, 403},
		{"DELETE", records + "import_processes/records/PROCESS", ``, 403, 403},
		{"POST", records + "accounts/records", `{}`, 403, 403},
		{"POST", records + "audit_log/records", `{"action":"forged"}`, 403, 403},
		{"DELETE", records + "audit_log/truncate", ``, 403, 403},
		{"PATCH", records + "audit_log", `{"name":"log"}`, 403, 403},
		{"DELETE", records + "audit_log", ``, 403, 403},

		// superusers
		{"GET", records + "_superusers/records/OTHER", ``, 403, 200},
		{"PATCH", records + "_superusers/records/OTHER", `{"password":"0987654321","passwordConfirm":"0987654321"}`, 403, 200},
		{"POST", records + "_superusers/records", `{"email":"x@example.com","password":"1234567890","passwordConfirm":"1234567890","role":"admin"}`, 403, 200},
		{"POST", records + "_superusers/records", `{"email":"y@example.com","password":"1234567890","passwordConfirm":"1234567890"}`, 403, 400},
		{"POST", records + "_superusers/impersonate/OTHER", `{}`, 403, 200},
		{"POST", records + "_superusers/request-otp", `{"email":"other@example.com"}`, 403, 403}, // off until an admin switches it on
		{"POST", records + "_superusers/auth-with-otp", `{"otpId":"x","password":"y"}`, 403, 403},
		{"POST", records + "staff/request-otp", `{"email":"other@example.com"}`, 404, 404},
		{"POST", records + "staff/auth-with-otp", `{"otpId":"x","password":"y"}`, 404, 404},
		{"POST", records + "_superusers/request-password-reset", `{"email":"other@example.com"}`, 403, 204},
		{"POST", records + "_superusers/request-email-change", `{"newEmail":"z@example.com"}`, 404, 404},
		{"GET", records + "_superusers/records/OPERATOR", ``, 200, 200},
		{"PATCH", records + "_superusers/records/OPERATOR", `{"role":"admin"}`, 403, 0},
		{"PATCH", records + "_superusers/records/OPERATOR", `{"email":"new@example.com"}`, 403, 0},
		{"PATCH", records + "_superusers/records/OPERATOR", `{"tokenKey":"forged forged forged forged forged forged"}`, 403, 0},
		{"PATCH", records + "_superusers/records/OPERATOR", `{"role+":"admin","password":"0987654321","passwordConfirm":"0987654321"}`, 403, 0},
		{"DELETE", records + "_superusers/records/OPERATOR", ``, 403, 0},
		{"GET", records + "_mfas/records", ``, 403, 200},
		{"GET", records + "_otps/records", ``, 403, 200},
		{"GET", records + "_authOrigins/records", ``, 403, 200},
		{"GET", records + "_externalAuths/records", ``, 403, 200},

		// filters that would reveal hidden values
		{"GET", records + "api_clients/records?filter=token_key~'A'", ``, 403, 200},
		{"GET", records + "api_clients/records?filter=TOKEN_KEY:lower~'a'", ``, 403, 0},
		{"GET", records + "api_clients/records?sort=-key_hash", ``, 403, 200},
		{"GET", records + "suppliers/records?filter=api_clients_via_suppliers.token_key~'A'", ``, 403, 200},
		{"GET", records + "teams/records?filter=@collection._superusers.email~'other'", ``, 403, 200},
		{"GET", records + "teams/records?filter=@collection._superusers:a.email~'other'", ``, 403, 200},
		{"GET", records + "suppliers/records/SUPPLIER?expand=_authOrigins_via_recordRef", ``, 403, 200},

		// other spellings
		{"POST", "/api//sql", `{"query":"SELECT 1"}`, 307, 307},
		{"POST", "/api/./sql", `{"query":"SELECT 1"}`, 307, 307},
		{"POST", "/api/x/../sql", `{"query":"SELECT 1"}`, 307, 307},
		{"POST", "/api/sql/", `{"query":"SELECT 1"}`, 403, 404},
		{"POST", "/API/SQL", `{"query":"SELECT 1"}`, 403, 404},
		{"POST", "/api/%73ql", `{"query":"SELECT 1"}`, 403, 200},
		{"POST", "/api%2Fsql", `{"query":"SELECT 1"}`, 403, 404},
		{"POST", "/api/sql?_method=GET", `{"query":"SELECT 1"}`, 403, 200},
		{"GET", "/api/setting%73", ``, 403, 200},
		{"GET", "/api/unheard-of", ``, 403, 404},
		{"GET", "/api/collections/%5Fotps/records", ``, 403, 200},
		{"GET", "/api/collections/_OTPS/records", ``, 403, 200},
		{"DELETE", "/api/collections/team%73/truncate", ``, 403, 403},
	} {
		for _, who := range []struct {
			record *core.Record
			name   string
			want   int
		}{{o.operator, "operator", c.operator}, {o.admin, "admin", c.admin}} {
			if who.want == 0 {
				continue
			}
			body := strings.ReplaceAll(o.insertIDs(c.body), "{who}", who.name)
			path := strings.NewReplacer("'", "%27", " ", "%20").Replace(o.insertIDs(c.path))
			if answer := o.expectStatus(who.record, c.method, path, body); answer.Status != who.want && (c.operator != 307 || answer.Status != 308 && answer.Status != 301) {
				t.Errorf("%s: %s %s %s: %d, want %d: %s", who.name, c.method, c.path, c.body, answer.Status, who.want, answer.Body)
			}
		}
	}
	if n := o.Count("_superusers", `email IN ('y@example.com', 'new@example.com')`); n != 0 {
		t.Errorf("%d superusers that were refused", n)
	}
}

// The tables of import data and of the log have the form that the migrations gave them, for
// operators and admins.
func TestTheTablesOfImportDataAreFixed(t *testing.T) {
	o := newTestService(t)
	for _, name := range append(listImportData(t, o.App), modules.Tables().Names(module.AppendOnly)...) {
		collection, err := o.App.FindCollectionByNameOrId(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, called := range []string{name, strings.ToUpper(name), collection.Id} {
			for _, who := range []*core.Record{o.admin, o.operator} {
				for method, path := range map[string]string{"PATCH": "", "DELETE": "", "DELETE ": "/truncate"} {
					answer := o.expectStatus(who, strings.TrimSpace(method), "/api/collections/"+called+path, `{"name":"`+name+`_old"}`)
					if answer.Status != 403 {
						t.Errorf("%s %s%s: %d %s", method, called, path, answer.Status, answer.Body)
					}
				}
			}
		}
	}
}

// The answers to an operator have neither secrets nor other superusers.
func TestWhatOperatorsSee(t *testing.T) {
	o := newTestService(t)
	var collections struct {
		TotalItems int `json:"totalItems"`
		Items      []struct {
			Name string `json:"name"`
		} `json:"items"`
	}
	o.expectStatus(o.operator, "GET", "/api/collections?perPage=1000", "").Expect(200).Decode(&collections)
	for _, c := range collections.Items {
		if strings.HasPrefix(c.Name, "_") && c.Name != "_superusers" {
			t.Errorf("%s is shown", c.Name)
		}
	}
	if len(collections.Items) != collections.TotalItems || len(collections.Items) < 20 {
		t.Errorf("%d of %d collections", len(collections.Items), collections.TotalItems)
	}
	for _, path := range []string{
		"/api/collections/_superusers/records", "/api/collections/_superusers/records?filter=email~%27o%27&perPage=500&sort=tokenKey",
		"/api/collections/_superusers/records?filter=id!=%27%27", "/api/collections/api_clients/records", "/api/collections/suppliers/records?expand=api_clients_via_suppliers",
		"/api/collections/payment_vendors/records",
	} {
		answer := o.expectStatus(o.operator, "GET", path, "").Expect(200)
		for _, secret := range []string{"other@example.com", "admin@example.com", secretHash, "token_key", "tokenKey", "sealed_secret", `"password"`} {
			if bytes.Contains(answer.Body, []byte(secret)) {
				t.Errorf("%s shows %s: %s", path, secret, answer.Body)
			}
		}
	}
}

func TestAnOperatorSetsNoHiddenField(t *testing.T) {
	o := newTestService(t)
	forged := strings.Repeat("b", 64)
	o.expectStatus(o.operator, "PATCH", "/api/collections/api_clients/records/"+o.client, `{"name":"New","token_key":"`+forged+`","key_hash":"`+forged+`"}`).Expect(200)
	o.expectStatus(o.operator, "POST", "/api/collections/api_clients/records", `{"name":"Second","token_key":"`+forged+`","key_hash":"`+forged+`"}`).Expect(200)
	if n := o.Count("api_clients", `token_key = ? OR key_hash = ?`, forged, forged); n != 0 {
		t.Errorf("%d clients have what was forged", n)
	}
	if o.Count("api_clients", `name = 'New' AND key_hash = ?`, secretHash) != 1 {
		t.Error("the key is another")
	}
}

func TestAnOperatorsOwnPassword(t *testing.T) {
	o := newTestService(t)
	own := "/api/collections/_superusers/records/" + o.operator.Id
	var form map[string]any // as the dashboard sends it back
	o.expectStatus(o.operator, "GET", own, "").Expect(200).Decode(&form)
	form["password"], form["passwordConfirm"] = "another password", "another password"
	body, err := json.Marshal(form)
	if err != nil {
		t.Fatal(err)
	}
	o.expectStatus(o.operator, "PATCH", own, string(body)).Expect(200)
	o.expectStatus(o.operator, "GET", own, "").Expect(403) // the old token has ended
	o.expectStatus(nil, "POST", "/api/collections/_superusers/auth-with-password", `{"identity":"operator@example.com","password":"another password"}`).Expect(200)
}

func TestRoles(t *testing.T) {
	o := newTestService(t)
	if role := apptest.Record(t, o.App, core.CollectionNameSuperusers, map[string]any{"email": "command@example.com", "password": "1234567890"}).GetString("role"); role != "admin" {
		t.Errorf("made by a command: %q", role)
	}
	// A superuser who becomes an operator loses all rights of an admin.
	o.expectStatus(o.admin, "PATCH", "/api/collections/_superusers/records/"+o.other.Id, `{"role":"operator"}`).Expect(200)
	o.expectStatus(o.other, "GET", "/api/settings", "").Expect(401)
	command, err := o.App.FindAuthRecordByEmail(core.CollectionNameSuperusers, "command@example.com")
	if err != nil {
		t.Fatal(err)
	}
	o.expectStatus(o.admin, "DELETE", "/api/collections/_superusers/records/"+command.Id, "").Expect(204)
	own := "/api/collections/_superusers/records/" + o.admin.Id
	if answer := o.expectStatus(o.admin, "PATCH", own, `{"role":"operator"}`).Expect(400); !bytes.Contains(answer.Body, []byte("last_admin")) {
		t.Errorf("%s", answer.Body)
	}
	o.expectStatus(o.admin, "DELETE", own, "").Expect(400)
	o.expectStatus(o.admin, "PATCH", own, `{"role":""}`).Expect(400)
	o.expectStatus(o.admin, "PATCH", own, `{"role":"owner"}`).Expect(400)
}

// Operators manage the accounts of support staff, but cannot impersonate them.
func TestOperatorsManageStaff(t *testing.T) {
	o := newTestService(t)
	const records = "/api/collections/staff/records"
	var created struct {
		ID string `json:"id"`
	}
	fields := `{"email":"zoë@example.com","emailVisibility":true,"password":"s3cret of hers","passwordConfirm":"s3cret of hers","tokenKey":"forged forged forged forged forged forged","role":"viewer"}`
	o.expectStatus(o.operator, "POST", records, fields).Expect(200).Decode(&created)
	o.expectStatus(o.operator, "PATCH", records+"/"+created.ID, `{"password":"another s3cret","passwordConfirm":"another s3cret"}`).Expect(200)
	o.expectStatus(o.operator, "POST", "/api/collections/staff/impersonate/"+created.ID, `{}`).Expect(403)
	if answer := o.expectStatus(o.operator, "GET", records, "").Expect(200); bytes.Contains(answer.Body, []byte("tokenKey")) {
		t.Errorf("%s", answer.Body)
	}
	staff, err := o.App.FindRecordById("staff", created.ID)
	if err != nil || !staff.ValidatePassword("another s3cret") {
		t.Errorf("the password was not changed: %v", err)
	}
	o.expectStatus(o.operator, "DELETE", records+"/"+created.ID, "").Expect(204)
	rows := readAuditLog(t, o.App, `collection = 'staff'`)
	if len(rows) != 3 || rows[0].label != "zoë@example.com" || !strings.Contains(rows[1].after, `"password":"(hidden)"`) {
		t.Errorf("%+v", rows)
	}
	for _, r := range rows {
		if strings.Contains(r.before+r.after, "s3cret") || strings.Contains(r.before+r.after, "$2a$") || strings.Contains(r.after, "forged") {
			t.Errorf("%+v", r)
		}
	}
}
