package progress_test

import (
	"context"
	"encoding/json/v2"
	"html"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"dataimport/modules"
	"dataimport/modules/access"
	"dataimport/modules/accounts"
	"dataimport/modules/kit/http/session"
	"dataimport/modules/kit/ops/config"
	"dataimport/modules/kit/testing/apptest"
	"dataimport/modules/notes"
	"dataimport/modules/paymentinstructions"
	"dataimport/modules/processing"
	"dataimport/modules/progress"
	"dataimport/modules/staging"
	"dataimport/modules/statements"
	"dataimport/modules/suppliers"
	"dataimport/modules/transactions"
)

// rig is the service with a supplier ACME and a client of it. Who reads a page is
// who its request says.
type rig struct {
	*apptest.Env
	token string
	// signOut ends the sessions that are open.
	signOut context.CancelFunc
	docs    string // folder of ACME's documents
}

const base = "/v1/data-import/"

func serve(t testing.TB) *rig {
	t.Helper()
	open, signOut := context.WithCancel(t.Context())
	guard := func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			role := r.Header.Get("Role")
			if role == "" {
				http.Error(w, "sign in", http.StatusUnauthorized)
				return
			}
			ctx, cancel := context.WithCancel(session.With(r.Context(), &session.Reader{ID: "id", Email: "x@example.com", Role: role}))
			defer cancel()
			defer context.AfterFunc(open, cancel)()
			next.ServeHTTP(w, r.WithContext(ctx))
		})
	}
	makers := []modules.Maker{
		accounts.Module, access.Module, suppliers.Module(), transactions.Module(notes.Pin), notes.Module, statements.Module,
		paymentinstructions.Module, staging.Module, processing.Module, progress.Module(guard),
	}
	dir := t.TempDir()
	env := apptest.Serve(t, modules.Mount(makers), func(c *config.Config) { c.Documents.Dir = dir })
	token := env.SetUp(map[string]any{"name": "Acme Energy", "document_root": "acme", "verify_documents": "no"})
	return &rig{Env: env, token: token, signOut: signOut, docs: filepath.Join(dir, "acme")}
}

// page asks for a page as one of the staff.
func (r *rig) page(role, address string) *apptest.Answer {
	r.Helper()
	request, err := http.NewRequest(http.MethodGet, r.URL+address, nil)
	if err != nil {
		r.Fatal(err)
	}
	request.Header.Set("Role", role)
	return r.Do(request, "")
}

// text is a page that must be there, as support sees it, with its entities read.
func (r *rig) text(address string) string {
	r.Helper()
	return html.UnescapeString(string(r.page(session.Support, address).Expect(http.StatusOK).Body))
}

// stage stages an account with members, as JSON, beside its number.
func (r *rig) stage(number, members string) *apptest.Answer {
	r.Helper()
	quoted, err := json.Marshal(number)
	if err != nil {
		r.Fatal(err)
	}
	return r.Post(r.token, base+"account-import-process/create-or-update/", `{"import_supplier":"ACME","external_account_number":`+string(quoted)+`,`+members+`}`)
}

const customer = `"customers":[{"given_name":"Zoë","family_name":"Núñez"}]`

func (r *rig) process(number string) *apptest.Answer {
	r.Helper()
	quoted, err := json.Marshal(number)
	if err != nil {
		r.Fatal(err)
	}
	return r.Post(r.token, base+"account-import-process/process/",
		`{"import_supplier_code":"ACME","external_account_number":`+string(quoted)+`,"operations_team_name":"Migration"}`)
}

// imported stages and processes an account.
func (r *rig) imported(number, members string) {
	r.Helper()
	r.stage(number, members).Expect(http.StatusCreated)
	r.process(number).Expect(http.StatusCreated)
}

// document puts a file into the document store.
func (r *rig) document(name, content string) {
	r.Helper()
	file := filepath.Join(r.docs, name)
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		r.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(content), 0o644); err != nil {
		r.Fatal(err)
	}
}

func (r *rig) has(text string, parts ...string) {
	r.Helper()
	for _, part := range parts {
		if !strings.Contains(text, part) {
			r.Errorf("%q is not on the page:\n%s", part, text)
		}
	}
}

func (r *rig) hasNot(text string, parts ...string) {
	r.Helper()
	for _, part := range parts {
		if strings.Contains(text, part) {
			r.Errorf("%q is on the page:\n%s", part, text)
		}
	}
}

// rows are the links to accounts in the table of accounts, by number.
var rowLink = regexp.MustCompile(`<th scope="row"><a href="([^"]*)"><bdi>([^<]*)</bdi>`)

func listed(body string) (numbers, links []string) {
	for _, match := range rowLink.FindAllStringSubmatch(body, -1) {
		links, numbers = append(links, html.UnescapeString(match[1])), append(numbers, html.UnescapeString(match[2]))
	}
	return numbers, links
}

var nextLink = regexp.MustCompile(`rel="next" href="([^"]*)">Next page`)

// all are the numbers of all pages of a list.
func (r *rig) all(query url.Values) (numbers []string) {
	r.Helper()
	for address := "/imports/ACME/?" + query.Encode(); ; {
		body := string(r.page(session.Support, address).Expect(http.StatusOK).Body)
		page, _ := listed(body)
		numbers = append(numbers, page...)
		next := nextLink.FindStringSubmatch(body)
		if next == nil {
			return numbers
		}
		if len(numbers) > 10_000 {
			r.Fatal("the list has no end")
		}
		address = html.UnescapeString(next[1])
	}
}
