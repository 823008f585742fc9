package browser

import (
	"bytes"
	"encoding/json/v2"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"dataimport/e2e/binary"
	"dataimport/e2e/book"
	"dataimport/modules/kit/http/paths"
)

const (
	code       = "MEADOW"
	team       = "Migration"
	viewer     = "viewer@support.example.com"
	page       = "/imports/" + code + "/"
	staging    = paths.StageAccount + "/"
	processing = paths.ProcessAccount + "/"
)

// company is a server with a supplier, a client of it, and a viewer beside the member of
// the support staff.
type company struct {
	*server
	key, token string
}

// supply serves a company, with more flags of the program.
func supply(t testing.TB, flags ...string) *company {
	t.Helper()
	s, printed := startPrepared(t, flags,
		binary.Command{Args: []string{"staff", "create", viewer, "--role", "viewer", "--password-stdin"}, Input: password},
		binary.Command{Args: []string{"supplier", "create", code, "--name", "Meadow & Brook Energy", "--document-root", "meadow"}},
		binary.Command{Args: []string{"team", "create", team}},
		binary.Command{Args: []string{"api-client", "create", "Meadow scripts", "--supplier", code}})
	c := &company{server: s, key: printed[3]}
	body := c.send(paths.GraphQL+"/", map[string]any{"query": `mutation { obtainToken(input: {APIKey: "` + c.key + `"}) { token } }`}, http.StatusOK)
	var told struct {
		Data struct {
			ObtainToken struct {
				Token string `json:"token"`
			} `json:"obtainToken"`
		} `json:"data"`
	}
	if err := json.Unmarshal([]byte(body), &told); err != nil {
		t.Fatalf("%v: %s", err, body)
	}
	c.token = told.Data.ObtainToken.Token
	return c
}

// send posts a request of the client and expects a status.
func (c *company) send(path string, body any, status int) string {
	c.Helper()
	encoded, err := json.Marshal(body, json.Deterministic(true))
	if err != nil {
		c.Fatal(err)
	}
	return c.request(http.MethodPost, path, "Token "+c.token, bytes.NewReader(encoded), status)
}

func (s *server) request(method, path, authorization string, body io.Reader, status int) string {
	s.Helper()
	request, err := http.NewRequest(method, s.url+path, body)
	if err != nil {
		s.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	if authorization != "Token " {
		request.Header.Set("Authorization", authorization)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		s.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != status {
		s.Fatalf("%s: %d %v: %s", path, response.StatusCode, err, text)
	}
	return string(text)
}

// stage stages an account with members beside its number.
func (c *company) stage(number string, members map[string]any, status int) string {
	c.Helper()
	account := map[string]any{"import_supplier": code, "external_account_number": number}
	for name, value := range members {
		account[name] = value
	}
	return c.send(staging, account, status)
}

// process creates a staged account.
func (c *company) process(number string, status int) string {
	c.Helper()
	return c.send(processing, map[string]any{"import_supplier_code": code, "external_account_number": number, "operations_team_name": team}, status)
}

// imports writes a book and its documents, and returns the command that imports it. The
// numbers of its accounts begin with a prefix.
func (c *company) imports(prefix string, accounts int, faulty float64) *exec.Cmd {
	c.Helper()
	o := book.Options{Supplier: code, Team: team, Accounts: accounts, Faulty: faulty, Seed: 3, Today: time.Now(), Prefix: prefix, Data: true, Documents: true}
	file := filepath.Join(c.TempDir(), "book.ndjson")
	f, err := os.Create(file)
	if err != nil {
		c.Fatal(err)
	}
	_, err = book.Write(f, o)
	if err := errors.Join(err, f.Close()); err != nil {
		c.Fatal(err)
	}
	if _, err := book.WriteDocuments(c.documents(), o); err != nil {
		c.Fatal(err)
	}
	command := exec.Command(program, "import", file, "--url", c.url, "--supplier", code, "--team", team)
	command.Env = append(os.Environ(), "DATAIMPORT_KEY="+c.key)
	return command
}

// documents returns the folder of the supplier's documents.
func (s *server) documents() string { return filepath.Join(s.dir, "documents", "meadow") }

// run runs an import. Refused accounts are no failure of it.
func (c *company) run(command *exec.Cmd) {
	c.Helper()
	output, err := command.CombinedOutput()
	if exit := (*exec.ExitError)(nil); err != nil && (!errors.As(err, &exit) || exit.ExitCode() != 1) {
		c.Errorf("the import: %v\n%s", err, output)
	}
}

// enter opens a window, signs a member of the staff in, and expects to be at a path.
func (s *server) enter(t testing.TB, as look, email, path string) *tab {
	t.Helper()
	b := s.open(t, as)
	b.visit("/imports/login/?next="+url.QueryEscape(path), http.StatusOK)
	b.write("#email", email)
	b.write("#password", password)
	b.press("main button[type=submit]", http.StatusOK, path)
	return b
}

// account returns the address of an account's page.
func account(number string) string { return page + url.PathEscape(number) + "/" }

func customers(given, family string) map[string]any {
	return map[string]any{"customers": []map[string]any{{"given_name": given, "family_name": family}}}
}

// figure returns the script that reads a number on a supplier's page by its name.
func figure(name string) string {
	return fmt.Sprintf(`Number([...document.querySelectorAll("#progress dt")].find((dt) => dt.textContent.includes(%q)).nextElementSibling.textContent.replace(/\D/g, ""))`, name)
}
