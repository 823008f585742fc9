package observe_test

import (
	"bufio"
	"bytes"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dataimport/modules"
	"dataimport/modules/kit/ops/config"
	"dataimport/modules/kit/testing/apptest"
)

const base = "/v1/data-import/"

func serveObserved(t testing.TB, configure ...func(*config.Config)) *apptest.Env {
	t.Helper()
	env := apptest.Serve(t, modules.Mount(modules.All), configure...)
	env.Team("Migration")
	env.Supplier("ACME", map[string]any{"document_root": "acme"})
	return env
}

// Texts of the payloads about persons, accounts and documents. None of them may appear in metrics,
// logs or traces.
var personal = []string{"Zoë", "Núñez", "zoe.nunez@", "EXT-4711", "welcome.pdf", "absent.pdf", "called about", "pm_secret"}

// sendTraffic sends a mix of requests: accounts that are imported and refused, data for accounts,
// documents that exist and that do not, vendors that answer and that do not.
func sendTraffic(t testing.TB, env *apptest.Env) (token string) {
	t.Helper()
	dir := filepath.Join(env.App.DataDir(), "documents", "acme")
	if err := os.MkdirAll(dir, 0o750); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "welcome.pdf"), []byte("%PDF-1.7"), 0o600); err != nil {
		t.Fatal(err)
	}
	token = env.Token(env.Client("Acme", nil, "ACME"))
	account := func(email string) string {
		return fmt.Sprintf(`{"import_supplier":"ACME","external_account_number":"EXT-4711","customers":[{"given_name":"Zoë","family_name":"Núñez","email":%q}]}`, email)
	}
	env.Post(token, base+"account-import-process/create-or-update/", account("zoe.nunez@")).Expect(http.StatusBadRequest)
	env.Post(token, base+"account-import-process/create-or-update/", account("zoe.nunez@mail.example")).Expect(http.StatusCreated)
	env.Post(token, base+"account-import-process/process/",
		`{"import_supplier_code":"ACME","external_account_number":"EXT-4711","operations_team_name":"Migration"}`).Expect(http.StatusCreated)
	note := func(document string) string {
		return fmt.Sprintf(`{"import_supplier":"ACME","external_account_number":"EXT-4711","notes":[{"body":"Zoë called about the meter","document_paths":[{"document_path":%q}]}]}`, document)
	}
	env.Post(token, base+"notes/create/", note("absent.pdf")).Expect(http.StatusBadRequest)
	env.Post(token, base+"notes/create/", note("welcome.pdf")).Expect(http.StatusCreated)
	instruction := func(reference string) string {
		return fmt.Sprintf(`{"import_supplier":"ACME","external_account_number":"EXT-4711","vendor":"sandbox","reference":%q,"type":"CARD"}`, reference)
	}
	env.Post(token, base+"payment-instruction/create/", instruction("sandbox-missing-pm_secret")).Expect(http.StatusBadRequest)
	env.Post(token, base+"payment-instruction/create/", instruction("pm_secret")).Expect(http.StatusCreated)
	env.Get(token, base+"account-transfer-status/ACME/EXT-4711/").Expect(http.StatusOK)
	env.Get(token, base+"nothing/EXT-4711/").Expect(http.StatusNotFound)
	env.Get("", "/").Expect(http.StatusOK)
	return token
}

// scrapeMetrics reads all samples, by name and labels.
func scrapeMetrics(t testing.TB, env *apptest.Env) (text []byte, samples map[string]string) {
	t.Helper()
	env.Runtime.AccountEvents.Flush() // it is written after the answer
	answer := env.Metrics()
	samples = make(map[string]string)
	for lines := bufio.NewScanner(bytes.NewReader(answer.Body)); lines.Scan(); {
		line := lines.Text()
		if i := strings.LastIndexByte(line, ' '); i > 0 && !strings.HasPrefix(line, "#") {
			samples[line[:i]] = line[i+1:]
		}
	}
	return answer.Body, samples
}
