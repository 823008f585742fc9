package modules_test

import (
	"net/http"
	"strings"
	"testing"

	"dataimport/modules/kit/ops/config"
)

// No form of ours can be sent by another site, whichever page it is on.
func TestOtherSitesSendNoForm(t *testing.T) {
	s := serveAll(t, func(c *config.Config) { c.Log.Level = "error" })
	cookie := signIn(s, "support", "support")
	forms := 0
	for _, pattern := range s.patterns {
		method, path := split(pattern)
		if !strings.HasPrefix(path, "/imports") || strings.HasPrefix(pattern, "GET ") {
			continue
		}
		if method == http.MethodGet { // any
			method = http.MethodPost
		}
		forms++
		for name, value := range map[string]string{"Sec-Fetch-Site": "cross-site", "Origin": "https://evil.example"} {
			request, err := http.NewRequest(method, s.URL+s.fill(method, path), strings.NewReader("email=x"))
			if err != nil {
				t.Fatal(err)
			}
			request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			request.Header.Set("Cookie", cookie)
			request.Header.Set(name, value)
			if answer := s.Do(request, ""); answer.Status != http.StatusForbidden && answer.Header.Get("Location") != "/imports/" || answer.Header.Get("Set-Cookie") != "" {
				t.Errorf("%s with %s: %d %v", pattern, name, answer.Status, answer.Header)
			}
		}
	}
	if forms < 8 {
		t.Errorf("%d forms", forms)
	}
	s.get(t, cookie) // who is still signed in
}

func (s *served) get(t *testing.T, cookie string) {
	t.Helper()
	request, err := http.NewRequest(http.MethodGet, s.URL+"/imports/", nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Cookie", cookie)
	s.Do(request, "").Expect(http.StatusOK)
}
