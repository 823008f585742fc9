package staff_test

import (
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/pocketbase/pocketbase/core"
	"golang.org/x/crypto/bcrypt"

	"dataimport/modules"
	"dataimport/modules/kit/http/endpoint"
	"dataimport/modules/kit/http/session"
	"dataimport/modules/kit/module"
	"dataimport/modules/kit/ops/config"
	"dataimport/modules/kit/testing/apptest"
	"dataimport/modules/staff"
)

const (
	password  = "zwölf Zeichen, mindestens"
	probePath = "/imports/probe/"
	events    = "/imports/probe/events/"
)

// newProbeModule makes a module with a page and a stream for staff.
func newProbeModule(*module.Declaration) module.Module {
	page := func(w http.ResponseWriter, r *http.Request) {
		reader := session.From(r.Context())
		fmt.Fprintf(w, "%s is %s", reader.Email, reader.Role)
	}
	stream := func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		fmt.Fprint(w, "data: open\n\n")
		_ = http.NewResponseController(w).Flush()
		<-r.Context().Done()
	}
	served := module.Serving{Pages: []endpoint.Page{
		{Pattern: "GET " + probePath + "{$}", Handler: staff.RequireLogin(http.HandlerFunc(page))},
		{Pattern: "GET " + events + "{$}", Handler: staff.RequireLogin(http.HandlerFunc(stream))},
		{Pattern: "GET /imports/panic/{$}", Handler: http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic("a secret") })},
	}}
	return module.Module{Name: "probe", Serve: func(*module.Runtime) module.Serving { return served }}
}

func serveWithStaff(t testing.TB) *apptest.Env {
	t.Helper()
	env := apptest.Serve(t, modules.Mount(append(slices.Clone(modules.All), newProbeModule)), func(c *config.Config) { c.PerSecond = 0 })
	reducePasswordCost(env)
	createMember(env, "zoë@example.com", session.Support)
	return env
}

// reducePasswordCost makes password checks as cheap as possible.
func reducePasswordCost(env *apptest.Env) {
	env.Helper()
	c, err := env.App.FindCollectionByNameOrId("staff")
	if err != nil {
		env.Fatal(err)
	}
	c.Fields.GetByName("password").(*core.PasswordField).Cost = bcrypt.MinCost
	if err := env.App.Save(c); err != nil {
		env.Fatal(err)
	}
}

func createMember(env *apptest.Env, email, role string) *core.Record {
	env.Helper()
	return env.Record("staff", map[string]any{"email": email, "password": password, "role": role})
}

// browser sends requests with its cookies and headers, as a browser does.
type browser struct {
	*apptest.Env
	cookies map[string]string
	header  http.Header
}

func newBrowser(env *apptest.Env) *browser {
	return &browser{Env: env, cookies: make(map[string]string), header: make(http.Header)}
}

func (b *browser) send(method, path string, form url.Values) *apptest.Answer {
	b.Helper()
	request, err := http.NewRequest(method, b.URL+path, strings.NewReader(form.Encode()))
	if err != nil {
		b.Fatal(err)
	}
	request.Header = b.header.Clone()
	if form != nil {
		request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	for name, value := range b.cookies {
		request.AddCookie(&http.Cookie{Name: name, Value: value})
	}
	answer := b.Do(request, "")
	for _, cookie := range (&http.Response{Header: answer.Header}).Cookies() {
		b.cookies[cookie.Name] = cookie.Value
		if cookie.MaxAge < 0 {
			delete(b.cookies, cookie.Name)
		}
	}
	return answer
}

func (b *browser) getPage(path string) *apptest.Answer { b.Helper(); return b.send("GET", path, nil) }

func (b *browser) postForm(path string, pairs ...string) *apptest.Answer {
	b.Helper()
	form := url.Values{}
	for i := 0; i < len(pairs); i += 2 {
		form.Set(pairs[i], pairs[i+1])
	}
	return b.send("POST", path, form)
}

// signIn signs in as the member of the staff that each service has.
func (b *browser) signIn() {
	b.Helper()
	expectRedirect(b, b.postForm("/imports/login/", "email", "zoë@example.com", "password", password), "/imports/")
	b.expectSignedIn()
}

func (b *browser) expectSignedIn() {
	b.Helper()
	if got := b.getPage(probePath).Expect(http.StatusOK); string(got.Body) != "zoë@example.com is support" {
		b.Fatalf("%s", got.Body)
	}
}

func (b *browser) expectSignedOut() {
	b.Helper()
	expectRedirect(b, b.getPage(probePath), "/imports/login/?next=%2Fimports%2Fprobe%2F")
}

func expectRedirect(t testing.TB, a *apptest.Answer, to string) {
	t.Helper()
	a.Expect(http.StatusSeeOther)
	if got := a.Header.Get("Location"); got != to {
		t.Fatalf("leads to %q, want %q", got, to)
	}
}

// valueOfEmail matches the address that a form shows again.
var valueOfEmail = regexp.MustCompile(`(id="email"[^>]*) value="[^"]*"`)

// trustProxy makes the service trust a proxy's header.
func trustProxy(env *apptest.Env) {
	env.Helper()
	settings := env.App.Settings()
	settings.TrustedProxy.Headers = []string{"X-Real-IP"}
	if err := env.App.Save(settings); err != nil {
		env.Fatal(err)
	}
}

// openStream opens the stream and returns it after the first event.
func (b *browser) openStream() io.ReadCloser {
	b.Helper()
	request, err := http.NewRequest("GET", b.URL+events, nil)
	if err != nil {
		b.Fatal(err)
	}
	request.Header.Set("Accept", "text/event-stream")
	for name, value := range b.cookies {
		request.AddCookie(&http.Cookie{Name: name, Value: value})
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = response.Body.Close() })
	first := make([]byte, len("data: open\n\n"))
	if _, err := io.ReadFull(response.Body, first); err != nil || response.StatusCode != http.StatusOK {
		b.Fatalf("%d %s %v", response.StatusCode, first, err)
	}
	return response.Body
}
