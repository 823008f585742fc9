package staff_test

import (
	"bytes"
	"net/http"
	"strings"
	"testing"
)

// Every page has the headers, whether it is shown, refused or broken.
func TestHeadersOfEveryPage(t *testing.T) {
	env := serveWithStaff(t)
	b := newBrowser(env)
	b.signIn()
	for path, status := range map[string]int{
		"/": 200, "/v1/data-import/docs/": 200, "/v1/data-import/docs/rules/": 200, "/assets/style.css": 200, "/assets/none.css": 404,
		"/imports/login/": 303, "/imports/password": 200, "/imports/password/confirm/": 403, "/imports/none/": 404, "/imports/login/none": 404, "/imports/panic/": 500,
	} {
		answer := b.getPage(path).Expect(status)
		policy := answer.Header.Get("Content-Security-Policy")
		for _, part := range []string{"default-src 'none';", "frame-ancestors 'none'", "base-uri 'none'", "connect-src 'self'"} {
			if !strings.Contains(policy, part) {
				t.Errorf("%s: no %s in %q", path, part, policy)
			}
		}
		if strings.Contains(policy, "unsafe-inline") && path != "/v1/data-import/docs/" || strings.Contains(policy, "script-src 'self' 'unsafe") || strings.Contains(policy, "unsafe-eval") {
			t.Errorf("%s: %q", path, policy)
		}
		for name, want := range map[string]string{
			"X-Content-Type-Options": "nosniff", "Cross-Origin-Opener-Policy": "same-origin", "X-Frame-Options": "DENY",
		} {
			if got := answer.Header.Get(name); got != want {
				t.Errorf("%s: %s %q", path, name, got)
			}
		}
		if answer.Header.Get("Permissions-Policy") == "" || answer.Header.Get("Referrer-Policy") == "" {
			t.Errorf("%s: %v", path, answer.Header)
		}
	}
}

// An error is a page too, and shows nothing internal.
func TestProblemsArePages(t *testing.T) {
	env := serveWithStaff(t)
	b := newBrowser(env)
	b.signIn()
	for path, part := range map[string]string{"/imports/no/such/page/": "There is nothing here", "/imports/panic/": "Something went wrong"} {
		answer := b.getPage(path)
		if !bytes.Contains(answer.Body, []byte("<h1>"+part+"</h1>")) || !bytes.Contains(answer.Body, []byte("zoë@example.com")) || bytes.Contains(answer.Body, []byte("a secret")) {
			t.Errorf("%s: %s", path, answer.Body)
		}
	}
	b = newBrowser(env)
	expectRedirect(t, b.getPage("/imports/none/?a=1&b=//x"), "/imports/login/?next=%2Fimports%2Fnone%2F%3Fa%3D1%26b%3D%2F%2Fx")
	expectRedirect(t, b.postForm("/imports/none/"), "/imports/login/")
	expectRedirect(t, b.send("DELETE", "/imports/login/", nil), "/imports/login/")
	if got := b.getPage("/imports").Header.Get("Location"); got != "/imports/" {
		t.Errorf("/imports leads to %q", got)
	}
	for _, path := range []string{"/imports/login", "/imports/login/", "/imports/password", "/imports/password/"} {
		b.getPage(path).Expect(http.StatusOK)
	}
}
