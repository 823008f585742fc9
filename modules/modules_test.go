package modules_test

import (
	"bytes"
	"encoding/json/v2"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/pocketbase/pocketbase/core"

	"dataimport/modules"
	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/http/endpoint"
	"dataimport/modules/kit/http/openapi"
	"dataimport/modules/kit/module"
	"dataimport/modules/kit/ops/config"
	"dataimport/modules/kit/testing/apptest"
)

// What follows is all that a module is: its part of the account, its rule, its
// rows, its route. A real one has a folder for this, and its line in modules.All.

type petsPart struct {
	Pets []pet `json:"pets,omitzero" rule:"doc=Whom a meter reader meets."`
}

type pet struct {
	Name string `json:"name" rule:"required,max=20"`
}

func pets(*module.Declaration) module.Module {
	section := account.NewSection("pets", account.Part[petsPart]{
		Check: func(p *petsPart, _ *account.Facts, at *fault.At) {
			list := at.Field("pets")
			for i := range p.Pets {
				if p.Pets[i].Name == "Cerberus" {
					item := list.Index(i)
					item.AddAt("name", "dangerous_pet", "No meter reader will come.")
				}
			}
		},
		PrepareRows: func(into account.RowWriter, to *account.Account, p *petsPart) error {
			into.Count(to.Supplier.ID, "pets", len(p.Pets))
			return into.Insert("pets", []string{"account", "name"}, len(p.Pets), func(i int) []any {
				return []any{to.ID, p.Pets[i].Name}
			})
		},
	})
	return module.Module{
		Name: "pets", Summary: "Pets", Section: &section, Tables: petTables, Panels: petPanels, Words: petWords,
		Serve: func(r *module.Runtime) module.Serving {
			return module.Serving{Endpoints: []endpoint.Endpoint{countPets(r)}}
		},
	}
}

func countPets(r *module.Runtime) endpoint.Endpoint {
	return endpoint.Endpoint{
		Method: http.MethodGet, Path: "/v1/data-import/pets", Access: endpoint.Read,
		Handle: func(*endpoint.Call) (endpoint.Reply, error) {
			var n int
			err := r.Reader.QueryRow(`SELECT count(*) FROM pets`).Scan(&n)
			return endpoint.Reply{Status: http.StatusOK, Body: n}, err
		},
		Operation: openapi.Operation{ID: "countPets", Tag: "Pets", Summary: "Count pets",
			Responses: []openapi.Response{{Status: http.StatusOK, Description: "How many.", Schema: openapi.Schema{"type": "integer"}}}},
	}
}

// migratePets is the migration of the example.
func migratePets(app core.App) error {
	c := core.NewBaseCollection("pets")
	c.Fields.Add(&core.TextField{Name: "account"}, &core.TextField{Name: "name"},
		&core.AutodateField{Name: "created", OnCreate: true}, &core.AutodateField{Name: "updated", OnCreate: true, OnUpdate: true})
	return app.Save(c)
}

func serve(t *testing.T, makers []modules.Maker, configure ...func(*config.Config)) (env *apptest.Env, token string) {
	t.Helper()
	env = apptest.Serve(t, modules.Mount(makers), configure...)
	return env, env.SetUp(nil)
}

const (
	stagePath   = "/v1/data-import/account-import-process/create-or-update/"
	processPath = "/v1/data-import/account-import-process/process/"
	process     = `{"import_supplier_code":"ACME","external_account_number":"1","operations_team_name":"Migration"}`
)

func withPets(name string) string {
	return `{"import_supplier":"ACME","external_account_number":"1","customers":[{"family_name":"Núñez"}],"pets":[{"name":"` + name + `"}]}`
}

func TestAModuleIsAFolderALineAndAMigration(t *testing.T) {
	env, token := serve(t, append(slices.Clone(modules.All), pets))
	if err := migratePets(env.App); err != nil {
		t.Fatal(err)
	}
	env.Post(token, stagePath, withPets("Cerberus")).Refused(400, "account_failed_validation", "dangerous_pet pets.0.name")
	env.Post(token, stagePath, withPets(strings.Repeat("x", 21))).Refused(400, "account_failed_validation", "too_long pets.0.name")
	env.Post(token, stagePath, withPets("Búho")).Expect(http.StatusCreated)
	env.Post(token, processPath, process).Expect(http.StatusCreated)
	if answer := env.Get(token, "/v1/data-import/pets/").Expect(http.StatusOK); string(answer.Body) != "1" {
		t.Errorf("pets: %s", answer.Body)
	}
	if env.Count("progress", "name = 'pets' AND n = 1") != 1 {
		t.Error("not counted")
	}
}

func TestAModuleThatIsSwitchedOffIsGone(t *testing.T) {
	env, token := serve(t, append(slices.Clone(modules.All), pets), func(c *config.Config) { c.Without = []string{"pets"} })
	env.Post(token, stagePath, withPets("Búho")).Refused(400, "account_failed_validation", "unknown_field pets")
	env.Get(token, "/v1/data-import/pets/").Refused(http.StatusNotFound, "not_found")
	if document := env.Get("", "/v1/data-import/openapi.json"); bytes.Contains(document.Body, []byte("pets")) {
		t.Error("the document still has its part")
	}
}

// Every module but the essential ones can be switched off alone, and the service
// still serves a document that is valid.
func TestEachModuleCanBeSwitchedOff(t *testing.T) {
	settings := config.Default()
	list, err := modules.Declare(&module.Declaration{Config: &settings}, modules.All)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range list {
		t.Run(m.Name, func(t *testing.T) {
			settings.Without = []string{m.Name}
			rest, err := modules.Declare(&module.Declaration{Config: &settings}, modules.All)
			if m.Essential != (err != nil) {
				t.Fatalf("essential %v, error %v", m.Essential, err)
			}
			if err == nil && len(rest) != len(list)-1 {
				t.Errorf("%d modules are left of %d", len(rest), len(list))
			}
		})
	}
}

// What the document says of each operation, as a table to be reviewed.
func TestTheDocumentNamesEveryOperation(t *testing.T) {
	env, _ := serve(t, modules.All)
	var document struct {
		Paths map[string]map[string]struct {
			OperationID string         `json:"operationId"`
			Responses   map[string]any `json:"responses"`
		} `json:"paths"`
	}
	env.Get("", "/v1/data-import/openapi.json").Expect(http.StatusOK).Decode(&document)
	var lines []string
	for path, item := range document.Paths {
		for method, operation := range item {
			statuses := make([]string, 0, len(operation.Responses))
			for status := range operation.Responses {
				statuses = append(statuses, status)
			}
			slices.Sort(statuses)
			lines = append(lines, method+" "+path+" "+operation.OperationID+" "+strings.Join(statuses, " "))
		}
	}
	slices.Sort(lines)
	body, err := json.Marshal(lines)
	if err != nil {
		t.Fatal(err)
	}
	(&apptest.Answer{Body: body}).Golden(t, "operations")
}

func TestPages(t *testing.T) {
	env, _ := serve(t, modules.All)
	for path, part := range map[string]string{
		"/":                         "Account migration import service",
		"/assets/style.css":         "--ground",
		"/v1/data-import/docs/":     "openapi.json",
		"/v1/data-import/docs":      "",
		"/v1/data-import/docs/none": "",
	} {
		answer := env.Get("", path)
		if part != "" && (answer.Status != http.StatusOK || !bytes.Contains(answer.Body, []byte(part))) {
			t.Errorf("%s: %d %s", path, answer.Status, answer.Body)
		}
		if part == "" && answer.Status == http.StatusInternalServerError {
			t.Errorf("%s: %d", path, answer.Status)
		}
	}
}
