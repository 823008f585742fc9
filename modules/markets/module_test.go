package markets_test

import (
	"encoding/json/v2"
	"net/http"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"dataimport/modules"
	"dataimport/modules/kit/ops/config"
	"dataimport/modules/kit/testing/apptest"
	"dataimport/modules/kit/testing/kindtest"
)

const (
	validatePath = "/v1/data-import/validate-account/"
	stagePath    = "/v1/data-import/account-import-process/create-or-update/"
	processPath  = "/v1/data-import/account-import-process/process/"
	schemaPath   = "/v1/data-import/schema/"
	process      = `{"import_supplier_code":"ACME","external_account_number":"EXT-00001234","operations_team_name":"Migration"}`
)

// serve starts a service with the suppliers ACME of gb-energy and PLAIN of core, both
// granted to one client, and OTHER, granted to none.
func serve(t *testing.T, configure ...func(*config.Config)) (env *apptest.Env, token string) {
	t.Helper()
	env = apptest.Serve(t, modules.Mount(modules.All), configure...)
	env.Markets = true
	env.Supplier("PLAIN", nil)
	env.Supplier("OTHER", nil)
	return env, env.SetUp(map[string]any{"market": "gb-energy"}, "PLAIN")
}

func of(supplier string) string { return strings.Replace(energy, "ACME", supplier, 1) }

func TestAMarketIsItsSuppliersOnly(t *testing.T) {
	env, token := serve(t)
	unknown := []string{"unknown_field customers.0.psr", "unknown_field smart_read_frequency", "unknown_field supply_addresses"}
	env.Post(token, validatePath, energy).Expect(http.StatusOK)
	env.Post(token, validatePath, of("PLAIN")).Refused(400, "account_failed_validation", unknown...)
	// Where the supplier is unknown, its market's members are unknown, too.
	env.Post(token, validatePath, of("OTHER")).Refused(400, "account_failed_validation", "import_supplier_not_found import_supplier")

	env.Change("suppliers", "code", "ACME", map[string]any{"market": ""})
	env.Change("suppliers", "code", "PLAIN", map[string]any{"market": "gb-energy"})
	env.Post(token, validatePath, of("PLAIN")).Expect(http.StatusOK)
	env.Post(token, validatePath, energy).Refused(400, "account_failed_validation", unknown...)
}

func TestWithoutTheModuleNoSupplierHasAMarket(t *testing.T) {
	env, token := serve(t, func(c *config.Config) { c.Without = []string{"markets"} })
	env.Post(token, validatePath, energy).Refused(400, "account_failed_validation", "unknown_field customers.0.psr", "unknown_field smart_read_frequency", "unknown_field supply_addresses")
	env.Get(token, schemaPath+"?import_supplier=ACME").Refused(404, "not_found")
	if document := env.Get("", "/v1/data-import/openapi.json"); strings.Contains(string(document.Body), "MarketMember") {
		t.Error("the document still speaks of markets")
	}
}

// An operator adds a market in the dashboard, and it is in force at once.
func TestAnOperatorsMarket(t *testing.T) {
	env, token := serve(t)
	env.Record("markets", map[string]any{"name": "it-water", "version": "1", "schema": `{
		"properties": {
			"grid_area": {"enum": ["NORTH", "SOUTH"]},
			"customers": {"items": {"properties": {"tax_number": {"type": "string", "pattern": "^[0-9]{11}$"}}, "required": ["tax_number"]}}
		}, "required": ["grid_area"]}`})
	env.Change("suppliers", "code", "PLAIN", map[string]any{"market": "it-water"})
	account := func(area, tax string) string {
		return `{"import_supplier":"PLAIN","external_account_number":"1","grid_area":"` + area + `","customers":[{"family_name":"Rossi","tax_number":` + tax + `}]}`
	}
	env.Post(token, stagePath, account("NORTH", "12345678901")).Expect(http.StatusCreated)
	env.Post(token, stagePath, account("north", `"1"`)).
		Refused(400, "account_failed_validation", "invalid_choice grid_area", "invalid_format customers.0.tax_number")
	env.Post(token, stagePath, `{"import_supplier":"PLAIN","external_account_number":"1","customers":[{"family_name":"Rossi"}]}`).
		Refused(400, "account_failed_validation", "required customers.0.tax_number", "required grid_area")

	env.Change("markets", "name", "it-water", map[string]any{"schema": `{"properties": {"grid_area": {"enum": ["EAST"]}}}`})
	env.Post(token, stagePath, account("NORTH", "12345678901")).
		Refused(400, "account_failed_validation", "invalid_choice grid_area", "unknown_field customers.0.tax_number")
}

// The answer is the account as the service understood it. Sent again, it is valid and
// gives the same answer.
func TestAnAccountIsUnderstoodWithWhatItsMarketAdds(t *testing.T) {
	env, token := serve(t)
	sent := kindtest.With(t, energy, set("supply_addresses.0.meter_points.0.identifier", `1200022345676`), set("supply_addresses.0.supply_address3", `""`),
		set("supply_addresses.0.supply_address1", `" Flat 2 "`), set("customers.1.psr", `[]`))
	first := env.Post(token, validatePath, sent).Expect(http.StatusOK)
	second := env.Post(token, validatePath, string(first.Body)).Expect(http.StatusOK)
	if string(first.Body) != string(second.Body) {
		t.Errorf("%s\nbecomes\n%s", first.Body, second.Body)
	}
	first.Golden(t, "understood")
}

func TestWhatAMarketAddsIsStored(t *testing.T) {
	env, token := serve(t)
	body := "\n" + energy + " "
	env.Post(token, stagePath, body).Expect(http.StatusCreated)
	env.Post(token, processPath, strings.Replace(process, "}", `,"dry_run":true}`, 1)).Refused(400, "dry_run_rolled_back")
	if n := env.Count("account_extensions", ""); n != 0 {
		t.Fatalf("a dry run has left %d rows", n)
	}
	env.Post(token, processPath, process).Expect(http.StatusCreated)
	var staged, market, version, data string
	if err := env.Runtime.Reader.QueryRow(`SELECT unpacked(payload) FROM stagings`).Scan(&staged); err != nil || staged != body {
		t.Errorf("staged %q, %v", staged, err)
	}
	const query = `SELECT e.market, e.version, unpacked(e.data) FROM account_extensions e JOIN accounts a ON a.id = e.account`
	if err := env.Runtime.Reader.QueryRow(query).Scan(&market, &version, &data); err != nil {
		t.Fatal(err)
	}
	var kept, sent map[string]any
	if err := json.Unmarshal([]byte(data), &kept); err != nil {
		t.Fatal(err)
	}
	env.Post(token, validatePath, strings.Replace(energy, "EXT-00001234", "2", 1)).Expect(http.StatusOK).Decode(&sent)
	psr := sent["customers"].([]any)[0].(map[string]any)["psr"]
	if market != "gb-energy" || version != "2" || len(kept) != 3 || !same(t, kept["supply_addresses"], sent["supply_addresses"]) || !same(t, kept["customers.0.psr"], psr) {
		t.Errorf("stored %s %s %s", market, version, data)
	}
	env.Post(token, stagePath, strings.Replace(`{"import_supplier":"PLAIN","external_account_number":"1","customers":[{"family_name":"x"}]}`, "PLAIN", "ACME", 1)).Expect(http.StatusCreated)
	env.Post(token, processPath, strings.Replace(process, "EXT-00001234", "1", 1)).Expect(http.StatusCreated)
	if n := env.Count("account_extensions", ""); n != 1 {
		t.Errorf("%d rows, of which one account has something", n)
	}
}

func same(t *testing.T, a, b any) bool {
	t.Helper()
	var texts [2]string
	for i, value := range []any{a, b} {
		text, err := json.Marshal(value, json.Deterministic(true))
		if err != nil {
			t.Fatal(err)
		}
		texts[i] = string(text)
	}
	return texts[0] == texts[1]
}

func TestTheSchemaInForce(t *testing.T) {
	env, token := serve(t)
	core := env.Get(token, schemaPath+"?import_supplier=PLAIN").Expect(http.StatusOK)
	merged := env.Get(token, schemaPath+"?import_supplier=ACME").Expect(http.StatusOK)
	for name, c := range map[string]struct {
		schema, account string
		valid           bool
	}{
		"gb-energy":              {string(merged.Body), energy, true},
		"gb-energy, core alone":  {string(merged.Body), plain, true},
		"gb-energy, a fault":     {string(merged.Body), kindtest.With(t, energy, drop("supply_addresses.0.supply_postcode")), false},
		"gb-energy, a core one":  {string(merged.Body), kindtest.With(t, energy, set("customers.0.account_roles", `1`)), false},
		"gb-energy, unknown":     {string(merged.Body), kindtest.With(t, energy, set("customers.0.prs", `1`)), false},
		"core":                   {string(core.Body), plain, true},
		"core, with a market's":  {string(core.Body), energy, false},
		"core, without customer": {string(core.Body), kindtest.With(t, plain, drop("external_account_number")), false},
	} {
		if err := validate(t, c.schema, c.account); (err == nil) != c.valid {
			t.Errorf("%s: %v", name, err)
		}
	}
	env.Change("suppliers", "code", "ACME", map[string]any{"market": "core"})
	if again := env.Get(token, schemaPath+"?import_supplier=ACME").Expect(http.StatusOK); string(again.Body) != string(core.Body) {
		t.Error("the schema is not that of the supplier's new market")
	}

	env.Get(token, schemaPath).Refused(400, "request_failed_validation", "required import_supplier")
	env.Get(token, schemaPath+"?import_supplier=").Refused(400, "request_failed_validation", "required import_supplier")
	env.Get(token, schemaPath+"?import_supplier=OTHER").Refused(404, "import_supplier_not_found")
	env.Get(token, schemaPath+"?import_supplier=NOBODY").Refused(404, "import_supplier_not_found")
	env.Get("", schemaPath+"?import_supplier=ACME").Refused(401, "not_authenticated")
	reader := env.Token(env.Client("Reader", map[string]any{"read_only": true}, "PLAIN"))
	env.Get(reader, schemaPath+"?import_supplier=PLAIN").Expect(http.StatusOK)
}

func validate(t *testing.T, schema, account string) error {
	t.Helper()
	document, err := jsonschema.UnmarshalJSON(strings.NewReader(schema))
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource("schema.json", document); err != nil {
		t.Fatal(err)
	}
	compiled, err := compiler.Compile("schema.json")
	if err != nil {
		t.Fatal(err)
	}
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(account))
	if err != nil {
		t.Fatal(err)
	}
	return compiled.Validate(value)
}

// A market's record that was saved without the hooks' check, or that was deleted, fails
// as a fault of the service. The supplier's other requests go on.
func TestAMarketThatCannotBeUsed(t *testing.T) {
	env, token := serve(t)
	for _, change := range []string{
		`UPDATE markets SET schema = '{"properties": {"customers": {}}}'`,
		`DELETE FROM markets`,
	} {
		if env.Count("markets", "") == 0 {
			env.Record("markets", map[string]any{"name": "test", "version": "1", "schema": `{"properties": {"x": {"type": "integer"}}}`})
		}
		env.Change("suppliers", "code", "PLAIN", map[string]any{"market": "test"})
		account := `{"import_supplier":"PLAIN","external_account_number":"1","customers":[{"family_name":"x"}],"x":1}`
		env.Post(token, validatePath, account).Expect(http.StatusOK)
		env.Exec(change)
		env.Post(token, validatePath, account).Refused(500, "internal_error")
		env.Get(token, schemaPath+"?import_supplier=PLAIN").Refused(500, "internal_error")
		env.Post(token, validatePath, energy).Expect(http.StatusOK)
		env.Get(token, "/v1/data-import/all-account-import-processes/PLAIN/").Expect(http.StatusOK)
		env.Exec(`DELETE FROM markets`)
	}
}

// A script may send the schema as a JSON object in place of its text.
func TestASchemaThatIsSentAsAnObject(t *testing.T) {
	env, token := serve(t)
	admin, err := env.Record("_superusers", map[string]any{"email": "zoë@example.com", "password": "a-long-password"}).NewAuthToken()
	if err != nil {
		t.Fatal(err)
	}
	send := func(schema string) *apptest.Answer {
		request, err := http.NewRequest(http.MethodPost, env.URL+"/api/collections/markets/records", strings.NewReader(`{"name": "it-water", "version": "1", "schema": `+schema+`}`))
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("Authorization", admin)
		request.Header.Set("Content-Type", "application/json")
		return env.Do(request, "")
	}
	if refused := send(`{"properties": {"area": {"type": "text"}}}`); refused.Status != http.StatusBadRequest || !strings.Contains(string(refused.Body), "/properties/area/type") {
		t.Errorf("%d %s", refused.Status, refused.Body)
	}
	send(`{"properties": {"area": {"enum": ["NORTH"]}}}`).Expect(http.StatusOK)
	env.Change("suppliers", "code", "PLAIN", map[string]any{"market": "it-water"})
	env.Post(token, validatePath, `{"import_supplier": "PLAIN", "external_account_number": "1", "customers": [{"family_name": "Rossi"}], "area": "SOUTH"}`).
		Refused(400, "account_failed_validation", "invalid_choice area")
}
