package attack

import (
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// callers are the kinds of callers, in the order of the columns of the matrix. The members of
// the staff see all suppliers, or ACME or OTHER alone. The session is one of the staff, sent
// as a token.
var callers = strings.Fields("stranger other reader client | viewer support acme elsewhere session | operator admin")

// matrix says what each caller is answered: a status, or login for a redirect to the log-in
// page of the staff. All routes are about the supplier ACME and its account 1001.
var matrix = []struct{ method, path, body, want string }{
	{"GET", "/v1/data-import/account-transfer-status/ACME/1001/", "", "401 404 200 200 | 401 401 401 401 401 | 401 401"},
	{"GET", "/v1/data-import/all-account-import-processes/ACME/", "", "401 404 200 200 | 401 401 401 401 401 | 401 401"},
	{"POST", "/v1/data-import/validate-account/", account, "401 400 200 200 | 401 401 401 401 401 | 401 401"},
	{"POST", "/v1/data-import/account-import-process/create-or-update/", account, "401 400 403 200 | 401 401 401 401 401 | 401 401"},
	{"POST", "/v1/data-import/notes/create/", `{"import_supplier":"ACME","external_account_number":"1001","notes":[{"body":"Called."}]}`,
		"401 404 403 404 | 401 401 401 401 401 | 401 401"},

	{"GET", "/imports/", "", "login login login login | 200 200 200 200 login | login login"},
	{"GET", "/imports/ACME/", "", "login login login login | 200 200 200 404 login | login login"},
	{"GET", "/imports/ACME/?q=1001", "", "login login login login | 200 200 200 404 login | login login"},
	{"GET", "/imports/ACME/?q=Núñez&by=name", "", "login login login login | 200 200 200 404 login | login login"},
	{"GET", "/imports/ACME/~accounts.csv", "", "login login login login | 200 200 200 404 login | login login"},
	{"GET", "/imports/ACME/1001/", "", "login login login login | 200 200 200 404 login | login login"},
	{"GET", "/imports/ACME/1001/document?path=none.pdf", "", "login login login login | 403 404 404 404 login | login login"},
	{"GET", "/imports/ACME/1001/data/none/json", "", "login login login login | 404 404 404 404 login | login login"},
	{"GET", "/documents/acme/bill.pdf", "", "403 403 403 403 | 403 403 403 403 403 | 403 403"},

	{"GET", "/api/collections/suppliers/records", "", "403 403 403 403 | 403 403 403 403 403 | 200 200"},
	{"GET", "/api/collections/staff/records", "", "403 403 403 403 | 403 403 403 403 403 | 200 200"},
	{"GET", "/api/settings", "", "401 401 401 401 | 401 401 401 401 401 | 403 200"},
	{"POST", "/api/sql", `{"query":"SELECT id FROM teams"}`, "401 401 401 401 | 401 401 401 401 401 | 403 200"},
	{"POST", "/api/collections/staff/request-email-change", `{"newEmail":"mine@example.com"}`, "404 404 404 404 | 404 404 404 404 404 | 404 404"},
	{"POST", "/api/collections/staff/request-password-reset", `{"email":"support@example.com"}`, "403 403 403 403 | 403 403 403 403 403 | 403 403"},
}

const account = `{"import_supplier":"ACME","external_account_number":"1001","customers":[{"given_name":"Zoë","family_name":"Núñez"}]}`

// credentials is how a caller sends a request.
type credentials struct {
	client        *http.Client
	authorization string
}

// asEach returns the credentials of all callers.
func (s *service) asEach(t testing.TB) map[string]credentials {
	t.Helper()
	s.command(t, "", "supplier", "create", "OTHER", "--document-root", "other")
	for name, supplier := range map[string]string{"acme": "ACME", "elsewhere": "OTHER"} {
		s.command(t, password, "staff", "create", name+"@example.com", "--role", "support", "--supplier", supplier, "--password-stdin")
	}
	other := s.command(t, "", "api-client", "create", "Other scripts", "--supplier", "OTHER")
	session := ""
	browser := s.signIn(t, support)
	for _, cookie := range browser.Jar.Cookies(&url.URL{Scheme: "http", Host: s.address, Path: "/"}) {
		if cookie.Name == "staff" {
			session = cookie.Value
		}
	}
	return map[string]credentials{
		"stranger":  {plain, ""},
		"other":     {plain, s.tokenOf(t, other)},
		"reader":    {plain, s.tokenOf(t, s.reader)},
		"client":    {plain, s.tokenOf(t, s.writer)},
		"viewer":    {s.signIn(t, viewer), ""},
		"support":   {browser, ""},
		"acme":      {s.signIn(t, "acme@example.com"), ""},
		"elsewhere": {s.signIn(t, "elsewhere@example.com"), ""},
		"session":   {plain, session},
		"operator":  {plain, s.tokenOfSuperuser(t, operator)},
		"admin":     {plain, s.tokenOfSuperuser(t, admin)},
	}
}

// Each kind of caller gets at each route what the matrix says. What is outside the scope of a
// member of the staff looks like what does not exist.
func TestWhoGetsWhat(t *testing.T) {
	s := newService(t, "--requests-per-second", "0")
	as := s.asEach(t)
	if a := s.ask(t, request{path: "/v1/data-import/account-import-process/create-or-update/", authorization: as["client"].authorization, body: account}); a.status != http.StatusCreated {
		t.Fatalf("%d %s", a.status, a.body)
	}
	for _, row := range matrix {
		want := strings.Fields(row.want)
		for i, name := range callers {
			if name == "|" {
				continue
			}
			got, a := s.outcome(t, as[name], request{method: row.method, path: row.path, body: row.body})
			if got != want[i] {
				t.Errorf("%s %s by %s: %s, want %s: %.200s", row.method, row.path, name, got, want[i], a.body)
			}
			if name != "elsewhere" || !strings.HasPrefix(row.path, "/imports/") {
				continue
			}
			none := strings.ReplaceAll(row.path, "ACME", "NONE")
			if _, missing := s.outcome(t, as[name], request{method: row.method, path: none}); strings.ReplaceAll(a.body, "ACME", "NONE") != missing.body && none != row.path {
				t.Errorf("%s tells that ACME exists: %.500s", row.path, a.body)
			}
			if strings.Contains(a.body, "Acme Energy") {
				t.Errorf("%s shows ACME: %.500s", row.path, a.body)
			}
		}
	}
}

func (s *service) outcome(t testing.TB, c credentials, q request) (string, answer) {
	t.Helper()
	q.authorization = c.authorization
	a, err := s.exchange(c.client, q)
	if err != nil {
		t.Fatalf("%s %s: %v", q.method, q.path, err)
	}
	if a.status == http.StatusSeeOther && strings.HasPrefix(a.header.Get("Location"), "/imports/login/") {
		return "login", a
	}
	return strconv.Itoa(a.status), a
}

// A session that is open when the scope of its member changes ends, and so does its stream.
func TestAScopeThatChanges(t *testing.T) {
	s := newService(t)
	s.command(t, "", "supplier", "create", "OTHER")
	browser := s.signIn(t, support)
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.url+"/imports/ACME/~live", nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Accept", "text/event-stream")
	stream, err := browser.Do(request)
	if err != nil || stream.StatusCode != http.StatusOK {
		t.Fatalf("%v %v", stream, err)
	}
	defer stream.Body.Close()
	s.command(t, "", "staff", "scope", support, "--supplier", "OTHER")
	if _, err := stream.Body.Read(make([]byte, 1<<20)); err != nil {
		t.Fatal("the stream has no beginning")
	}
	for buffer := make([]byte, 1<<20); ; { // until the stream ends, which the time limit of the browser enforces
		if _, err := stream.Body.Read(buffer); err != nil {
			if !strings.Contains(err.Error(), "EOF") {
				t.Errorf("the stream goes on: %v", err)
			}
			break
		}
	}
	again := s.signIn(t, support)
	for path, want := range map[string]int{"/imports/ACME/": http.StatusNotFound, "/imports/ACME/~live": http.StatusNotFound, "/imports/OTHER/": http.StatusOK} {
		if got, a := s.outcome(t, credentials{client: again}, requestOf(path)); got != strconv.Itoa(want) {
			t.Errorf("%s: %s %.200s", path, got, a.body)
		}
	}
}

func requestOf(path string) request { return request{method: http.MethodGet, path: path} }

// No account reads a document of another supplier: not without a root, not by a root that
// contains the other's, and not by a link.
func TestDocumentsOfAnotherSupplier(t *testing.T) {
	s := newService(t)
	s.command(t, "", "supplier", "create", "VICTIM", "--document-root", "victim/docs")
	for _, root := range []string{"victim", "/", "victim/docs/x", "VICTIM/Docs", "./victim", "victim/docs/"} {
		command := exec.Command(program, "supplier", "create", "THIEF", "--document-root", root, "--dir", s.dir)
		if output, err := command.CombinedOutput(); err == nil || !strings.Contains(string(output), "document_root") {
			t.Errorf("the root %q: %v %s", root, err, output)
		}
	}
	s.command(t, "", "supplier", "create", "THIEF", "--document-root", "thief")
	token := s.tokenOf(t, s.command(t, "", "api-client", "create", "Thief", "--supplier", "THIEF"))
	folder := filepath.Join(s.dir, "documents")
	write := func(name, content string) {
		t.Helper()
		file := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("victim/docs/bill.pdf", "%PDF-1.7 secret")
	write("thief/own.pdf", "%PDF-1.7 own")
	for name, target := range map[string]string{"link.pdf": "../victim/docs/bill.pdf", "folder": "../victim/docs", "within.pdf": "own.pdf"} {
		if err := os.Symlink(target, filepath.Join(folder, "thief", name)); err != nil {
			t.Fatal(err)
		}
	}
	validate := func(supplier, authorization, path string) answer {
		t.Helper()
		return s.ask(t, request{path: "/v1/data-import/validate-account/", authorization: authorization,
			body: `{"import_supplier":"` + supplier + `","external_account_number":"1","customers":[{"family_name":"Núñez"}],"notes":[{"document_paths":[{"document_path":"` + path + `"}]}]}`})
	}
	for path, want := range map[string]int{"own.pdf": http.StatusOK, "within.pdf": http.StatusOK, "link.pdf": http.StatusBadRequest, "folder/bill.pdf": http.StatusBadRequest, "../victim/docs/bill.pdf": http.StatusBadRequest} {
		if a := validate("THIEF", token, path); a.status != want {
			t.Errorf("%s: %d %s", path, a.status, a.body)
		}
	}
	if a := validate("ACME", s.tokenOf(t, s.writer), "victim/docs/bill.pdf"); a.status != http.StatusBadRequest || !strings.Contains(a.body, "path_does_not_exist_in_file_store") {
		t.Errorf("without a root: %d %s", a.status, a.body)
	}
}
