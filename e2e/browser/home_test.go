package browser

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"dataimport/e2e/binary"
	"dataimport/modules/kit/store/database"
)

// homeLooks are the looks in which the first page is checked.
var homeLooks = []look{
	{"1400", false, 1400}, {"1400-dark", true, 1400}, {"768", false, 768}, {"768-dark", true, 768},
	{"390", false, 390}, {"390-dark", true, 390}, {"320", false, 320}, {"320-dark", true, 320},
}

// operate opens the pages as an operator who is signed in to the dashboard.
func (c *company) operate(t testing.TB, as look) *tab {
	t.Helper()
	b := c.open(t, as)
	b.visit("/imports/login/", http.StatusOK)
	got := b.fetch("/api/collections/_superusers/auth-with-password", fmt.Sprintf(
		`{ method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ identity: %q, password: %q }) }`, operator, password))
	ask(b, chromedp.Evaluate[bool](fmt.Sprintf(`localStorage.setItem("__pb_superusers__/_", %q), true`, got.Text)))
	b.do(chromedp.Navigate(b.url + "/imports/"))
	b.arrive("/imports/")
	return b
}

// openList follows a link to a list of the dashboard.
func (b *tab) openList(link, collection string) {
	b.Helper()
	b.expect("/api/settings") // the dashboard asks for the settings, which operators do not get
	b.do(chromedp.Click(chromedp.CSS(link)), chromedp.WaitVisible(chromedp.CSS(`header a[href="/imports/"]`)))
	b.await("the list of "+collection, `app.store.activeCollection?.name === "`+collection+`"`)
	b.picture("home-leads-to-" + collection)
}

// An operator without suppliers reads what to do first.
func TestTheFirstPageOfAnOperator(t *testing.T) {
	t.Parallel()
	s, _ := startPrepared(t, nil, binary.Command{Args: []string{"operator", "create", operator, "--password-stdin"}, Input: password})
	c := &company{server: s}
	for _, as := range homeLooks {
		b := c.operate(t, as)
		b.check("home-empty")
		if got := b.text("#suppliers"); !strings.Contains(got, "Begin here") || !strings.Contains(got, "Create a supplier") {
			t.Errorf("%s: %s", as.name, got)
		}
	}
	b := c.operate(t, looks[0])
	b.openList("#suppliers ol a", "suppliers")
}

// While a book is imported, and after it went wrong, the first page shows how far the import is and
// what the operator has to mend. It follows by itself, and is complete without scripts.
func TestTheFirstPageShowsWhatIsWrong(t *testing.T) {
	t.Parallel()
	c := newOperator(t)
	c.command("", "supplier", "create", "ORCHARD", "--name", "Orchard “Grün” Gas & Power, formerly the Municipal Works of Llanfairpwllgwyngyll", "--document-root", "orchard")
	b := c.operate(t, homeLooks[0])
	if got := b.text("#attention"); !strings.Contains(got, "Nothing needs you.") || !strings.Contains(got, "created supplier ORCHARD") {
		t.Errorf("%s", got)
	}
	c.run(c.imports("A", 60, 0.4))
	b.await("the refusals", `document.querySelector("#attention").textContent.includes("accounts of MEADOW")`)
	for _, as := range homeLooks {
		c.operate(t, as).check("home-running")
	}

	long := database.Time(time.Now().Add(-25 * time.Minute))
	c.change(`INSERT INTO outbox (id, created, updated, supplier, state, kind, event, receiver) SELECT 'dead', '` + long + `', '` + long + `', id, 'dead', 'email', 'account.imported', id FROM suppliers WHERE code = 'MEADOW'`)
	c.change(`UPDATE runs SET state = 'open', holder = '', seen_at = '` + long + `'`)
	c.change(`UPDATE suppliers SET status = 'Paused', expected_accounts = 200 WHERE code = 'ORCHARD'`)
	c.change(`INSERT INTO progress (id, created, updated, supplier, name, n) SELECT 'orchardstaged00', '` + long + `', '` + long + `', id, 'staged', 120 FROM suppliers WHERE code = 'ORCHARD'`)
	if got := b.text("#attention .changes p"); !regexp.MustCompile(`^\S+, \S`).MatchString(got) {
		t.Errorf("%s", got)
	}
	for _, part := range []string{"1 e-mail to a customer of MEADOW was given up", "is open, and its client was stopped before the end", "ORCHARD is paused"} {
		b.await(part, fmt.Sprintf(`document.querySelector("#attention").textContent.includes(%q)`, part))
	}
	for _, as := range homeLooks {
		b := c.operate(t, as)
		b.check("home-wrong")
		counted := ask(b, chromedp.Evaluate[bool](`document.querySelector(".jump").checkVisibility()`))
		if counted != (as.width < 1024) {
			t.Errorf("%s: the count of needs is shown: %t", as.name, counted)
		}
	}
	b.do(chromedp.Click(chromedp.CSS(`#attention a[href*="state=refused"]`)))
	b.arrive(page + "?state=refused")
	b.visit("/imports/", http.StatusOK)
	b.openList(`#attention a[href*="collection=outbox"]`, "outbox")
	b.await("what was given up", `document.querySelector("tbody").textContent.includes("account.imported")`)
}
