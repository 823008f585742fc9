package browser

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

const operator = "operator@example.com"

// desk opens the dashboard and signs an operator or admin in with the form.
func (c *company) desk(t testing.TB, email string) *tab {
	t.Helper()
	b := c.open(t, looks[0])
	b.visit("/_/", http.StatusOK)
	b.expect("/api/settings") // the dashboard asks for the settings, which operators do not get
	b.do(chromedp.WaitVisible(chromedp.CSS("#login_identity")),
		chromedp.SendKeys(chromedp.CSS("#login_identity"), email), chromedp.SendKeys(chromedp.CSS("#login_pass"), password),
		chromedp.Click(chromedp.CSS("form button.next")), chromedp.WaitVisible(chromedp.CSS(`a[href="/imports/"]`)))
	return b
}

// record selects the open record window of the dashboard.
const record = ".record-upsert-modal "

// window opens the window of the record whose row in its collection's list has a text,
// and waits for the window's buttons.
func (b *tab) window(collection, text string) {
	b.Helper()
	b.do(chromedp.Navigate(b.url + "/_/#/collections?collection=" + collection))
	row := `[...document.querySelectorAll("tbody tr")].find((row) => row.textContent.includes("` + text + `"))`
	b.await("the list of "+collection, `app.store.activeCollection?.name === "`+collection+`" && !!`+row)
	ask(b, chromedp.Evaluate[bool](row+`.click(), true`))
	b.do(chromedp.WaitVisible(chromedp.CSS(record + ".dataimport-bar .btn")))
}

// set chooses the status in that window, and saves it.
func (b *tab) set(status string) {
	b.Helper()
	field := `[...document.querySelectorAll("` + record + `.field-type-select")].find((field) => field.querySelector("label").textContent.trim() === "status")`
	ask(b, chromedp.Evaluate[bool](fmt.Sprintf(`[...%s.querySelectorAll(".select-option")].find((option) => option.textContent === %q).click(), true`, field, status)))
	b.await("the choice", fmt.Sprintf(`%s.querySelector(".selected-item").textContent.includes(%q)`, field, status))
	b.do(chromedp.Click(chromedp.CSS(record + ".modal-footer .btns .btn.expanded-lg")))
}

// told waits until the dashboard shows a text.
func (b *tab) told(text string) {
	b.Helper()
	b.await("the dashboard says "+text, fmt.Sprintf(`document.querySelector(".toasts-container")?.textContent.includes(%q)`, text))
}

// An operator pauses a supplier in the dashboard. Its client notices at once. The
// operator uses no function that admins alone have.
func TestAnOperatorPausesASupplier(t *testing.T) {
	t.Parallel()
	c := supply(t)
	c.command(password, "operator", "create", operator, "--password-stdin")
	c.stage("1001", customers("Zoë", "O’Neill-Çelik"), http.StatusCreated)
	b := c.desk(t, operator)
	b.window("suppliers", code)
	b.picture("dashboard-supplier")
	leads := ask(b, chromedp.Evaluate[string](`document.querySelector("`+record+`.dataimport-bar a").getAttribute("href")`))
	b.set("Paused")
	b.told("Successfully updated suppliers")
	if got := c.process("1001", http.StatusBadRequest); !strings.Contains(got, "import_supplier_migration_not_ongoing") {
		t.Errorf("%s", got)
	}
	for path, request := range map[string]string{"/api/sql": `method: "POST", body: '{"query":"SELECT 1"}'`, "/api/settings": `method: "GET"`} {
		b.expect(path)
		answer := b.fetch(path, `{ `+request+`, headers: { Authorization: app.pb.authStore.token, "Content-Type": "application/json" } }`)
		if answer.Status != http.StatusForbidden {
			t.Errorf("%s: %d %s", path, answer.Status, answer.Text)
		}
	}
	b.do(chromedp.Navigate(b.url+"/_/#/collections"), chromedp.WaitVisible(chromedp.CSS(`a[href="/imports/"]`)))
	for _, admins := range []string{"#/logs", "#/settings"} {
		if ask(b, chromedp.Evaluate[bool](fmt.Sprintf(`!!document.querySelector('header a[href=%q]')`, admins))) {
			t.Errorf("the header leads to %s", admins)
		}
	}
	b.visit("/imports/", http.StatusOK) // the header's link leads there
	if got := b.text(".supplier .title"); !strings.Contains(got, "Paused") {
		t.Errorf("the overview says %s", got)
	}
	b.visit(leads, http.StatusOK)
	if got := b.text("#progress .status"); leads != page || !strings.Contains(got, "Paused") {
		t.Errorf("the record leads to %s, which says %s", leads, got)
	}
}

// Two operators open the same record. The second to save is told that the record has
// changed, and undoes nothing.
func TestTwoOperatorsChangeOneSupplier(t *testing.T) {
	t.Parallel()
	c := supply(t)
	c.command(password, "operator", "create", operator, "--password-stdin")
	first, second := c.desk(t, operator), c.desk(t, operator)
	first.window("suppliers", code)
	second.window("suppliers", code)
	first.set("Paused")
	first.told("Successfully updated suppliers")
	second.expect(ask(second, chromedp.Evaluate[string](`app.pb.collection("suppliers").getFirstListItem("code='`+code+`'", { fields: "id" }).then((s) => "/api/collections/suppliers/records/" + s.id)`, chromedp.EvalAwaitPromise)))
	second.set("Complete")
	second.told("Somebody else has changed this record")
	if got := c.stage("1001", customers("Zoë", "O’Neill"), http.StatusBadRequest); !strings.Contains(got, "import_supplier_migration_not_ongoing") {
		t.Errorf("%s", got)
	}
	status := ask(first, chromedp.Evaluate[string](`app.pb.collection("suppliers").getFirstListItem("code='`+code+`'").then((s) => s.status)`, chromedp.EvalAwaitPromise))
	if status != "Paused" {
		t.Errorf("it is %s", status)
	}
}
