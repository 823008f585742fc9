package browser

import (
	"fmt"
	"net/http"
	"slices"
	"testing"

	"github.com/chromedp/chromedp"
)

// shows reports whether an element is there and is visible.
func (b *tab) shows(selector string) bool {
	b.Helper()
	return ask(b, chromedp.Evaluate[bool](fmt.Sprintf(`!!document.querySelector(%q)?.checkVisibility()`, selector)))
}

// goTo opens the list of a collection.
func (b *tab) goTo(collection string) {
	b.Helper()
	b.do(chromedp.Navigate(b.url + "/_/#/collections?collection=" + collection))
	b.await("the list of "+collection, `app.store.activeCollection?.name === "`+collection+`" && !!document.querySelector("tbody")`)
}

// The dashboard lists first what operators use, in groups, and offers nothing that is refused.
func TestTheDashboardOffersWhatIsAllowed(t *testing.T) {
	t.Parallel()
	c := newOperator(t)
	c.command("", "superuser", "upsert", admin, password)
	c.stage("~ 10/01 ö", customers("Zoë", "O’Neill"), http.StatusCreated)
	for _, email := range []string{operator, admin} {
		b := c.desk(t, email)
		b.goTo("suppliers")
		b.picture("dashboard-list-" + email)
		names := ask(b, chromedp.Evaluate[[]string](`[...document.querySelectorAll(".nav-group-regular-collections .nav-item")].map((item) => item.title)`))
		if len(names) < 20 || !slices.Equal(names[:3], []string{"suppliers", "teams", "api_clients"}) || slices.Index(names, "import_processes") != 8 {
			t.Errorf("%s: %q", email, names)
		}
		headings := ask(b, chromedp.Evaluate[[]string](`[...document.querySelectorAll(".nav-group-regular-collections .nav-item")].map((item) => getComputedStyle(item, "::before").content).filter((text) => text !== "none")`))
		if !slices.Equal(headings, []string{`"Set up"`, `"Watch"`, `"Data"`}) {
			t.Errorf("%s: %q", email, headings)
		}
		if !b.shows(".new-record-btn") || b.shows(".new-collection button") || b.shows(".btn-collection-settings") != (email == admin) {
			t.Errorf("%s: the buttons of suppliers", email)
		}
		b.goTo("notes")
		b.await("the list without records", `document.querySelector("table")?.textContent.includes("No records found")`)
		if b.shows(".new-record-btn") || b.shows(".sticky-content .btn .ri-add-line") {
			t.Errorf("%s: a note can be made", email)
		}
		b.window("import_processes", "10/01")
		b.picture("dashboard-process-" + email)
		if b.shows(record + ".modal-footer .btns") {
			t.Errorf("%s: a process can be saved", email)
		}
		leads := ask(b, chromedp.Evaluate[string](`document.querySelector("`+record+`.dataimport-bar a").getAttribute("href")`))
		b.visit(leads, http.StatusOK)
		if leads != page+"~~%2010%2F01%20%C3%B6/" {
			t.Errorf("%s: it leads to %s", email, leads)
		}
	}
}
