package browser

import (
	_ "embed"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

//go:embed audit.js
var audit string

// mostStops is how many stops of the Tab key are checked on long pages.
const mostStops = 40

// check takes a picture of the open page and fails the test for each fault of it:
// accessibility, layout, requests to other hosts.
func (b *tab) check(name string) {
	b.Helper()
	b.picture(name)
	for _, f := range ask(b, chromedp.Evaluate[[]string](audit)) {
		b.Errorf("%s, %s: %s", name, b.look.name, f)
	}
	b.walk(name)
}

type stop struct {
	Place    int      `json:"place"` // its position among all controls
	Of       int      `json:"of"`
	Name     string   `json:"name"`
	Problems []string `json:"problems"`
}

// walk goes through a page by the Tab key. The focus must reach every control in the
// reading order, and must be visible.
func (b *tab) walk(name string) {
	b.Helper()
	// The body gets the focus first: otherwise Tab would continue from a field that has
	// it.
	ask(b, chromedp.Evaluate[bool](`document.body.tabIndex = -1, document.body.focus(), document.body.removeAttribute("tabindex"), getSelection().removeAllRanges(), scrollTo(0, 0), true`))
	for i := range mostStops {
		b.do(chromedp.KeyEvent(kb.Tab))
		at := ask(b, chromedp.Evaluate[*stop](`focused()`))
		if at == nil {
			b.Errorf("%s: the focus is lost at stop %d", name, i)
			return
		}
		for _, problem := range at.Problems {
			b.Errorf("%s, %s: %s: %s", name, b.look.name, problem, at.Name)
		}
		if at.Place != i {
			b.Errorf("%s: stop %d is number %d: %s", name, i, at.Place, at.Name)
			return
		}
		if i == at.Of-1 {
			return
		}
	}
}

// picture keeps a screenshot of the page, or of the start of a very long one.
func (b *tab) picture(name string) {
	b.Helper()
	shot := chromedp.FullScreenshot(100)
	if ask(b, chromedp.Evaluate[int](`document.scrollingElement.scrollHeight`)) > 5000 {
		shot = chromedp.CaptureScreenshot()
	}
	picture := ask(b, shot)
	file := filepath.Join(pictures(b), name+"-"+b.look.name+".png")
	if err := os.WriteFile(file, picture, 0o644); err != nil {
		b.Fatal(err)
	}
}

func pictures(t testing.TB) string {
	t.Helper()
	dir := os.Getenv("SCREENSHOTS")
	if dir == "" {
		return t.ArtifactDir()
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	return dir
}
