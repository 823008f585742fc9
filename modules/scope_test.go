package modules_test

import (
	"bufio"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"dataimport/modules/kit/ops/config"
)

// A supplier outside the scope of a member of the staff looks like one that does not exist, at
// every address that names a supplier. The addresses that name none do not mention it.
func TestScopesOfStaff(t *testing.T) {
	s := serveAll(t, func(c *config.Config) { c.Log.Level = "error" })
	const name, number, client = "Geheim und Söhne", "ACC-00017", "Geheime Skripte"
	s.Supplier("SECRETIVE", map[string]any{"name": name})
	s.Supplier("EMPTY", nil)
	token := s.Token(s.Client(client, nil, "SECRETIVE"))
	s.Post(token, stagePath, `{"import_supplier":"SECRETIVE","external_account_number":"`+number+`","customers":[{"family_name":"Núñez"}]}`).Expect(http.StatusCreated)
	empty, err := s.App.FindFirstRecordByData("suppliers", "code", "EMPTY")
	if err != nil {
		t.Fatal(err)
	}
	for _, role := range []string{"viewer", "support"} {
		c := caller{name: role, cookie: signIn(s, role, role, empty.Id)}
		for _, pattern := range s.patterns {
			method, path := split(pattern)
			if method != http.MethodGet || !strings.HasPrefix(path, "/imports") || strings.Contains(path, "log") || strings.Contains(path, "password") {
				continue
			}
			status, body := s.page(c, strings.NewReplacer("{supplier}", "SECRETIVE", "{account}", number, "{staging}", "none", "{$}", "").Replace(path))
			if strings.Contains(path, "{supplier}") {
				missing, like := s.page(c, strings.NewReplacer("{supplier}", "NONESUCH", "{account}", number, "{staging}", "none", "{$}", "").Replace(path))
				if status != missing || strings.ReplaceAll(body, "SECRETIVE", "NONESUCH") != like {
					t.Errorf("%s of a %s: %d %s, and of no supplier: %d %s", path, role, status, body, missing, like)
				}
				body = strings.ReplaceAll(body, "SECRETIVE", "")
			}
			for _, secret := range []string{name, "SECRETIVE", client} {
				if strings.Contains(body, secret) {
					t.Errorf("%s shows %q to a %s of another supplier", path, secret, role)
				}
			}
		}
		if status, body := s.page(c, "/imports/~find/?q="+url.QueryEscape(number)); status != http.StatusOK || strings.Contains(body, "SECRETIVE") || !strings.Contains(body, "Nothing that you see matches") {
			t.Errorf("a %s of another supplier finds %d %s", role, status, body)
		}
	}
}

// page returns the status and the body of a page. Of a stream of events it returns the first event.
func (s *served) page(c caller, address string) (status int, body string) {
	s.Helper()
	response := s.send(c, http.MethodGet, address, "")
	defer response.Body.Close()
	if response.Header.Get("Content-Type") != "text/event-stream" {
		all, err := io.ReadAll(response.Body)
		if err != nil {
			s.Fatal(err)
		}
		return response.StatusCode, string(all)
	}
	var event strings.Builder
	for lines := bufio.NewScanner(response.Body); lines.Scan() && (lines.Text() != "" || !strings.Contains(event.String(), "data: ")); {
		event.WriteString(lines.Text() + "\n")
	}
	return response.StatusCode, event.String()
}
