package browser

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// A page without a fault. Each case adds one.
const faultless = `<!DOCTYPE html><html lang="en"><head><title>Page</title><link rel="icon" href="data:,">
<style>body { background: #fff; color: #000 } a, button, input { display: inline-block; min-height: 30px; min-width: 30px; border: 2px solid #000 }
:focus-visible { outline: 3px solid #00f }</style></head>
<body><header class="top"><nav aria-label="Main"><a href="/">Home</a></nav></header>
<main><h1>Page</h1><h2>Part</h2><label for="name">Name</label><input id="name"><button>Send</button></main><footer>End</footer></body></html>`

var audited = map[string]struct{ from, to, fault string }{
	"no fault":           {"", "", ""},
	"no language":        {` lang="en"`, "", "no language"},
	"no title":           {"<title>Page</title>", "", "no title"},
	"two first headings": {"<h2>Part</h2>", "<h1>Part</h1>", "2 times a first heading"},
	"skipped heading":    {"<h2>Part</h2>", "<h3>Part</h3>", "heading 3 follows heading 1"},
	"no main part":       {"main>", "div>", "0 times a main part"},
	"no label":           {`<label for="name">Name</label>`, "", "a field without a label"},
	"a lost label":       {`for="name"`, `for="other"`, "for names other"},
	"a nameless button":  {"<button>Send", "<button>", "a control without a name"},
	"the same id":        {"<h2>", `<h2 id="name">`, "two elements are called name"},
	"a lost link":        {`href="/"`, `href="#none"`, "a link leads nowhere"},
	"a pale text":        {"<h2>", `<h2><small style="color: #999; font-size: 14px">pale</small>`, "contrast 2.85 of a text"},
	"a pale edge":        {"#000 }\n", "#ccc }\n", "contrast 1.61 of an edge"},
	"a tiny text":        {"<h2>", `<h2><small style="font-size: 9px">tiny</small>`, "a text of 9 pixels"},
	"a small control":    {"<button>", `<button style="min-height: 0; height: 10px">`, "only"},
	"a wide page":        {"<h2>", `<h2 style="width: 3000px">`, "the page is"},
	"its own order":      {"<input", `<input tabindex="2"`, "an order of its own"},
	"a bare picture":     {"<h2>", `<h2><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">`, "a picture without a text"},
}

// The checks find each fault, and find none in a page without faults.
func TestTheAuditFindsFaults(t *testing.T) {
	t.Parallel()
	s := start(t)
	pages := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c := audited[r.URL.Query().Get("case")]
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		page := faultless
		if c.from != "" {
			page = strings.ReplaceAll(page, c.from, c.to)
		}
		fmt.Fprint(w, page)
	}))
	defer pages.Close()
	b := s.open(t, looks[0], pages.URL)
	for name, c := range audited {
		b.do(chromedp.Navigate(pages.URL + "/?case=" + strings.ReplaceAll(name, " ", "+")))
		faults := ask(b, chromedp.Evaluate[[]string](audit))
		if c.fault == "" && len(faults) > 0 {
			t.Errorf("%s: %q", name, faults)
		}
		if c.fault != "" && !slices.ContainsFunc(faults, func(f string) bool { return strings.Contains(f, c.fault) }) {
			t.Errorf("%s: only %q", name, faults)
		}
	}
}

// walk notices a control that does not show its focus.
func TestTheFocusIsSeen(t *testing.T) {
	t.Parallel()
	s := start(t)
	pages := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprint(w, strings.Replace(faultless, "3px solid #00f", "0 none", 1))
	}))
	defer pages.Close()
	b := s.open(t, looks[0], pages.URL)
	b.do(chromedp.Navigate(pages.URL))
	ask(b, chromedp.Evaluate[[]string](audit))
	b.do(chromedp.Focus(chromedp.CSS("button")))
	if at := ask(b, chromedp.Evaluate[*stop](`focused()`)); at == nil || !slices.Contains(at.Problems, "no outline") {
		t.Errorf("%+v", at)
	}
}
