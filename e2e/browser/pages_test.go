package browser

import (
	"testing"

	"github.com/chromedp/chromedp"
)

// Every page without a log-in, and every page about logging in, is checked in every look.
func TestPages(t *testing.T) {
	t.Parallel()
	s := start(t)
	for _, as := range looks {
		t.Run(as.name, func(t *testing.T) {
			t.Parallel()
			b := s.open(t, as)
			b.visit("/", 200)
			b.check("home")
			b.visit("/v1/data-import/docs/rules/", 200)
			b.check("rules")
			b.visit("/imports/login/", 200)
			b.check("login")
			b.write("#email", "nobody@example.com")
			b.write("#password", "x")
			b.press("main button[type=submit]", 422, "/imports/login/")
			b.check("login-refused")
			b.visit("/imports/login/?chosen", 200)
			b.check("login-chosen")
			b.visit("/imports/password/", 200)
			b.check("password")
			b.write("#email", as.name+"@example.com")
			b.press("main button[type=submit]", 200, "/imports/password/")
			b.check("password-sent")
			b.visit("/imports/password/confirm/?token=x", 403)
			b.check("password-expired")
			b.visit("/imports/login/?next=%2Fimports%2Fnone%2F", 200)
			b.signIn("/imports/none/", 404)
			b.check("problem")
			b.visit("/", 200)
			b.check("home-signed-in")
		})
	}
}

// The page of the interface comes from a library. It must run under the service's policy,
// and load nothing from other hosts.
func TestTheInterfacesPage(t *testing.T) {
	t.Parallel()
	s := start(t)
	b := s.open(t, looks[0])
	b.visit("/v1/data-import/docs/", 200)
	b.do(chromedp.WaitVisible(chromedp.CSS(".opblock-tag-section")))
	b.picture("interface")
}
