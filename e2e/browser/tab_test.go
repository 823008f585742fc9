package browser

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// look says how a page is displayed.
type look struct {
	name  string
	dark  bool
	width int64 // CSS pixels
}

// looks are the looks in which each page is checked. WCAG requires the narrow one.
var looks = []look{{"light", false, 1280}, {"dark", true, 1280}, {"narrow", false, 320}, {"narrow-dark", true, 320}}

// tab is a window of a browser without stored data. An error in its console or on its
// network fails the test when it ends.
type tab struct {
	*server
	look    look
	ctx     context.Context
	origins []string // origins that the pages may load from

	mu       sync.Mutex
	expected map[string]bool // addresses of pages that are expected to fail
	faults   []fault
}

// fault is an error of a page, with its address, if it has one.
type fault struct{ text, address string }

// open opens a window. Its pages may load from the server's origin and from origins.
func (s *server) open(t testing.TB, as look, origins ...string) *tab {
	t.Helper()
	ctx, cancel := chromedp.NewContext(chromium, chromedp.WithNewBrowserContext())
	t.Cleanup(cancel)
	here := *s
	here.TB = t
	b := &tab{server: &here, look: as, ctx: ctx, origins: append(origins, s.url), expected: make(map[string]bool)}
	if err := chromedp.Listen(ctx, b.hear); err != nil {
		t.Fatal(err)
	}
	ctx, end := context.WithTimeout(ctx, 10*time.Minute)
	t.Cleanup(end)
	b.ctx = ctx
	scheme := "light"
	if as.dark {
		scheme = "dark"
	}
	// Windows stand side by side, and each is to behave as if it had the focus.
	call(b, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true})
	call(b, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{
		Width: as.width, Height: 800, DeviceScaleFactor: 1, Mobile: as.width < 500})
	call(b, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}})
	t.Cleanup(b.report)
	return b
}

// call runs a command of the browser's protocol.
func call[P, R any](b *tab, command cdp.Command[P, R], params P) R {
	b.Helper()
	result, err := chromedp.Call(b.ctx, command, params)
	if err != nil {
		b.Fatal(err)
	}
	return result
}

// ask returns the result of an action.
func ask[T any](b *tab, action chromedp.Action[T]) T {
	b.Helper()
	result, err := chromedp.Run(b.ctx, action)
	if err != nil {
		b.Fatal(err)
	}
	return result
}

func (b *tab) do(steps ...chromedp.Action[chromedp.Void]) {
	b.Helper()
	if err := chromedp.Do(b.ctx, steps...); err != nil {
		b.Fatal(err)
	}
}

// hear records the errors of a page, and its requests to other hosts.
func (b *tab) hear(event any) {
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		b.note("a script failed: "+(&chromedp.ExceptionError{ExceptionDetails: e.ExceptionDetails}).Error(), "")
	case *runtime.EventConsoleAPICalled:
		if e.Type == runtime.ConsoleAPICalledTypeError || e.Type == runtime.ConsoleAPICalledTypeWarning || e.Type == runtime.ConsoleAPICalledTypeAssert {
			var text strings.Builder
			for _, part := range e.Args {
				text.WriteString(" " + string(part.Value) + part.Description)
			}
			b.note("console:"+text.String(), "")
		}
	case *log.EventEntryAdded:
		if e.Entry.Level == log.EntryLevelError || e.Entry.Level == log.EntryLevelWarning {
			b.note("console: "+e.Entry.Text, e.Entry.URL)
		}
	case *network.EventRequestWillBeSent:
		from := func(origin string) bool { return strings.HasPrefix(e.Request.URL, origin+"/") }
		if !slices.ContainsFunc(b.origins, from) && !strings.HasPrefix(e.Request.URL, "data:") {
			b.note("a request leaves for "+e.Request.URL, "")
		}
	}
}

func (b *tab) note(text, address string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.faults = append(b.faults, fault{text, address})
}

// expect says that the page of a path is expected to fail.
func (b *tab) expect(path string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.expected[b.url+path] = true
}

func (b *tab) report() {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, f := range b.faults {
		if !b.expected[f.address] {
			b.Errorf("%s %s", f.text, f.address)
		}
	}
}

// visit opens a page and expects a status.
func (b *tab) visit(path string, status int64) {
	b.Helper()
	b.load(status, path, chromedp.Navigate(b.url+path))
}

// press clicks an element that leads to another page, and waits for that page. path names
// a page that is expected to fail.
func (b *tab) press(selector string, status int64, path string) {
	b.Helper()
	b.load(status, path, chromedp.Click(chromedp.CSS(selector)))
}

func (b *tab) load(status int64, path string, action chromedp.Action[chromedp.Void]) {
	b.Helper()
	if status >= 400 {
		b.expect(path)
	}
	response, err := chromedp.RunResponse(b.ctx, action)
	if err != nil {
		b.Fatalf("%s: %v", path, err)
	}
	if response.Status != status {
		b.Fatalf("%s: status %d, want %d", path, response.Status, status)
	}
	b.at(path)
}

// at fails the test unless the browser shows the page of a path.
func (b *tab) at(path string) {
	b.Helper()
	got, err := url.Parse(ask(b, chromedp.Location()))
	if err != nil {
		b.Fatal(err)
	}
	if got.RequestURI() != path {
		b.Fatalf("at %s, not at %s", got.RequestURI(), path)
	}
}

// write replaces the content of a field.
func (b *tab) write(selector, text string) {
	b.Helper()
	ask(b, chromedp.Evaluate[string](fmt.Sprintf(`document.querySelector(%q).value = ""`, selector)))
	b.do(chromedp.SendKeys(chromedp.CSS(selector), text))
}

// text returns the visible text of an element.
func (b *tab) text(selector string) string {
	b.Helper()
	return ask(b, chromedp.Text(chromedp.CSS(selector)))
}

// signIn signs in, and expects to be at a path.
func (b *tab) signIn(path string, status int64) {
	b.Helper()
	b.write("#email", support)
	b.write("#password", password)
	b.press("main button[type=submit]", status, path)
}

// visitTo opens a page that redirects the browser to another.
func (b *tab) visitTo(path, to string) {
	b.Helper()
	b.expect(to)
	b.do(chromedp.Navigate(b.url + path))
	b.at(to)
}

// cookies returns the browser's cookies in a form in which they can be set again.
func (b *tab) cookies() (kept []*network.CookieParam) {
	b.Helper()
	for _, c := range call(b, network.GetCookies, network.GetCookiesParams{}).Cookies {
		kept = append(kept, &network.CookieParam{Name: c.Name, Value: c.Value, URL: b.url, Path: c.Path, HTTPOnly: c.HTTPOnly, SameSite: c.SameSite})
	}
	return kept
}
