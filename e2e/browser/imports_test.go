package browser

import (
	"encoding/csv"
	"encoding/json/v2"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// patience is how long a loaded machine may take to show an event on a page.
const patience = 90 * time.Second

// await waits until a script returns true.
func (b *tab) await(what, script string) {
	b.Helper()
	if _, err := chromedp.Run(b.ctx, chromedp.Poll[bool](script, chromedp.WithPollingTimeout(patience), chromedp.WithPollingInterval(50*time.Millisecond))); err != nil {
		b.Fatalf("%s: %v; the page says\n%s", what, err, b.text("main"))
	}
}

// fetched is the answer that a page's own script gets from an address.
type fetched struct {
	Status int    `json:"status"`
	Type   string `json:"type"`
	Text   string `json:"text"`
}

func (b *tab) fetch(address, options string) fetched {
	b.Helper()
	return ask(b, chromedp.Evaluate[fetched](fmt.Sprintf(`fetch(%q, %s).then(async (r) => ({ status: r.status, type: r.headers.get("Content-Type"), text: await r.text() }))`, address, options), chromedp.EvalAwaitPromise))
}

// An open page follows the import of accounts by itself.
func TestAnImportMoves(t *testing.T) {
	t.Parallel()
	c := supply(t)
	first, second := c.imports("A-", 12, 0), c.imports("B-", 25, 0.2)
	all := c.enter(t, looks[0], support, "/imports/")
	b := c.enter(t, looks[0], support, page)
	if n := ask(b, chromedp.Evaluate[int](figure("Imported"))); n != 0 {
		t.Fatalf("%d accounts before the import", n)
	}
	for _, open := range []*tab{all, b} {
		open.await("the page is connected", `document.querySelector(".live").textContent === "Updates by itself"`)
		ask(open, chromedp.Evaluate[bool](`window.sameDocument = true`))
	}
	done := make(chan bool)
	go func() {
		defer close(done)
		c.run(first)
	}()
	b.await("the first accounts", figure("Imported")+" + "+figure("Incomplete")+" === 12")
	<-done
	c.run(second)
	b.await("all others", figure("Refused")+" > 0 && "+figure("Imported")+" + "+figure("Incomplete")+" + "+figure("Refused")+" === 12 + 25")
	b.await("the faults", `document.querySelectorAll(".codes tbody tr").length > 0 && document.querySelectorAll(".story li").length > 0`)
	all.await("the overview", `[...document.querySelectorAll(".supplier dd")][0].textContent.trim() > "12"`)
	for _, open := range []*tab{all, b} {
		if !ask(open, chromedp.Evaluate[bool](`window.sameDocument === true`)) {
			t.Error("the page was loaded again")
		}
	}
	shown := ask(b, chromedp.Evaluate[[]int](`[`+figure("Imported")+`, `+figure("Refused")+`]`))
	b.visit(page, http.StatusOK)
	if again := ask(b, chromedp.Evaluate[[]int](`[`+figure("Imported")+`, `+figure("Refused")+`]`)); !slices.Equal(shown, again) {
		t.Errorf("it shows %v, and after a reload %v", shown, again)
	}
}

// search searches for accounts with the form.
func (b *tab) search(by, query string) {
	b.Helper()
	b.visit(page, http.StatusOK)
	b.write("#q", query)
	b.do(chromedp.SetValue(chromedp.CSS("#by"), by))
	b.press(".search button", http.StatusOK, page+"?q="+url.QueryEscape(query)+"&by="+by+"&state=&code=&sort=newest")
}

// numbers returns the account numbers that a page lists.
func (b *tab) numbers() []string {
	b.Helper()
	return ask(b, chromedp.Evaluate[[]string](`[...document.querySelectorAll(".accounts th[scope=row]")].map((th) => th.textContent)`))
}

func TestFindingAnAccount(t *testing.T) {
	t.Parallel()
	c := supply(t)
	c.run(c.imports("A-", 4, 0))
	c.stage("17/4 #b", customers("Zoë", "O’Neill-Çelik"), http.StatusCreated)
	c.process("17/4 #b", http.StatusCreated)
	c.stage("REFUSED 1", map[string]any{"customers": "nobody"}, http.StatusBadRequest)
	b := c.enter(t, looks[0], support, page)
	b.search("name", "zoë o'neill")
	if got := b.numbers(); !slices.Equal(got, []string{"17/4 #b"}) {
		t.Errorf("found %q", got)
	}
	b.search("number", "refused")
	if got := b.numbers(); !slices.Equal(got, []string{"REFUSED 1"}) {
		t.Errorf("found %q", got)
	}
	b.search("number", "17/")
	b.press(".accounts th a", http.StatusOK, account("17/4 #b"))
	if got := b.text("main"); !strings.Contains(got, "Zoë O’Neill-Çelik") || !strings.Contains(got, "Account created") {
		t.Errorf("the page says %s", got)
	}
	// The search of every page knows what it is given.
	b.visit("/v1/data-import/docs/rules/", http.StatusOK)
	b.load(http.StatusOK, account("17/4 #b"), chromedp.SendKeys(chromedp.CSS(".find input"), "o’neill-çelik\r"))
}

// A hidden page closes its stream, and a page that is seen again opens one: a browser holds six
// connections to a service.
func TestAHiddenPageHoldsNoConnection(t *testing.T) {
	t.Parallel()
	c := supply(t)
	b := c.enter(t, looks[0], support, page)
	b.await("the page is connected", `document.querySelector(".live").textContent === "Updates by itself"`)
	ask(b, chromedp.Evaluate[bool](`(() => {
		window.opened = [];
		const Source = EventSource;
		window.EventSource = class extends Source { constructor(...all) { super(...all); opened.push(this); } };
		window.turn = (hidden) => {
			Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
			document.dispatchEvent(new Event("visibilitychange"));
			return true;
		};
		return turn(true) && turn(false);
	})()`))
	b.await("a stream is open again", `opened.length === 1 && opened[0].readyState === EventSource.OPEN`)
	if !ask(b, chromedp.Evaluate[bool](`turn(true) && opened[0].readyState === EventSource.CLOSED`)) {
		t.Error("the hidden page holds its stream")
	}
	c.stage("1001", customers("Zoë", "O’Neill"), http.StatusCreated)
	ask(b, chromedp.Evaluate[bool](`turn(false)`))
	b.await("what has happened meanwhile", figure("Left to import")+" === 1")
}

// The percentage is of what is expected, and an account without its refused further data is
// incomplete.
func TestWhatIsExpected(t *testing.T) {
	t.Parallel()
	c := supply(t)
	b := c.enter(t, looks[0], support, page)
	c.stage("1001", customers("Zoë", "O’Neill"), http.StatusCreated)
	c.process("1001", http.StatusCreated)
	b.await("the account", figure("Imported")+" === 1")
	if got := b.text("#progress"); strings.Contains(got, "%") {
		t.Errorf("a percentage of nothing: %s", got)
	}
	c.send("/v1/data-import/notes/create", map[string]any{
		"import_supplier": code, "external_account_number": "1001", "notes": []map[string]any{{"body": ""}},
	}, http.StatusBadRequest)
	b.await("the incomplete account", figure("Incomplete")+" === 1 && "+figure("Imported")+" === 0")
	b.visit(page+"?state=incomplete", http.StatusOK)
	b.press(".accounts th a", http.StatusOK, account("1001"))
	if got := b.text("#state"); !strings.Contains(got, "Incomplete") || !strings.Contains(got, "is missing: notes") {
		t.Errorf("the page says %s", got)
	}
}

// A document opens as it is stored. For a document that has vanished the page says so.
func TestDocuments(t *testing.T) {
	t.Parallel()
	c := supply(t)
	c.run(c.imports("A-", 3, 0))
	b := c.enter(t, looks[0], support, page)
	address := ""
	for _, number := range b.numbers() {
		b.visit(account(number), http.StatusOK)
		address = ask(b, chromedp.Evaluate[string](`document.querySelector("[aria-labelledby=statements] td a")?.getAttribute("href") ?? ""`))
		if address != "" {
			break
		}
	}
	if address == "" {
		t.Fatal("no account has a statement with a document")
	}
	here := ask(b, chromedp.Evaluate[string](`location.pathname`))
	got := b.fetch(address, "{}")
	if got.Status != http.StatusOK || got.Type != "application/pdf" || !strings.HasPrefix(got.Text, "%PDF-") {
		t.Errorf("%d %s %.20q", got.Status, got.Type, got.Text)
	}
	if err := os.RemoveAll(c.documents()); err != nil {
		t.Fatal(err)
	}
	b.visit(here, http.StatusOK)
	if got := b.text("[aria-labelledby=statements]"); !strings.Contains(got, "this document is no longer in the document store") {
		t.Errorf("the page says %s", got)
	}
	b.visit(address, http.StatusNotFound)
	if got := b.text("main"); !strings.Contains(got, "vanished") {
		t.Errorf("the page says %s", got)
	}
	b.visit(here+"document?path=../../data.db", http.StatusNotFound)
}

// The downloaded file has the accounts that the interface lists.
func TestTheFileOfAccounts(t *testing.T) {
	t.Parallel()
	c := supply(t)
	c.run(c.imports("A-", 30, 0.1))
	b := c.enter(t, looks[0], support, page)
	file := b.fetch(ask(b, chromedp.Evaluate[string](`document.querySelector("a[download]").href`)), "{}")
	rows, err := csv.NewReader(strings.NewReader(file.Text)).ReadAll()
	if err != nil || file.Status != http.StatusOK || len(rows) < 20 {
		t.Fatalf("%d %v %s", file.Status, err, file.Text)
	}
	var listed []struct {
		Number  string  `json:"external_account_number"`
		Service *string `json:"service_account_number"`
	}
	answer := c.request(http.MethodGet, "/v1/data-import/all-account-import-processes/"+code, "Token "+c.token, nil, http.StatusOK)
	if err := json.Unmarshal([]byte(answer), &listed); err != nil {
		t.Fatalf("%v: %s", err, answer)
	}
	var got, want []string
	for _, row := range rows[1:] {
		got = append(got, row[0]+" "+row[2])
	}
	for _, l := range listed {
		if l.Service == nil {
			l.Service = new(string)
		}
		want = append(want, l.Number+" "+*l.Service)
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("the file has\n%q\nthe interface\n%q", got, want)
	}
}

// A viewer sees no personal data on any page.
func TestAViewerSeesNobody(t *testing.T) {
	t.Parallel()
	c := supply(t)
	c.stage("1001", customers("Zoë", "O’Neill-Çelik"), http.StatusCreated)
	c.process("1001", http.StatusCreated)
	b := c.enter(t, looks[0], viewer, page)
	if ask(b, chromedp.Evaluate[bool](`!!document.querySelector("#by option[value=name]")`)) {
		t.Error("the form offers to look for names")
	}
	b.visit(page+"?q=O%E2%80%99Neill&by=name", http.StatusOK)
	if got := b.text("search .notice"); !strings.Contains(got, "support") {
		t.Errorf("the page says %s", got)
	}
	b.visit(account("1001"), http.StatusOK)
	payload := ask(b, chromedp.Evaluate[string](`document.querySelector("#stagings")?.parentElement.querySelector("a").getAttribute("href")`))
	for _, path := range []string{account("1001"), payload} {
		b.visit(path, http.StatusOK)
		if got := ask(b, chromedp.Evaluate[string](`document.documentElement.outerHTML`)); !strings.Contains(got, "•••") || strings.Contains(got, "Neill") {
			t.Errorf("%s has\n%s", path, got)
		}
	}
	if got := b.fetch(payload+"json", "{}"); got.Status != http.StatusOK || strings.Contains(got.Text, "Neill") {
		t.Errorf("%d %s", got.Status, got.Text)
	}
}

// When a member of the staff is deleted while a page follows an import, the page says so
// and leads to the log-in. The page gets no more data.
func TestAStreamEnds(t *testing.T) {
	t.Parallel()
	c := supply(t)
	b := c.enter(t, looks[0], support, page)
	b.await("the page is connected", `document.querySelector(".live").textContent === "Updates by itself"`)
	b.expect(ask(b, chromedp.Evaluate[string](`document.querySelector(".live").dataset.live + "?seen=" + document.querySelector(".live").dataset.version`)))
	c.command("", "staff", "delete", support)
	b.await("the page says so", `/No longer up to date/.test(document.querySelector(".live").textContent)`)
	c.stage("1001", customers("Zoë", "O’Neill"), http.StatusCreated)
	b.press(".live a", http.StatusOK, "/imports/login/?next=%2Fimports%2F"+code+"%2F")
}
