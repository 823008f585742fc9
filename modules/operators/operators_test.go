package operators_test

import (
	"bytes"
	"encoding/json/v2"
	"net/http"
	"strings"
	"testing"

	"dataimport/modules"
	"dataimport/modules/kit/testing/apptest"
)

const stageAt, processAt = "/v1/data-import/account-import-process/create-or-update/", "/v1/data-import/account-import-process/process/"

// testService is a service with one supplier, its client, and an operator.
type testService struct {
	*apptest.Env
	token, operator string
}

func newTestService(t *testing.T) *testService {
	t.Helper()
	d := &testService{Env: apptest.Serve(t, modules.Mount(modules.All))}
	d.token = d.SetUp(nil)
	operator := d.Record("_superusers", map[string]any{"email": "zoë@example.com", "password": "1234567890", "role": "operator"})
	var err error
	if d.operator, err = operator.NewAuthToken(); err != nil {
		t.Fatal(err)
	}
	return d
}

// stageAccount stages an account and returns its process's id.
func (d *testService) stageAccount(number string) (id string) {
	d.Helper()
	answer := d.Post(d.token, stageAt, `{"import_supplier":"ACME","external_account_number":"`+number+`","customers":[{"given_name":"Zoë","family_name":"O’Neill"}]}`)
	if answer.Status >= 300 {
		d.Fatalf("%s", answer.Body)
	}
	if err := d.Runtime.Reader.QueryRow(`SELECT id FROM import_processes WHERE external_account_number = ?`, number).Scan(&id); err != nil {
		d.Fatal(err)
	}
	return id
}

func (d *testService) readProcess(number string) *apptest.Answer {
	d.Helper()
	return d.Post(d.token, processAt, `{"import_supplier_code":"ACME","external_account_number":"`+number+`","operations_team_name":"Migration"}`)
}

func (d *testService) callAction(token, id, action, reason string) *apptest.Answer {
	d.Helper()
	body, err := json.Marshal(map[string]string{"reason": reason})
	if err != nil {
		d.Fatal(err)
	}
	request, err := http.NewRequest(http.MethodPost, d.URL+"/api/dataimport/processes/"+id+"/"+action, bytes.NewReader(body))
	if err != nil {
		d.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Authorization", token)
	return d.Do(request, string(body))
}

// expectCounters fails the test unless the supplier's counters have these values and match the
// rows.
func (d *testService) expectCounters(staged, skipped, imported int) {
	d.Helper()
	for name, want := range map[string]int{"staged": staged, "skipped": skipped, "imported": imported} {
		var n int
		err := d.Runtime.Reader.QueryRow(`SELECT COALESCE(sum(n), 0) FROM progress WHERE name = ?`, name).Scan(&n)
		if err != nil || n != want || d.Count("import_processes", "state = ?", name) != want {
			d.Errorf("%s: %d counted, want %d %v", name, n, want, err)
		}
	}
}

func TestSkipAndPutBack(t *testing.T) {
	d := newTestService(t)
	id := d.stageAccount("1001")
	d.callAction(d.operator, id, "skip", "  moved abroad, “before” the migration ").Expect(200)
	d.expectCounters(0, 1, 0)
	if d.Count("import_processes", "skip_reason = 'moved abroad, “before” the migration'") != 1 {
		t.Error("the reason is another")
	}
	d.readProcess("1001").Refused(400, "account_marked_as_skipped", "account_marked_as_skipped external_account_number")
	d.callAction(d.operator, id, "skip", "again").Expect(409)
	d.callAction(d.operator, id, "unskip", "").Expect(200)
	d.callAction(d.operator, id, "unskip", "").Expect(409)
	d.expectCounters(1, 0, 0)
	d.readProcess("1001").Expect(201)
	d.expectCounters(0, 0, 1)
	for _, action := range []string{"skip", "unskip"} {
		d.callAction(d.operator, id, action, "too late").Expect(409)
	}
	d.expectCounters(0, 0, 1)
	if d.Count("account_events", `event IN ('process.skipped', 'process.unskipped') AND external_account_number = '1001'`) != 2 {
		t.Error("not in the journal")
	}
	for where, want := range map[string]int{
		"": 2,
		`action = 'skip' AND before = '{"skip_reason":"","state":"staged"}' AND after LIKE '%moved abroad%"state":"skipped"}'`: 1,
		`action = 'unskip' AND after = '{"skip_reason":"","state":"staged"}'`:                                                  1,
		`actor = 'zoë@example.com' AND actor_role = 'operator' AND label = '1001'`:                                             2,
	} {
		if n := d.Count("audit_log", strings.TrimSuffix("collection = 'import_processes' AND "+where, " AND ")); n != want {
			t.Errorf("%s: %d", where, n)
		}
	}
}

func TestReasons(t *testing.T) {
	d := newTestService(t)
	id := d.stageAccount("1001")
	for _, reason := range []string{"", " \n\t ", strings.Repeat("é", 2001)} {
		d.callAction(d.operator, id, "skip", reason).Expect(400)
	}
	d.expectCounters(1, 0, 0)
	d.callAction(d.operator, id, "skip", strings.Repeat("é", 2000)).Expect(200)
	d.callAction(d.operator, "no-such-process", "skip", "x").Expect(404)
}

func TestWhoMaySkip(t *testing.T) {
	d := newTestService(t)
	id := d.stageAccount("1001")
	d.callAction("", id, "skip", "x").Expect(401)
	d.callAction(d.token, id, "skip", "x").Expect(401) // an API client's
	d.expectCounters(1, 0, 0)
}

// runCommand runs a command and returns its error.
func (d *testService) runCommand(input string, args ...string) error {
	d.Helper()
	commands, err := modules.Commands(d.Declaration)
	if err != nil {
		d.Fatal(err)
	}
	for _, command := range commands {
		if command.Name() == args[0] {
			command.SetArgs(args[1:])
			command.SetIn(strings.NewReader(input))
			command.SetOut(&bytes.Buffer{})
			return command.Execute()
		}
	}
	d.Fatalf("no command %s", args[0])
	return nil
}

func TestProcessCommands(t *testing.T) {
	d := newTestService(t)
	d.stageAccount("1001")
	for _, c := range []struct {
		args []string
		says string // empty where it succeeds
	}{
		{[]string{"process", "skip", "ACME", "1001"}, "reason"},
		{[]string{"process", "skip", "ACME", "none", "--reason", "x"}, "no such process"},
		{[]string{"process", "skip", "OTHER", "1001", "--reason", "x"}, "no such process"},
		{[]string{"process", "unskip", "ACME", "1001"}, "not marked"},
		{[]string{"process", "skip", "ACME", "1001", "--reason", "moved"}, ""},
		{[]string{"process", "skip", "ACME", "1001", "--reason", "moved"}, "already"},
		{[]string{"process", "unskip", "ACME", "1001"}, ""},
	} {
		err := d.runCommand("", c.args...)
		if c.says == "" && err != nil || c.says != "" && (err == nil || !strings.Contains(err.Error(), c.says)) {
			t.Errorf("%v: %v", c.args, err)
		}
	}
	d.expectCounters(1, 0, 0)
	if d.Count("audit_log", "action IN ('skip', 'unskip') AND actor_role = 'command' AND actor <> ''") != 2 {
		t.Error("not in the log")
	}
}

func TestOperatorCommands(t *testing.T) {
	d := newTestService(t)
	for _, c := range []struct {
		input string
		args  []string
		says  string
	}{
		{"", []string{"operator", "create", "a@example.com"}, "--password-stdin"},
		{"short\n", []string{"operator", "create", "a@example.com", "--password-stdin"}, "password"},
		{"a long password\n", []string{"operator", "create", "nonsense", "--password-stdin"}, "email"},
		{"a long password\r\n", []string{"operator", "create", "a@example.com", "--password-stdin"}, ""},
		{"a long password", []string{"operator", "create", "a@example.com", "--password-stdin"}, "email"},
		{"", []string{"operator", "role", "a@example.com", "owner"}, "role"},
		{"", []string{"operator", "role", "b@example.com", "admin"}, "no superuser"},
		{"", []string{"operator", "role", "a@example.com", "admin"}, ""},
		{"", []string{"operator", "role", "a@example.com", "operator"}, "only admin"},
	} {
		err := d.runCommand(c.input, c.args...)
		if c.says == "" && err != nil || c.says != "" && (err == nil || !strings.Contains(err.Error(), c.says)) {
			t.Errorf("%v: %v", c.args, err)
		}
	}
	record, err := d.App.FindAuthRecordByEmail("_superusers", "a@example.com")
	if err != nil || !record.ValidatePassword("a long password") || record.GetString("role") != "admin" {
		t.Errorf("%v %v", record, err)
	}
}
