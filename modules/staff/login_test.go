package staff_test

import (
	"bytes"
	"net/http"
	"strings"
	"testing"

	"dataimport/modules/kit/http/session"
)

func TestSigningIn(t *testing.T) {
	env := serveWithStaff(t)
	for _, email := range []string{"zoë@example.com", "ZOË@example.com", "  Zoë@Example.com "} {
		b := newBrowser(env)
		// SQLite ignores the case of ASCII letters alone.
		want := !strings.Contains(email, "Ë")
		if got := b.postForm("/imports/login/", "email", email, "password", password).Status == http.StatusSeeOther; got != want {
			t.Errorf("%q: %v", email, got)
		}
	}
	b := newBrowser(env)
	b.expectSignedOut()
	b.signIn()
	for path, part := range map[string]string{"/": "zoë@example.com", "/v1/data-import/docs/rules/": "Sign out", "/imports/password/": "zoë@example.com"} {
		answer := b.getPage(path).Expect(http.StatusOK)
		if !bytes.Contains(answer.Body, []byte(part)) {
			t.Errorf("%s does not say who is signed in", path)
		}
		if got := answer.Header.Get("Cache-Control"); got != "no-store" {
			t.Errorf("%s may be kept: %q", path, got)
		}
	}
	if got := b.getPage("/assets/style.css"); got.Header.Get("Cache-Control") != "no-cache" {
		t.Errorf("the stylesheet is %q", got.Header.Get("Cache-Control"))
	}
	expectRedirect(t, b.getPage("/imports/login/?next=/imports/probe/"), "/imports/probe/")
}

// A refusal does not say whether the address or the password is wrong.
func TestLoginsThatAreRefused(t *testing.T) {
	env := serveWithStaff(t)
	b := newBrowser(env)
	var first []byte
	for name, typed := range map[string][2]string{
		"wrong password":      {"zoë@example.com", "zwölf Zeichen, mindestenZ"},
		"no password":         {"zoë@example.com", ""},
		"password's start":    {"zoë@example.com", password[:8]},
		"password and more":   {"zoë@example.com", password + " "},
		"unknown address":     {"nobody@example.com", password},
		"no address":          {"", password},
		"nothing":             {"", ""},
		"a wildcard":          {"%@example.com", password},
		"a quote":             {"' OR 1=1 --", password},
		"no text":             {"\x00\xff", password},
		"endless password":    {"zoë@example.com", strings.Repeat("x", 15<<10)},
		"another collection":  {"root@example.com", password},
		"script":              {`"><script>alert(1)</script>`, "x"},
		"script in an event":  {`" onfocus="alert(1)`, "x"},
		"address with spaces": {"zoë @example.com", password},
	} {
		answer := b.postForm("/imports/login/", "email", typed[0], "password", typed[1])
		if answer.Status == http.StatusTooManyRequests {
			b = newBrowser(serveWithStaff(t))
			answer = b.postForm("/imports/login/", "email", typed[0], "password", typed[1])
		}
		answer.Expect(http.StatusUnprocessableEntity)
		if answer.Header.Get("Set-Cookie") != "" {
			t.Errorf("%s: a cookie", name)
		}
		if bytes.Contains(answer.Body, []byte("<script>")) || bytes.Contains(answer.Body, []byte(`" onfocus`)) {
			t.Errorf("%s: what was typed is run: %s", name, answer.Body)
		}
		if typed[1] != "" && bytes.Contains(answer.Body, []byte(password)) {
			t.Errorf("%s: the password comes back", name)
		}
		rest := valueOfEmail.ReplaceAll(answer.Body, nil)
		if first == nil {
			first = rest
		}
		if !bytes.Equal(rest, first) {
			t.Errorf("%s differs:\n%s\nfrom\n%s", name, rest, first)
		}
	}
	if answer := b.postForm("/imports/login/", "email", "søren@example.com", "password", "x"); !bytes.Contains(answer.Body, []byte(`value="søren@example.com"`)) {
		t.Errorf("the address must be typed again: %s", answer.Body)
	}
	b.postForm("/imports/login/", "email", "zoë@example.com", "password", strings.Repeat("x", 17<<10)).Expect(http.StatusBadRequest)
}

func TestWhereALoginLeads(t *testing.T) {
	env := serveWithStaff(t)
	for next, want := range map[string]string{
		"":                                  "/imports/",
		"/imports/probe/?a=b&c=é#x":         "/imports/probe/?a=b&c=%c3%a9#x",
		"/imports/ACME/00%2F12/":            "/imports/ACME/00%2F12/",
		"//evil.example/imports/":           "/imports/",
		"///evil.example":                   "/imports/",
		`/\evil.example`:                    "/imports/",
		`\\evil.example`:                    "/imports/",
		`/imports/\evil.example`:            "/imports/",
		"https:evil.example":                "/imports/",
		"https://evil.example/imports/":     "/imports/",
		"javascript:alert(1)":               "/imports/",
		"data:text/html,x":                  "/imports/",
		"/\t/evil.example":                  "/imports/",
		"/imports/\r\nSet-Cookie: staff=x":  "/imports/",
		" /imports/probe/":                  "/imports/",
		"/importsevil":                      "/imports/",
		"/_/":                               "/imports/",
		"/imports/logout/":                  "/imports/",
		"/imports/login/?next=/imports/":    "/imports/",
		"http://127.0.0.1:1/imports/":       "/imports/",
		"/imports/%zz":                      "/imports/",
		"@evil.example/imports/":            "/imports/",
		"/imports/../../evil":               "/evil", // stays on this host
		"/imports/?next=https://evil.test/": "/imports/?next=https://evil.test/",
	} {
		b := newBrowser(env)
		b.header.Set("X-Real-IP", "192.0.2.1")
		answer := b.postForm("/imports/login/", "email", "zoë@example.com", "password", password, "next", next)
		if answer.Status == http.StatusTooManyRequests {
			env = serveWithStaff(t)
			answer = newBrowser(env).postForm("/imports/login/", "email", "zoë@example.com", "password", password, "next", next)
		}
		answer.Expect(http.StatusSeeOther)
		if got := answer.Header.Get("Location"); got != want {
			t.Errorf("%q leads to %q", next, got)
		}
	}
}

func TestTheCookie(t *testing.T) {
	env := serveWithStaff(t)
	b := newBrowser(env)
	cookie := b.postForm("/imports/login/", "email", "zoë@example.com", "password", password).Header.Get("Set-Cookie")
	if value, rest, _ := strings.Cut(cookie, ";"); !strings.HasPrefix(value, "staff=ey") || rest != " Path=/; Max-Age=3600; HttpOnly; SameSite=Lax" {
		t.Errorf("%s", cookie)
	}
	// A header that claims TLS is ignored until an operator trusts the proxy.
	b.header.Set("X-Forwarded-Proto", "https")
	if cookie := b.postForm("/imports/login/", "email", "zoë@example.com", "password", password).Header.Get("Set-Cookie"); !strings.HasPrefix(cookie, "staff=") {
		t.Errorf("%s", cookie)
	}
	trustProxy(env)
	b = newBrowser(env)
	b.header.Set("X-Forwarded-Proto", "https")
	cookie = b.postForm("/imports/login/", "email", "zoë@example.com", "password", password).Header.Get("Set-Cookie")
	if value, rest, _ := strings.Cut(cookie, ";"); !strings.HasPrefix(value, "__Host-staff=ey") || rest != " Path=/; Max-Age=3600; HttpOnly; Secure; SameSite=Lax" {
		t.Errorf("%s", cookie)
	}
	b.expectSignedIn()
	// Over TLS only the cookie counts that no other host can set.
	b.cookies["staff"] = b.cookies["__Host-staff"]
	delete(b.cookies, "__Host-staff")
	b.expectSignedOut()
}

func TestSigningOut(t *testing.T) {
	env := serveWithStaff(t)
	b := newBrowser(env)
	b.signIn()
	copied := b.cookies["staff"]
	answer := b.postForm("/imports/logout/")
	expectRedirect(t, answer, "/imports/login/")
	if cookie := answer.Header.Get("Set-Cookie"); !strings.Contains(cookie, "staff=;") || !strings.Contains(cookie, "Max-Age=0") {
		t.Errorf("the cookie stays: %s", cookie)
	}
	b.expectSignedOut()
	b.cookies["staff"] = copied
	b.expectSignedOut()
	expectRedirect(t, b.postForm("/imports/logout/"), "/imports/login/")
	b.signIn()
	b.getPage("/imports/logout/").Expect(http.StatusNotFound) // a link or an image cannot sign out
	b.expectSignedIn()
}

// A log-in starts a new session, whatever cookie the browser holds already.
func TestASessionCannotBeFixed(t *testing.T) {
	env := serveWithStaff(t)
	createMember(env, "mallory@example.com", session.Viewer)
	mallory := newBrowser(env)
	expectRedirect(t, mallory.postForm("/imports/login/", "email", "mallory@example.com", "password", password), "/imports/")
	planted := mallory.cookies["staff"]
	b := newBrowser(env)
	b.cookies["staff"] = planted
	b.signIn()
	if b.cookies["staff"] == planted {
		t.Error("the planted session is used")
	}
	if got := mallory.getPage(probePath).Expect(http.StatusOK); string(got.Body) != "mallory@example.com is viewer" {
		t.Errorf("%s", got.Body)
	}
}

func TestOtherSitesCannotSendForms(t *testing.T) {
	env := serveWithStaff(t)
	b := newBrowser(env)
	b.signIn()
	for name, value := range map[string]string{"Sec-Fetch-Site": "cross-site", "Origin": "https://evil.example"} {
		b.header = http.Header{name: {value}}
		for _, path := range []string{"/imports/login/", "/imports/logout/", "/imports/password/", "/imports/password/confirm/", "/imports/probe/"} {
			answer := b.postForm(path, "email", "zoë@example.com", "password", password).Expect(http.StatusForbidden)
			if answer.Header.Get("Set-Cookie") != "" || !bytes.Contains(answer.Body, []byte("<h1>This is not allowed</h1>")) {
				t.Errorf("%s: %s", path, answer.Body)
			}
		}
		b.expectSignedIn() // a link from there works
	}
	b.header = http.Header{"Sec-Fetch-Site": {"same-origin"}, "Origin": {env.URL}}
	expectRedirect(t, b.postForm("/imports/logout/"), "/imports/login/")
}
