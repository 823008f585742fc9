package browser

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"dataimport/e2e/binary"
)

// Every page without a log-in, and every page about logging in, is checked in every look.
func TestPages(t *testing.T) {
	t.Parallel()
	s := start(t)
	for _, as := range looks {
		t.Run(as.name, func(t *testing.T) {
			t.Parallel()
			b := s.open(t, as)
			b.visit("/", 200)
			b.check("home")
			b.visit("/v1/data-import/docs/rules/", 200)
			b.check("rules")
			b.visit("/imports/login/", 200)
			b.check("login")
			b.write("#email", "nobody@example.com")
			b.write("#password", "x")
			b.press("main button[type=submit]", 422, "/imports/login/")
			b.check("login-refused")
			b.visit("/imports/login/?chosen", 200)
			b.check("login-chosen")
			b.visit("/imports/password/", 200)
			b.check("password")
			b.write("#email", as.name+"@example.com")
			b.press("main button[type=submit]", 200, "/imports/password/")
			b.check("password-sent")
			b.visit("/imports/password/confirm/?token=x", 403)
			b.check("password-expired")
			b.visit("/imports/login/?next=%2Fimports%2Fnone%2F", 200)
			b.signIn("/imports/none/", 404)
			b.check("problem")
			b.visit("/", 200)
			b.check("home-signed-in")
		})
	}
}

// The page of the interface comes from a library. It must run under the service's policy,
// load nothing from other hosts, and have the width and the scheme of the window.
func TestTheInterfacesPage(t *testing.T) {
	t.Parallel()
	s := start(t)
	for _, as := range looks {
		t.Run(as.name, func(t *testing.T) {
			b := s.open(t, as)
			b.visit("/v1/data-import/docs/", 200)
			b.do(chromedp.WaitVisible(chromedp.CSS(".opblock-tag-section")))
			b.do(chromedp.Click(chromedp.CSS("#operations-Data-createTransactions .opblock-summary-control")))
			b.do(chromedp.WaitVisible(chromedp.CSS("#operations-Data-createTransactions .microlight")))
			b.picture("interface")
			if wide := ask(b, chromedp.Evaluate[int](`document.scrollingElement.scrollWidth`)); int64(wide) > as.width {
				t.Errorf("the page is %d pixels wide", wide)
			}
			if isDark := ask(b, chromedp.Evaluate[bool](`getComputedStyle(document.documentElement).filter.startsWith("invert")`)); isDark != as.dark {
				t.Errorf("dark %t", isDark)
			}
		})
	}
}

// A reader gives a token once, and the first example that is tried succeeds.
func TestTheFirstTry(t *testing.T) {
	t.Parallel()
	s, printed := startPrepared(t, nil, binary.SetUp(nil, "A reader")...)
	b := s.open(t, looks[0])
	b.visit("/v1/data-import/docs/", 200)
	b.do(chromedp.WaitVisible(chromedp.CSS(".authorize")))
	token := ask(b, chromedp.Evaluate[string](fmt.Sprintf(`fetch("/v1/graphql/", { method: "POST", headers: { "Content-Type": "application/json" },
		body: JSON.stringify({ query: "mutation ($key: String!) { obtainToken(input: {APIKey: $key}) { token } }", variables: { key: %q } }) })
		.then((a) => a.json()).then((a) => a.data.obtainToken.token)`, printed[len(printed)-1]), chromedp.EvalAwaitPromise))
	b.do(chromedp.Click(chromedp.CSS(".btn.authorize")), chromedp.WaitVisible(chromedp.CSS(".auth-container input")),
		chromedp.SendKeys(chromedp.CSS(".auth-container input"), "Token "+token), chromedp.Click(chromedp.CSS(".auth-btn-wrapper .authorize")))
	b.visit("/v1/data-import/docs/", 200) // the token is still there
	const operation = "#operations-Accounts-validateAccount "
	b.do(chromedp.WaitVisible(chromedp.CSS(operation)), chromedp.Click(chromedp.CSS(operation+".opblock-summary-control")),
		chromedp.WaitVisible(chromedp.CSS(operation+".try-out__btn")), chromedp.Click(chromedp.CSS(operation+".try-out__btn")),
		chromedp.WaitVisible(chromedp.CSS(operation+".execute")), chromedp.Click(chromedp.CSS(operation+".execute")),
		chromedp.WaitVisible(chromedp.CSS(operation+".live-responses-table .response-col_status")))
	if status := b.text(operation + ".live-responses-table tbody .response-col_status"); !strings.HasPrefix(status, "200") {
		t.Errorf("status %s: %s", status, b.text(operation+".live-responses-table"))
	}
}
