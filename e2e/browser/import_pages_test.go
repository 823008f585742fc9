package browser

import (
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// refused is the number of an account whose data was refused, then staged, and then
// partly corrected.
const refused = "R/1"

// Every page about imports is checked in every look, and one on paper.
func TestImportPages(t *testing.T) {
	t.Parallel()
	c := supply(t)
	s := c.server
	b := s.enter(t, looks[0], support, "/imports/")
	b.visit(page, http.StatusOK)
	b.check("supplier-empty")
	c.run(c.imports("A-", 40, 0.1))
	c.stage(refused, customers("Zoë", "O’Neill-Çelik"), http.StatusCreated)
	c.stage(refused, customers("Zoë Anna", "O’Neill"), http.StatusOK)
	c.stage(refused, map[string]any{"customers": []map[string]any{{"given_name": 7}}, "unheard_of": true}, http.StatusBadRequest)
	c.command("", "process", "skip", code, refused, "--reason", "moved abroad")
	c.command("", "process", "unskip", code, refused)
	rich := c.richest(b)
	t.Run("looks", func(t *testing.T) { // which ends when all of them have
		for _, as := range looks {
			t.Run(as.name, func(t *testing.T) {
				t.Parallel()
				b := s.enter(t, as, support, "/imports/")
				b.follows("overview")
				b.visit(page, http.StatusOK)
				b.follows("supplier")
				b.visit(page+"?state=refused", http.StatusOK)
				b.check("supplier-refused")
				b.visit(rich, http.StatusOK)
				b.follows("account")
				b.visit(account(refused), http.StatusOK)
				b.follows("account-refused")
				b.visit(ask(b, chromedp.Evaluate[string](`document.querySelector("#stagings").parentElement.querySelector("a").getAttribute("href")`)), http.StatusOK)
				b.check("payload")
			})
		}
	})
	b.visit(page+"?q=nowhere", http.StatusOK)
	b.check("supplier-nothing")
	b.visit(account("never sent"), http.StatusNotFound)
	b.check("account-never-sent")
	b.visit(rich, http.StatusOK)
	b.print("account-paper")
	v := s.enter(t, looks[0], viewer, rich)
	v.follows("account-masked")
}

// follows checks a page that has its live connection.
func (b *tab) follows(name string) {
	b.Helper()
	b.await(name+" is connected", `document.querySelector(".live").textContent === "Updates by itself"`)
	b.check(name)
}

// richest returns the address of the account page with the most content.
func (c *company) richest(b *tab) (address string) {
	b.Helper()
	b.visit(page+"?state=imported", http.StatusOK)
	most := 0
	for _, number := range b.numbers() {
		size := len(b.fetch(account(number), "{}").Text)
		if size > most {
			most, address = size, account(number)
		}
	}
	return address
}

// print keeps the page and a picture of it as on paper. The page must be as wide as the
// paper.
func (b *tab) print(name string) {
	b.Helper()
	paper := ask(b, chromedp.PrintToPDF())
	if err := os.WriteFile(filepath.Join(pictures(b), name+".pdf"), paper, 0o644); err != nil {
		b.Fatal(err)
	}
	call(b, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{Width: 794, Height: 1123, DeviceScaleFactor: 1}) // A4
	call(b, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"})
	b.picture(name)
	b.whole(name)
	if ask(b, chromedp.Evaluate[bool](`[...document.querySelectorAll("nav.top, .who form, .live, .search")].some((e) => e.checkVisibility())`)) {
		b.Errorf("%s: on paper there is what only a screen needs", name)
	}
}
