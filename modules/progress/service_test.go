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
	"dataimport/modules/lifecycle"
	"dataimport/modules/notes"
	"dataimport/modules/operators"
	"dataimport/modules/paymentinstructions"
	"dataimport/modules/processing"
	"dataimport/modules/progress"
	"dataimport/modules/runs"
	"dataimport/modules/staging"
	"dataimport/modules/statements"
	"dataimport/modules/suppliers"
	"dataimport/modules/transactions"
)

// testService is the service with a supplier ACME and its client. A header of each request names
// the reader.
type testService struct {
	*apptest.Env
	token string
	// signOut ends the open sessions.
	signOut context.CancelFunc
	docs    string // folder of ACME's documents
}

const base = "/v1/data-import/"

func newTestService(t testing.TB) *testService {
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
		paymentinstructions.Module, staging.Module, processing.Module, operators.Module, progress.Module(guard, runs.CountUnsent), lifecycle.Module,
	}
	dir := t.TempDir()
	env := apptest.Serve(t, modules.Mount(makers), func(c *config.Config) { c.Documents.Dir = dir })
	token := env.SetUp(map[string]any{"name": "Acme Energy", "document_root": "acme", "verify_documents": "no"})
	return &testService{Env: env, token: token, signOut: signOut, docs: filepath.Join(dir, "acme")}
}

// getPage requests a page as a member of the staff.
func (r *testService) getPage(role, address string) *apptest.Answer {
	r.Helper()
	request, err := http.NewRequest(http.MethodGet, r.URL+address, nil)
	if err != nil {
		r.Fatal(err)
	}
	request.Header.Set("Role", role)
	return r.Do(request, "")
}

// getText returns a page that must exist, as the role support sees it, with its entities decoded.
func (r *testService) getText(address string) string {
	r.Helper()
	return html.UnescapeString(string(r.getPage(session.Support, address).Expect(http.StatusOK).Body))
}

// stageAccount stages an account with further members, given as JSON.
func (r *testService) stageAccount(number, members string) *apptest.Answer {
	r.Helper()
	quoted, err := json.Marshal(number)
	if err != nil {
		r.Fatal(err)
	}
	return r.Post(r.token, base+"account-import-process/create-or-update/", `{"import_supplier":"ACME","external_account_number":`+string(quoted)+`,`+members+`}`)
}

const customer = `"customers":[{"given_name":"Zoë","family_name":"Núñez"}]`

func (r *testService) processAccount(number string) *apptest.Answer {
	r.Helper()
	quoted, err := json.Marshal(number)
	if err != nil {
		r.Fatal(err)
	}
	return r.Post(r.token, base+"account-import-process/process/",
		`{"import_supplier_code":"ACME","external_account_number":`+string(quoted)+`,"operations_team_name":"Migration"}`)
}

// importAccount stages and processes an account.
func (r *testService) importAccount(number, members string) {
	r.Helper()
	r.stageAccount(number, members).Expect(http.StatusCreated)
	r.processAccount(number).Expect(http.StatusCreated)
}

// storeDocument writes a file into the document store.
func (r *testService) storeDocument(name, content string) {
	r.Helper()
	file := filepath.Join(r.docs, name)
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		r.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(content), 0o644); err != nil {
		r.Fatal(err)
	}
}

func (r *testService) expectParts(text string, parts ...string) {
	r.Helper()
	for _, part := range parts {
		if !strings.Contains(text, part) {
			r.Errorf("%q is not on the page:\n%s", part, text)
		}
	}
}

func (r *testService) expectNoParts(text string, parts ...string) {
	r.Helper()
	for _, part := range parts {
		if strings.Contains(text, part) {
			r.Errorf("%q is on the page:\n%s", part, text)
		}
	}
}

// rowLink matches the links to accounts in the table of accounts.
var rowLink = regexp.MustCompile(`<th scope="row"><a href="([^"]*)"><bdi>([^<]*)</bdi>`)

func listLinks(body string) (numbers, links []string) {
	for _, match := range rowLink.FindAllStringSubmatch(body, -1) {
		links, numbers = append(links, html.UnescapeString(match[1])), append(numbers, html.UnescapeString(match[2]))
	}
	return numbers, links
}

var nextLink = regexp.MustCompile(`rel="next" href="([^"]*)">Next page`)

// listAllNumbers returns the numbers of all pages of a list.
func (r *testService) listAllNumbers(query url.Values) (numbers []string) {
	r.Helper()
	for address := "/imports/ACME/?" + query.Encode(); ; {
		body := string(r.getPage(session.Support, address).Expect(http.StatusOK).Body)
		page, _ := listLinks(body)
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
