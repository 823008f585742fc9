package paymentinstructions

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	validation "github.com/pocketbase/ozzo-validation/v4"
	"github.com/pocketbase/pocketbase/apis"
	"github.com/pocketbase/pocketbase/core"

	"dataimport/modules/kit/store/secrets"
	"dataimport/modules/kit/testing/databasetest"
	"dataimport/modules/kit/vendors"
)

const (
	typedSecret = "sk_live_only_the_vendor_may_see_this"
	address     = "https://vendor.example/verify"
)

type vendorTest struct {
	*testing.T
	app   *core.BaseApp
	url   string
	token string
}

// newVendorTest serves PocketBase's own interface to a superuser, which is what the
// dashboard uses.
func newVendorTest(t *testing.T) *vendorTest {
	t.Helper()
	app := databasetest.NewApp(t)
	bindHooks(app)
	token := superuserToken(t, app)
	router, err := apis.NewRouter(app)
	if err != nil {
		t.Fatal(err)
	}
	handler, err := router.BuildMux()
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	return &vendorTest{t, app, server.URL + "/api/collections/payment_vendors/records", token}
}

// superuserToken is the Authorization of a new superuser, who has no password: its hash
// would take a second.
func superuserToken(t testing.TB, app core.App) string {
	t.Helper()
	superusers, err := app.FindCollectionByNameOrId(core.CollectionNameSuperusers)
	if err != nil {
		t.Fatal(err)
	}
	superuser := core.NewRecord(superusers)
	superuser.SetEmail("operator@superuser.example")
	if err := app.SaveNoValidate(superuser); err != nil {
		t.Fatal(err)
	}
	token, err := superuser.NewAuthToken()
	if err != nil {
		t.Fatal(err)
	}
	return token
}

// send is a request of the dashboard; no answer may hold a secret, sealed or not.
func (t *vendorTest) send(method, path string, fields map[string]any) (int, map[string]any) {
	t.Helper()
	body, err := json.Marshal(fields)
	if err != nil {
		t.Fatal(err)
	}
	request, err := http.NewRequest(method, t.url+path, bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Authorization", t.token)
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(text), typedSecret) || strings.Contains(string(text), "sealed") || strings.Contains(string(text), "v1.") {
		t.Errorf("%s %s shows a secret: %s", method, path, text)
	}
	var answer map[string]any
	if err := json.Unmarshal(text, &answer); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return response.StatusCode, answer
}

func (t *vendorTest) stored(code string) *core.Record {
	t.Helper()
	record, err := t.app.FindFirstRecordByData("payment_vendors", "code", code)
	if err != nil {
		t.Fatal(err)
	}
	return record
}

// opened is the secret that is kept for a vendor.
func (t *vendorTest) opened(code string) string {
	t.Helper()
	record := t.stored(code)
	secret, err := secrets.NewBox(t.app).Open(record.GetString("sealed_secret"), vendors.Purpose(record.Id, record.GetString("adapter"), record.GetString("base_url")))
	if err != nil {
		t.Fatal(err)
	}
	return secret
}

func httpVendor(changes map[string]any) map[string]any {
	fields := map[string]any{"code": "acme", "name": "Acme", "adapter": "http", "base_url": address, "secret": typedSecret}
	maps.Copy(fields, changes)
	return fields
}

func TestVendorSecretIsNeverShownAgain(t *testing.T) {
	v := newVendorTest(t)
	status, created := v.send("POST", "", httpVendor(map[string]any{"secret": " " + typedSecret + "\n"}))
	if status != 200 || created["secret"] != "" || created["secret_stored"] != true {
		t.Fatalf("create: %d %v", status, created)
	}
	id := "/" + created["id"].(string)
	for _, path := range []string{"", id, "?fields=*,sealed_secret&filter=(sealed_secret!='')"} {
		if status, answer := v.send("GET", path, nil); status != 200 {
			t.Errorf("%s: %d %v", path, status, answer)
		}
	}
	// As the dashboard saves a form whose secret was left empty, and as it must not.
	for _, fields := range []map[string]any{
		{"name": "Acme plc", "secret": ""},
		{"base_url": "https://vendor.example/v2"},
		{"sealed_secret": "", "secret_stored": false},
		{"sealed_secret": "forged"},
	} {
		if status, answer := v.send("PATCH", id, fields); status != 200 || answer["secret_stored"] != true {
			t.Errorf("%v: %d %v", fields, status, answer)
		}
		if got := v.opened("acme"); got != typedSecret {
			t.Errorf("%v: the secret is now %q", fields, got)
		}
	}
	if status, answer := v.send("PATCH", id, map[string]any{"secret": "another"}); status != 200 || v.opened("acme") != "another" {
		t.Errorf("rotation: %d %v", status, answer)
	}
	if status, answer := v.send("PATCH", id, map[string]any{"adapter": "sandbox", "base_url": ""}); status != 200 || answer["secret_stored"] != false {
		t.Errorf("to the sandbox: %d %v", status, answer)
	}
	v.nowhereOnDisk()
}

// nowhereOnDisk looks into every file of the data folder: tables, logs, journals.
func (t *vendorTest) nowhereOnDisk() {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(t.app.DataDir(), "*"))
	if err != nil || len(files) < 2 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err == nil && bytes.Contains(content, []byte(typedSecret)) {
			t.Errorf("%s holds the secret", file)
		}
	}
}

func TestVendorRefused(t *testing.T) {
	v := newVendorTest(t)
	for name, test := range map[string]struct {
		fields map[string]any
		field  string
		code   string
	}{
		"http without a secret":    {httpVendor(map[string]any{"secret": ""}), "secret", "secret_required"},
		"stripe without a secret":  {map[string]any{"code": "s", "adapter": "stripe"}, "secret", "secret_required"},
		"a forged sealed secret":   {httpVendor(map[string]any{"secret": "", "sealed_secret": "v1.x"}), "secret", "secret_required"},
		"a secret with a line end": {httpVendor(map[string]any{"secret": "a\nb"}), "secret", "invalid_secret"},
		"http without an address":  {httpVendor(map[string]any{"base_url": ""}), "base_url", "base_url_required"},
		"a file":                   {httpVendor(map[string]any{"base_url": "file:///etc/passwd"}), "base_url", "invalid_base_url"},
		"a path for Stripe":        {httpVendor(map[string]any{"adapter": "stripe"}), "base_url", "invalid_base_url"},
		"an unknown adapter":       {httpVendor(map[string]any{"adapter": "carrier-pigeon"}), "adapter", "validation_invalid_value"},
		"no adapter":               {httpVendor(map[string]any{"adapter": ""}), "adapter", "validation_required"},
		"a code with a slash":      {httpVendor(map[string]any{"code": "a/b"}), "code", "validation_invalid_format"},
		"a code that is taken":     {httpVendor(map[string]any{"code": "sandbox"}), "code", "validation_not_unique"},
	} {
		t.Run(name, func(t *testing.T) {
			status, answer := v.send("POST", "", test.fields)
			faults, _ := answer["data"].(map[string]any)
			fault, _ := faults[test.field].(map[string]any)
			if status != 400 || fault["code"] != test.code {
				t.Errorf("%d %v", status, answer)
			}
		})
	}
	v.nowhereOnDisk()
}

// A secret is entered for one server. A change of the address requires the secret again.
func TestVendorSecretStaysWithItsServer(t *testing.T) {
	v := newVendorTest(t)
	_, created := v.send("POST", "", httpVendor(nil))
	id := "/" + created["id"].(string)
	for _, fields := range []map[string]any{
		{"base_url": "https://evil.example/verify"}, {"base_url": "http://vendor.example/verify"}, {"adapter": "stripe", "base_url": ""}, {"code": "other"},
	} {
		if status, answer := v.send("PATCH", id, fields); status != 400 {
			t.Errorf("%v: %d %v", fields, status, answer)
		}
	}
	if status, answer := v.send("PATCH", id, map[string]any{"base_url": "https://new.example", "secret": "new"}); status != 200 || v.opened("acme") != "new" {
		t.Errorf("with a new secret: %d %v", status, answer)
	}
}

// Records are saved by programs too, several times, or in vain.
func TestVendorSavedByAProgram(t *testing.T) {
	v := newVendorTest(t)
	collection, err := v.app.FindCollectionByNameOrId("payment_vendors")
	if err != nil {
		t.Fatal(err)
	}
	record := core.NewRecord(collection)
	record.Load(httpVendor(nil))
	if err := v.app.Validate(record); err != nil || record.GetString("secret") != typedSecret {
		t.Fatalf("validated alone: %v, %q", err, record.GetString("secret"))
	}
	fail := errors.New("the disk is full")
	failing := v.app.OnRecordCreateExecute("payment_vendors").BindFunc(func(*core.RecordEvent) error { return fail })
	if err := v.app.Save(record); !errors.Is(err, fail) {
		t.Fatal(err)
	}
	v.app.OnRecordCreateExecute("payment_vendors").Unbind(failing)
	for range 3 {
		record.Set("name", record.GetString("name")+"!")
		if err := v.app.Save(record); err != nil {
			t.Fatal(err)
		}
		if got := v.opened("acme"); got != typedSecret {
			t.Errorf("the secret is now %q", got)
		}
	}
	stale := v.stored("acme")
	record.Set("secret", "newer")
	if err := v.app.Save(record); err != nil {
		t.Fatal(err)
	}
	if err := v.app.Save(stale); err != nil || v.opened("acme") != "newer" {
		t.Errorf("an older record brought back its secret: %v", err)
	}
	record.Set("base_url", "nonsense")
	var faults validation.Errors
	if err := v.app.Save(record); !errors.As(err, &faults) || faults["base_url"] == nil {
		t.Errorf("got %v", err)
	}
}
