package vendors

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/pocketbase/pocketbase/core"

	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/store/secrets"
	"dataimport/modules/kit/testing/databasetest"
)

type registryTest struct {
	*testing.T
	app      *core.BaseApp
	box      *secrets.Box
	reader   *database.Reader
	registry *Registry
}

func newRegistryTest(t *testing.T) *registryTest {
	t.Helper()
	app := databasetest.NewApp(t)
	box := secrets.NewBox(app)
	return &registryTest{t, app, box, database.NewReader(app), NewRegistry(box, Options{Limits: patient})}
}

// sql changes the database as another process does: no hook runs.
func (t *registryTest) sql(statement string, args map[string]any) {
	t.Helper()
	if _, err := t.app.DB().NewQuery(statement).Bind(args).Execute(); err != nil {
		t.Fatal(err)
	}
}

func (t *registryTest) vendor(id, adapter, address, secret string) {
	t.Helper()
	sealed, err := t.box.Seal(secret, Purpose(id, adapter, address))
	if err != nil {
		t.Fatal(err)
	}
	t.sql(`INSERT INTO payment_vendors (id, code, adapter, base_url, sealed_secret) VALUES ({:id}, {:id}, {:adapter}, {:address}, {:sealed})`,
		map[string]any{"id": id, "adapter": adapter, "address": address, "sealed": sealed})
}

func (t *registryTest) adapter(code string) Adapter {
	t.Helper()
	adapter, exists, err := t.registry.Adapter(t.reader, code)
	if err != nil || exists != (adapter != nil) {
		t.Fatalf("%s: %v, %v, %v", code, adapter, exists, err)
	}
	return adapter
}

func TestRegistry(t *testing.T) {
	r := newRegistryTest(t)
	seen := make(chan string, 10)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, request *http.Request) {
		seen <- request.Header.Get("Authorization") + " " + request.URL.Path
		_, _ = io.WriteString(w, `{"exists":true}`)
	}))
	t.Cleanup(server.Close)
	asks := func(code, want string) {
		t.Helper()
		if _, err := verify(r.adapter(code), card); err != nil {
			t.Fatal(err)
		}
		if got := <-seen; got != want {
			t.Errorf("asked with %q, not %q", got, want)
		}
	}

	if known, err := verify(r.adapter("sandbox"), card); err != nil || known.Status != "active" {
		t.Errorf("the sandbox: %+v, %v", known, err)
	}
	if r.adapter("acme") != nil {
		t.Error("a vendor that does not exist has an adapter")
	}
	r.vendor("acme", HTTP, server.URL+"/one", "first")
	asks("acme", "Bearer first /one")
	if r.adapter("acme") != r.adapter("acme") {
		t.Error("the adapter is built anew each time")
	}
	r.sql(`UPDATE payment_vendors SET base_url = {:url} WHERE id = 'acme'`, map[string]any{"url": server.URL + "/two"})
	asks("acme", "Bearer first /two")
	r.sql(`UPDATE payment_vendors SET disabled = TRUE WHERE id = 'acme'`, nil)
	if r.adapter("acme") != nil {
		t.Error("a disabled vendor has an adapter")
	}
	r.sql(`DELETE FROM payment_vendors WHERE id = 'acme'`, nil)
	r.vendor("acme", HTTP, server.URL, "second")
	asks("acme", "Bearer second /")
}

func TestRegistryKeepsASecretToItsServer(t *testing.T) {
	r := newRegistryTest(t)
	r.vendor("acme", HTTP, "https://vendor.example", "first")
	r.vendor("other", HTTP, "https://vendor.example", "second")
	for _, change := range []string{
		`UPDATE payment_vendors SET base_url = 'https://evil.example' WHERE id = 'acme'`,
		`UPDATE payment_vendors SET sealed_secret = (SELECT sealed_secret FROM payment_vendors WHERE id = 'other') WHERE id = 'acme'`,
		`UPDATE payment_vendors SET sealed_secret = '' WHERE id = 'acme'`,
	} {
		r.sql(change, nil)
		if _, _, err := r.registry.Adapter(r.reader, "acme"); !errors.Is(err, secrets.ErrUnopened) {
			t.Errorf("%s: %v", change, err)
		}
	}
	r.sql(`UPDATE payment_vendors SET adapter = 'smoke signals' WHERE id = 'other'`, nil)
	if _, _, err := r.registry.Adapter(r.reader, "other"); err == nil {
		t.Error("an unknown adapter was built")
	}
}

func TestRevisionMoves(t *testing.T) {
	r := newRegistryTest(t)
	revision := func() (n int) {
		t.Helper()
		if err := r.reader.QueryRow(`SELECT n FROM settings_revision`).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	before := revision()
	r.sql(`INSERT INTO payment_vendors (id, code, adapter) VALUES ('a', 'a', 'sandbox')`, nil)
	r.sql(`UPDATE payment_vendors SET disabled = TRUE WHERE id = 'a'`, nil)
	r.sql(`DELETE FROM payment_vendors WHERE id = 'a'`, nil)
	if after := revision(); after != before+3 {
		t.Errorf("the revision moved from %d to %d", before, after)
	}
}
