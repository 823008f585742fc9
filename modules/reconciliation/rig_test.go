package reconciliation_test

import (
	"bytes"
	"encoding/json/jsontext"
	"encoding/json/v2"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dataimport/modules"
	"dataimport/modules/kit/http/paths"
	"dataimport/modules/kit/ops/cli"
	"dataimport/modules/kit/testing/apptest"
	"dataimport/modules/reconciliation"
)

// rig is a service, and a client that imports books into it.
type rig struct {
	*apptest.Env
	token, key string
}

// serve starts a service whose supplier does not verify documents.
func serve(t *testing.T) *rig {
	t.Helper()
	env := apptest.Serve(t, modules.Mount(modules.All))
	env.Team("Migration")
	env.Supplier("ACME", map[string]any{"verify_documents": "no"})
	key := env.Client("Acme scripts", nil, "ACME")
	return &rig{env, env.Token(key), key}
}

// envelope is a line of a book.
type envelope struct {
	Account      jsontext.Value   `json:"account,omitzero"`
	Number       string           `json:"external_account_number,omitzero"`
	Notes        []jsontext.Value `json:"notes,omitzero"`
	Transactions []jsontext.Value `json:"transactions,omitzero"`
	Statements   []jsontext.Value `json:"statements,omitzero"`
	Instruction  jsontext.Value   `json:"payment_instruction,omitzero"`
}

// importBook imports lines by the endpoints of single accounts. Refusals are no errors.
func (r *rig) importBook(lines ...string) {
	r.Helper()
	for _, line := range lines {
		var e envelope
		if err := json.Unmarshal([]byte(line), &e); err != nil || e.Account == nil && e.Number == "" {
			r.Fatalf("%s: %v", line, err)
		}
		if e.Account == nil && strings.Contains(line, `"import_supplier"`) {
			e = envelope{Account: jsontext.Value(line)}
		}
		if e.Account != nil {
			var name struct {
				Number string `json:"external_account_number"`
			}
			if err := json.Unmarshal(e.Account, &name); err != nil {
				r.Fatal(err)
			}
			e.Number = name.Number
			r.Post(r.token, paths.StageAccount+"/", string(e.Account))
			r.Post(r.token, paths.ProcessAccount+"/", fmt.Sprintf(`{"import_supplier_code":"ACME","external_account_number":%q,"operations_team_name":"Migration"}`, e.Number))
		}
		for _, kind := range []struct {
			path, member string
			items        []jsontext.Value
		}{{paths.ImportNotes, "notes", e.Notes}, {paths.ImportTransactions, "transactions", e.Transactions}, {paths.ImportStatements, "statements", e.Statements}} {
			if kind.items == nil {
				continue
			}
			items, err := json.Marshal(kind.items)
			if err != nil {
				r.Fatal(err)
			}
			r.Post(r.token, kind.path+"/", fmt.Sprintf(`{"import_supplier":"ACME","external_account_number":%q,%q:%s}`, e.Number, kind.member, items))
		}
	}
}

// writeBook writes a book.
func writeBook(t *testing.T, lines ...string) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "book.ndjson")
	if err := os.WriteFile(path, []byte(strings.Join(lines, "\n")+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// reconcile runs the command and returns its exit code, its output and its error.
func (r *rig) reconcile(book string, args ...string) (code int, out string, err error) {
	r.Helper()
	command := reconciliation.Command(r.Declaration.Modules)
	var output bytes.Buffer
	command.SetOut(&output)
	command.SetArgs(append([]string{book, "--url", r.URL, "--supplier", "ACME", "--key", r.key}, args...))
	err = command.Execute()
	return cli.ExitCode(err), output.String(), err
}

// agrees fails the test unless the book agrees with the service.
func (r *rig) agrees(book string, args ...string) {
	r.Helper()
	if code, out, err := r.reconcile(book, args...); code != 0 || !strings.Contains(out, "Everything agrees") {
		r.Fatalf("exit code %d, %v\n%s", code, err, out)
	}
}

// differs fails the test unless the output has each of the texts.
func (r *rig) differs(book string, args []string, want ...string) (out string) {
	r.Helper()
	code, out, err := r.reconcile(book, args...)
	if code != cli.ExitFaulty {
		r.Errorf("exit code %d, %v", code, err)
	}
	for _, text := range want {
		if !strings.Contains(out, text) {
			r.Fatalf("the output lacks %q:\n%s", text, out)
		}
	}
	return out
}

// change changes a row by hand, beside the service.
func (r *rig) change(query string) {
	r.Helper()
	result, err := r.App.NonconcurrentDB().NewQuery(query).Execute()
	if err != nil {
		r.Fatal(err)
	}
	if n, err := result.RowsAffected(); err != nil || n == 0 {
		r.Fatalf("%s: %d rows, %v", query, n, err)
	}
}

// list reads the endpoint and returns its lines.
func (r *rig) list(token, path string) []string {
	r.Helper()
	answer := r.Get(token, paths.Reconciliation+path).Expect(http.StatusOK)
	if kind := answer.Header.Get("Content-Type"); kind != "application/x-ndjson" {
		r.Errorf("the answer is %s", kind)
	}
	if len(answer.Body) == 0 {
		return nil
	}
	return strings.Split(strings.TrimSuffix(string(answer.Body), "\n"), "\n")
}
