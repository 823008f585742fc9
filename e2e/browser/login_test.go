package browser

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

func TestLoggingIn(t *testing.T) {
	t.Parallel()
	s := start(t)
	b := s.open(t, looks[0])
	b.visitTo("/imports/none/?page=2", "/imports/login/?next=%2Fimports%2Fnone%2F%3Fpage%3D2")
	b.write("#email", `"><script>alert(1)</script>@example.com`)
	b.write("#password", "wrong")
	b.press("main button[type=submit]", 422, "/imports/login/")
	if got := b.text("[role=alert]"); !strings.Contains(got, "do not belong together") {
		t.Errorf("%s", got)
	}
	if typed := ask(b, chromedp.Value(chromedp.CSS("#email"))); typed != `"><script>alert(1)</script>@example.com` {
		t.Errorf("typed was %q", typed)
	}
	b.signIn("/imports/none/?page=2", 404)
	if got := b.text(".who"); !strings.Contains(got, support) || !strings.Contains(got, "support") {
		t.Errorf("%s", got)
	}
	if scripts := ask(b, chromedp.Evaluate[string](`document.cookie`)); scripts != "" {
		t.Errorf("scripts see the cookie: %s", scripts)
	}
	b.visitTo("/imports/login/?next=//evil.example/", "/imports/")
}

func TestLoggingOut(t *testing.T) {
	t.Parallel()
	s := start(t)
	b := s.open(t, looks[0])
	b.visit("/imports/login/?next=%2Fimports%2Fnone%2F", 200)
	b.signIn("/imports/none/", 404)
	kept := b.cookies()
	b.press(".who button", 200, "/imports/login/")
	if got := b.text(".who"); got != "Sign in" {
		t.Errorf("%s", got)
	}
	b.visitTo("/imports/none/", "/imports/login/?next=%2Fimports%2Fnone%2F")
	call(b, network.SetCookies, network.SetCookiesParams{Cookies: kept})
	b.visitTo("/imports/none/", "/imports/login/?next=%2Fimports%2Fnone%2F")
}

// A session ends while its pages are open. The next page asks to sign in, and then leads
// to the requested page.
func TestASessionEnds(t *testing.T) {
	t.Parallel()
	s := start(t)
	for name, end := range map[string]func(){
		"password": func() { s.command(password, "staff", "password", support, "--password-stdin") },
		"role": func() {
			s.command("", "staff", "role", support, "viewer")
			s.command("", "staff", "role", support, "support")
		},
		"deletion": func() {
			s.command("", "staff", "delete", support)
			s.command(password, "staff", "create", support, "--role", "support", "--password-stdin")
		},
	} {
		t.Run(name, func(t *testing.T) {
			b := s.open(t, looks[0])
			b.visit("/imports/login/?next=%2Fimports%2Fnone%2F", 200)
			b.signIn("/imports/none/", 404)
			end()
			b.visitTo("/imports/none/", "/imports/login/?next=%2Fimports%2Fnone%2F")
			b.signIn("/imports/none/", 404)
		})
	}
}

// A form of another site cannot sign a member of the staff in or out. The form in this
// test is at another port of the same machine. That is the same site, so the browser
// sends the cookie.
func TestAnotherSitesForm(t *testing.T) {
	t.Parallel()
	s := start(t)
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprintf(w, `<link rel="icon" href="data:,"><form method="post" action="%s"><button>Win</button></form>`, s.url+r.URL.Path)
	}))
	defer other.Close()
	b := s.open(t, looks[0], other.URL)
	b.visit("/imports/login/?next=%2Fimports%2Fnone%2F", 200)
	b.signIn("/imports/none/", 404)
	for _, path := range []string{"/imports/logout/", "/imports/login/", "/imports/password/"} {
		b.do(chromedp.Navigate(other.URL + path))
		b.press("button", 403, path)
	}
	b.visit("/imports/none/", 404)
	if got := b.text(".who"); !strings.Contains(got, support) {
		t.Errorf("%s", got)
	}
}
