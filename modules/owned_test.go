package modules_test

import (
	"bytes"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/a-h/templ"

	"dataimport/modules"
	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/http/session"
	"dataimport/modules/kit/module"
	"dataimport/modules/kit/ops/config"
	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/testing/apptest"
	"dataimport/modules/progress"
	"dataimport/modules/runs"
)

// petTables, petPanels and petWords are what the example of a module owns.
var (
	petTables = []module.Table{{Name: "pets", Key: module.Key{Account: "account"}, Counted: true, Emptied: "name"}}
	petPanels = []module.Panel{{Title: "Pets", Anchor: "pets", Rank: 70, Show: showPets}}
	petWords  = module.Words{Items: map[string]module.Noun{"pets": {One: "pet", Many: "pets"}}}
)

func showPets(v *module.AccountView) (templ.Component, error) {
	var names []string
	err := database.EachRow(v.Reader, func(row database.Row) error {
		var name string
		err := row.Scan(&name)
		names = append(names, v.Mask(name))
		return err
	}, `SELECT name FROM pets WHERE account = ?`, v.AccountID)
	return templ.Raw(templ.EscapeString(strings.Join(names, ", "))), err
}

// owner is a service with the example of a module, whose pages every reader sees in one role.
type owner struct {
	*apptest.Env
	token, operator, admin string
	makers                 []modules.Maker
	role                   string
}

func newOwner(t *testing.T) *owner {
	t.Helper()
	o := &owner{role: session.Support}
	guard := func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			next.ServeHTTP(w, r.WithContext(session.With(r.Context(), &session.Reader{ID: "id", Email: "x@example.com", Role: o.role})))
		})
	}
	settings := config.Default()
	d := &module.Declaration{Config: &settings, Object: account.NewObject(module.LimitsOf(&settings))}
	for _, maker := range append(slices.Clone(modules.All), pets) {
		if maker(d).Name != "progress" {
			o.makers = append(o.makers, maker)
		}
	}
	o.makers = append(o.makers, progress.Module(guard, runs.CountUnsent))
	o.Env, o.token = serve(t, o.makers)
	if err := migratePets(o.App); err != nil {
		t.Fatal(err)
	}
	o.operator, o.admin = o.hire("operator"), o.hire("admin")
	o.Post(o.token, stagePath, withPets("Búho")).Expect(http.StatusCreated)
	o.Post(o.token, processPath, process).Expect(http.StatusCreated)
	return o
}

func (o *owner) hire(role string) string {
	o.Helper()
	token, err := o.Record("_superusers", map[string]any{"email": role + "@example.com", "password": "1234567890", "role": role}).NewAuthToken()
	if err != nil {
		o.Fatal(err)
	}
	return token
}

func (o *owner) ask(token, method, path, body string) *apptest.Answer {
	o.Helper()
	request, err := http.NewRequest(method, o.URL+path, strings.NewReader(body))
	if err != nil {
		o.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Authorization", token)
	return o.Do(request, body)
}

// run is what a command prints.
func (o *owner) run(args ...string) string {
	o.Helper()
	declared, err := modules.Declare(o.Declaration, o.makers)
	if err != nil {
		o.Fatal(err)
	}
	var out bytes.Buffer
	for _, m := range declared {
		for _, command := range m.Commands {
			if command.Name() == args[0] {
				command.SetArgs(args[1:])
				command.SetOut(&out)
				if err := command.Execute(); err != nil {
					o.Fatal(err)
				}
				return out.String()
			}
		}
	}
	o.Fatalf("no command %s", args[0])
	return ""
}

func (o *owner) text(query string, args ...any) (text string) {
	o.Helper()
	if err := o.Runtime.Reader.QueryRow(query, args...).Scan(&text); err != nil {
		o.Fatal(err)
	}
	return text
}

func TestRowsOfAModuleAreReadOnly(t *testing.T) {
	o := newOwner(t)
	id := o.text(`SELECT id FROM pets`)
	for _, token := range []string{o.operator, o.admin} {
		for _, c := range []struct{ method, path string }{
			{"POST", "/records"}, {"PATCH", "/records/" + id}, {"DELETE", "/records/" + id}, {"PATCH", ""}, {"DELETE", ""}, {"DELETE", "/truncate"},
		} {
			o.ask(token, c.method, "/api/collections/pets"+c.path, `{"name":"Rex"}`).Expect(http.StatusForbidden)
		}
		o.ask(token, "GET", "/api/collections/pets/records/"+id, "").Expect(http.StatusOK)
	}
	if o.text(`SELECT name FROM pets`) != "Búho" {
		t.Error("the row has changed")
	}
}

func TestRowsOfAModuleAreExportedAndErased(t *testing.T) {
	o := newOwner(t)
	if export := o.run("customer", "export", "ACME", "1"); !strings.Contains(export, `"pets": [`) || strings.Count(export, "Búho") != 2 { // and in the payload
		t.Error(export)
	}
	if erased := o.run("customer", "erase", "ACME", "1", "--reason", "asked by letter"); !strings.Contains(erased, `"pets": 1`) {
		t.Error(erased)
	}
	if o.Count("pets", "name = ''") != 1 {
		t.Error("the row is not erased")
	}
}

func TestRowsOfAModuleAreTakenBack(t *testing.T) {
	o := newOwner(t)
	if o.Count("progress", "name = 'pets' AND n = 1") != 1 {
		t.Error("not counted")
	}
	process := o.text(`SELECT id FROM import_processes`)
	if answer := o.ask(o.operator, "POST", "/api/dataimport/processes/"+process+"/take-back", `{"reason":"x"}`).Expect(http.StatusOK); !strings.Contains(string(answer.Body), `"pets":1`) {
		t.Errorf("%s", answer.Body)
	}
	if o.Count("pets", "") != 0 || o.Count("progress", "name = 'pets' AND n = 0") != 1 {
		t.Error("the row is there, or counted")
	}
}

func TestRowsOfAModuleAreOnTheAccountsPage(t *testing.T) {
	o := newOwner(t)
	for id, event := range map[string]string{"a": "'pets.imported', 1", "b": "'pets.imported', 2", "c": "'pets.refused', 2"} {
		o.Exec(`INSERT INTO account_events (id, created, supplier, external_account_number, event, items)
			SELECT '` + id + `', '2090-01-01 00:00:00.000Z', id, '1', ` + event + ` FROM suppliers`)
	}
	for _, part := range []string{`<h2 id="pets">Pets</h2>Búho`, "1 pet imported", "2 pets imported", "Pets refused"} {
		if page := string(o.Get("", "/imports/ACME/1/").Expect(http.StatusOK).Body); !strings.Contains(page, part) {
			t.Errorf("no %q on the page:\n%s", part, page)
		}
	}
	o.role = session.Viewer
	if page := string(o.Get("", "/imports/ACME/1/").Expect(http.StatusOK).Body); strings.Contains(page, "Búho") {
		t.Error("a viewer sees personal data")
	}
}
