package e2e

import (
	"io"
	"net/http"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

func TestCommandsWorkOnARunningService(t *testing.T) {
	t.Parallel()
	s := newService(t)
	key := s.setUp()
	s.start()
	const ask = "/v1/data-import/all-account-import-processes/"
	token := s.token(key)
	expect := func(token, supplier string, status int) {
		t.Helper()
		if got, body := s.send(http.MethodGet, token, ask+supplier+"/", ""); got != status {
			t.Errorf("%s: %d %s, want %d", supplier, got, body, status)
		}
	}
	expect(token, "ACME", 200)
	defer s.askAllTheTime(token, ask+"ACME/")() // so that the service has just looked up what it knows
	s.must("supplier", "create", "LATER")
	later := strings.TrimSpace(s.must("api-client", "create", "Later scripts", "--supplier", "LATER"))
	expect(s.token(later), "LATER", 200)
	expect(token, "LATER", 404)

	rotated := strings.TrimSpace(s.must("api-client", "rotate", "Acme scripts"))
	expect(token, "ACME", 401)
	if s.token(key) != "" {
		t.Error("the old key still gives tokens")
	}
	token = s.token(rotated)
	expect(token, "ACME", 200)
	s.must("api-client", "disable", "Acme scripts")
	expect(token, "ACME", 401)
	if s.token(rotated) != "" {
		t.Error("a disabled client's key still gives tokens")
	}
}

// askAllTheTime asks one question after another until stop is called.
func (s *service) askAllTheTime(token, path string) (stop func()) {
	var stopped atomic.Bool
	var asking sync.WaitGroup
	asking.Go(func() {
		for !stopped.Load() {
			request, err := http.NewRequest(http.MethodGet, s.url+path, nil)
			if err == nil {
				var answer *http.Response
				request.Header.Set("Authorization", "Token "+token)
				if answer, err = http.DefaultClient.Do(request); err == nil {
					_, err = io.Copy(io.Discard, answer.Body)
					_ = answer.Body.Close()
				}
			}
			if err != nil {
				s.Error(err)
				return
			}
		}
	})
	return func() {
		stopped.Store(true)
		asking.Wait()
	}
}

func TestCommandsSayInOneLineWhyTheyFail(t *testing.T) {
	t.Parallel()
	s := newService(t)
	s.setUp()
	for name, args := range map[string][]string{
		"supplier twice":     {"supplier", "create", "ACME"},
		"supplier's slash":   {"supplier", "create", "A/B"},
		"supplier's country": {"supplier", "create", "X", "--country", "XX"},
		"supplier's zone":    {"supplier", "create", "X", "--time-zone", "Mars/Phobos"},
		"team twice":         {"team", "create", "Migration"},
		"client twice":       {"api-client", "create", "Acme scripts", "--supplier", "ACME"},
		"client's supplier":  {"api-client", "create", "Y", "--supplier", "NOBODY"},
		"client of none":     {"api-client", "create", "Y"},
		"rotate nobody":      {"api-client", "rotate", "Nobody"},
		"disable nobody":     {"api-client", "disable", "Nobody"},
		"no name":            {"team", "create"},
		"no such command":    {"supplier", "destroy", "ACME"},
		"a misspelt flag":    {"supplier", "create", "Z", "--nmae", "Z"},
	} {
		t.Run(name, func(t *testing.T) {
			out, complaints, err := s.command(args...)
			if err == nil || out != "" || strings.Count(complaints, "\n") != 1 {
				t.Errorf("%v, output %q, complaint %q", err, out, complaints)
			}
		})
	}
}

func TestAModuleThatIsSwitchedOff(t *testing.T) {
	t.Parallel()
	s := newService(t)
	key := s.setUp()
	s.start("--without", "notes,status")
	token := s.token(key)
	if status, _ := s.send(http.MethodGet, token, "/v1/data-import/all-account-import-processes/ACME/", ""); status != 404 {
		t.Errorf("its route answers %d", status)
	}
	_, body := s.send(http.MethodPost, token, "/v1/data-import/validate-account/",
		`{"import_supplier":"ACME","external_account_number":"1","customers":[{"family_name":"Núñez"}],"notes":[{"body":"x"}]}`)
	if !strings.Contains(body, `"code":"unknown_field","attr":"notes"`) {
		t.Errorf("its section is still known: %s", body)
	}
	_, document := s.send(http.MethodGet, "", "/v1/data-import/openapi.json", "")
	if strings.Contains(document, "all-account-import-processes") || strings.Contains(document, "/notes/create/") {
		t.Error("the document still has its part")
	}
	if !strings.Contains(document, "validate-account") {
		t.Error("the document has nothing")
	}
}

func TestModulesThatCannotBeSwitchedOff(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"accounts", "access", "nonsense"} {
		s := newService(t)
		_, complaints, err := s.command("serve", "--http", "127.0.0.1:0", "--without", name)
		if err == nil || !strings.Contains(complaints, name) {
			t.Errorf("%s: %v %q", name, err, complaints)
		}
	}
}

func TestTheListOfModules(t *testing.T) {
	t.Parallel()
	s := newService(t)
	out := s.must("modules")
	for _, part := range []string{"staging", "POST /v1/data-import/account-import-process/create-or-update/", "account: notes"} {
		if !strings.Contains(out, part) {
			t.Errorf("%q is not in\n%s", part, out)
		}
	}
	if _, err := os.Stat(s.dir); err == nil {
		t.Error("listing modules made a data folder")
	}
}
