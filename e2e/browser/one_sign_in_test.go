package browser

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

// newOperator starts a service with a supplier and an operator.
func newOperator(t *testing.T) *company {
	t.Helper()
	c := supply(t)
	c.command(password, "operator", "create", operator, "--password-stdin")
	return c
}

// arrive waits until the browser has come to a page by itself.
func (b *tab) arrive(at string) {
	b.Helper()
	for end := time.Now().Add(patience); ; time.Sleep(50 * time.Millisecond) {
		got, err := chromedp.Run(b.ctx, chromedp.Location()) // fails while the browser goes on
		if err == nil && strings.HasSuffix(got, at) {
			break
		}
		if time.Now().After(end) {
			b.Fatalf("at %s, not at %s: %v", got, at, err)
		}
	}
	b.do(chromedp.WaitVisible(chromedp.CSS(".who")))
}

// awaitPages waits until the pages are open to the browser, or are not.
func (b *tab) awaitPages(open bool) {
	b.Helper()
	const script = `fetch("/imports/", { redirect: "manual" }).then((answer) => answer.ok)`
	for end := time.Now().Add(patience); ask(b, chromedp.Evaluate[bool](script, chromedp.EvalAwaitPromise)) != open; time.Sleep(50 * time.Millisecond) {
		if time.Now().After(end) {
			b.Fatalf("the pages are open: %t", !open)
		}
	}
}

// An operator types the password once: at the dashboard. The pages are open then, and the dashboard
// stays open.
func TestAnOperatorSignsInOnce(t *testing.T) {
	t.Parallel()
	b := newOperator(t).desk(t, operator)
	b.awaitPages(true)
	b.visit("/imports/", http.StatusOK)
	if got := b.text(".who"); !strings.Contains(got, operator) || !strings.Contains(got, "operator") {
		t.Errorf("%s", got)
	}
	b.press(`.who a[href="/_/"]`, http.StatusOK, "/_/")
	b.do(chromedp.WaitVisible(chromedp.CSS(`a[href="/imports/"]`)))

	call(b, network.ClearBrowserCookies, cdp.Empty{})
	b.do(chromedp.Navigate(b.url + page))
	b.arrive(page) // the dashboard's token opens the pages again
	if got := b.text(".who"); !strings.Contains(got, operator) {
		t.Errorf("%s", got)
	}
}

// An operator who opens a page first signs in at the dashboard, which leads back to the page.
func TestTheDashboardLeadsBack(t *testing.T) {
	t.Parallel()
	b := newOperator(t).open(t, looks[0])
	b.visitTo(page, "/imports/login/?next=%2Fimports%2FMEADOW%2F")
	b.picture("login-operators")
	b.expect("/api/settings") // the dashboard asks for the settings, which operators do not get
	b.do(chromedp.Click(chromedp.CSS(".operators a")), chromedp.WaitVisible(chromedp.CSS("#login_identity")),
		chromedp.SendKeys(chromedp.CSS("#login_identity"), operator), chromedp.SendKeys(chromedp.CSS("#login_pass"), password),
		chromedp.Click(chromedp.CSS("form button.next")))
	b.arrive(page)
	if got := b.text(".who"); !strings.Contains(got, operator) {
		t.Errorf("%s", got)
	}
}

// An address of another site is not followed after the log-in.
func TestTheDashboardLeadsToNoOtherSite(t *testing.T) {
	t.Parallel()
	b := newOperator(t).desk(t, operator)
	for _, next := range []string{"//evil.example/imports/", "https://evil.example/imports/", `javascript:alert(1)`, "/_/settings"} {
		b.do(chromedp.Navigate(b.url+"/_/?next="+next), chromedp.WaitVisible(chromedp.CSS(`a[href="/imports/"]`)))
		b.await("the dashboard", `location.pathname === "/_/"`)
	}
}

// Signing out of the pages or of the dashboard signs out of both.
func TestAnOperatorSignsOutOnce(t *testing.T) {
	t.Parallel()
	c := newOperator(t)
	b := c.desk(t, operator)
	b.awaitPages(true)
	b.visit("/imports/", http.StatusOK)
	b.expect("/api/dataimport/session")
	b.press(".who button", http.StatusOK, "/imports/login/")
	const refresh = "/api/collections/_superusers/auth-refresh"
	b.expect(refresh)
	if got := b.fetch(refresh, `{ method: "POST", headers: { Authorization: JSON.parse(localStorage.getItem("__pb_superusers__/_")).token } }`); got.Status != http.StatusUnauthorized {
		t.Errorf("the dashboard's token is still valid: %d", got.Status)
	}

	b = c.desk(t, operator)
	b.awaitPages(true)
	ask(b, chromedp.Evaluate[bool](`app.pb.authStore.clear(), true`)) // as the dashboard's button does
	b.do(chromedp.WaitVisible(chromedp.CSS("#login_identity")))
	b.awaitPages(false)
	b.visitTo("/imports/", "/imports/login/?next=%2Fimports%2F")
}
