package browser

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// oddNumbers are external account numbers with characters that have a meaning in
// addresses.
var oddNumbers = []string{
	"A/B", "//", "...", "what?is=this", "50%", "%2F", "#7", "a&b=c", "~", "login", "two  words", `"><script>document.title='run'</script>`,
	"حساب ١٢٣", strings.Repeat("9", 128),
}

// oddNames are given and family names that are difficult for pages.
var oddNames = [][2]string{
	{"<script>document.title='run'</script>", "<img src=x onerror=\"document.title='run'\">"},
	{"محمد", "عبد الله"}, {"\u202eoëZ", "\u2067שרה"}, {strings.Repeat("W", 250), strings.Repeat("Wolfeschlegelsteinhausen", 10)},
	{"{{ 7*7 }}", "${7*7}"}, {"Zoë 👩‍👩‍👧", "O’Neill-Çelik"}, {"Robert'); DROP TABLE accounts;--", "&lt;&amp;"},
}

// Accounts with odd numbers and names have pages that are found, show the sent data, run
// no part of it, and fit a telephone.
func TestOddTexts(t *testing.T) {
	t.Parallel()
	c := supply(t)
	note := strings.Repeat("x", 500) + " </p><script>document.title='run'</script> \u202e back"
	for i, number := range oddNumbers {
		name := oddNames[i%len(oddNames)]
		c.stage(number, customers(name[0], name[1]), http.StatusCreated)
		c.process(number, http.StatusCreated)
		c.send("/v1/data-import/notes/create", map[string]any{
			"import_supplier": code, "external_account_number": number, "notes": []map[string]any{{"created_at": "2024-01-31T10:00:00Z", "body": note}},
		}, http.StatusCreated)
	}
	b := c.enter(t, look{"odd", false, 400}, support, page)
	b.whole("supplier")
	if got := b.numbers(); len(got) != len(oddNumbers) || slices.ContainsFunc(oddNumbers, func(n string) bool { return !slices.Contains(got, n) }) {
		t.Errorf("listed are %q", got)
	}
	links := ask(b, chromedp.Evaluate[[]string](`[...document.querySelectorAll(".accounts th a")].map((a) => a.getAttribute("href"))`))
	if t.Failed() {
		t.FailNow()
	}
	listed := b.numbers()
	for i, link := range links {
		b.visit(link, http.StatusOK)
		number := listed[i]
		if got := ask(b, chromedp.Evaluate[string](`document.querySelector("h1").textContent`)); got != number {
			t.Errorf("%s is the page of %q, not of %q", link, got, number)
		}
		name := oddNames[slices.Index(oddNumbers, number)%len(oddNames)]
		if got := ask(b, chromedp.Evaluate[string](`document.querySelector("main").textContent`)); !strings.Contains(got, name[0]+" "+name[1]) || !strings.Contains(got, note) {
			t.Errorf("%q: the page has not all of its texts:\n%s", number, got)
		}
		b.whole(number)
		b.await("its updates", `document.querySelector(".live").textContent === "Updates by itself"`)
	}
	b.picture("account-odd")
	b.visit(ask(b, chromedp.Evaluate[string](`document.querySelector("#stagings").parentElement.querySelector("a").getAttribute("href")`)), http.StatusOK)
	b.whole("payload")
}

// whole fails the test if a page is wider than its window, or has run a text that it
// shows.
func (b *tab) whole(name string) {
	b.Helper()
	if wide := ask(b, chromedp.Evaluate[int](`document.scrollingElement.scrollWidth - document.scrollingElement.clientWidth`)); wide > 0 {
		b.Errorf("%q: the page is %d pixels too wide", name, wide)
	}
	if ask(b, chromedp.Evaluate[bool](`document.title === "run"`)) {
		b.Errorf("%q: a script ran", name)
	}
}
