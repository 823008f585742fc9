package progress_test

import (
	"html"
	"net/http"
	"slices"
	"strings"
	"testing"

	"dataimport/modules/kit/http/session"
)

// awkward are numbers that mean something to addresses, to browsers, to HTML or to
// the pages themselves.
var awkward = []string{
	"1001", "a/b", "/", "//", ".", "..", "../..", "~", "~~", "~live", "~accounts.csv", "live", "login", "document", "data", "%", "%2F", "%2e%2e", "a?b", "a#b", "a b", "+",
	"a&b=c;d", `"quoted"`, "<b>1</b>", "<script>alert(1)</script>", "ünï¢ödé", "e\u0301", "🏠", "שלום", "\u202Eabc", "=1+1", "a\\b", strings.Repeat("9", 128), strings.Repeat("字", 128),
}

func TestEveryNumberHasAPage(t *testing.T) {
	r := serve(t)
	for _, number := range awkward {
		r.imported(number, customer)
	}
	body := string(r.page(session.Support, "/imports/ACME/?sort=oldest").Expect(http.StatusOK).Body)
	numbers, links := listed(body)
	next := string(r.page(session.Support, strings.ReplaceAll(nextLink.FindStringSubmatch(body)[1], "&amp;", "&")).Expect(http.StatusOK).Body)
	moreNumbers, moreLinks := listed(next)
	numbers, links = append(numbers, moreNumbers...), append(links, moreLinks...)
	if !slices.Equal(numbers, awkward) {
		t.Fatalf("listed %q", numbers)
	}
	for i, link := range links {
		// A browser takes segments of dots away, escaped or not.
		for segment := range strings.SplitSeq(strings.ToLower(link), "/") {
			if dots := strings.ReplaceAll(segment, "%2e", "."); dots == "." || dots == ".." {
				t.Errorf("%q loses a segment on its way", link)
			}
		}
		address := link
		for _, form := range []string{address, strings.TrimSuffix(address, "/")} {
			page := r.text(form)
			r.has(page, "<bdi>"+awkward[i]+"</bdi></h1>", "Account created", "Data staged", "Zoë Núñez")
		}
		raw := string(r.page(session.Support, address).Body)
		r.hasNot(raw, "<script>alert", "<b>1</b>")
	}
}

func TestEverySupplierHasAPage(t *testing.T) {
	r := serve(t)
	for _, code := range []string{"login", "logout", "password", "..", ".", "~", "~live", "A B?#%&", "ÄÖ", "<i>"} {
		r.Supplier(code, nil)
	}
	body := string(r.page(session.Support, "/imports/").Expect(http.StatusOK).Body)
	for _, match := range strings.Split(body, `<h2><a href="`)[1:] {
		link, rest, _ := strings.Cut(match, `"`)
		name := strings.TrimPrefix(strings.Split(rest, "</bdi>")[0], "><bdi>")
		r.has(string(r.page(session.Support, html.UnescapeString(link)).Expect(http.StatusOK).Body), "<h1><bdi>"+name+"</bdi></h1>", "No account has been sent yet")
	}
}

func TestWhatIsNotThere(t *testing.T) {
	r := serve(t)
	r.imported("1", customer)
	for address, says := range map[string]string{
		"/imports/NOBODY/":                         "There is no such supplier",
		"/imports/NOBODY/1/":                       "There is no such supplier",
		"/imports/acme/":                           "There is no such supplier",
		"/imports/ACME/2/":                         "This account was never sent",
		"/imports/ACME/%00/":                       "This account was never sent",
		"/imports/ACME/%FF/":                       "This account was never sent",
		"/imports/ACME/1/data/x/":                  "There is no such data",
		"/imports/ACME/1/data/x/json":              "There is no such data",
		"/imports/ACME/1/document":                 "There is no such document",
		"/imports/ACME/1/document?path=../secret":  "There is no such document",
		"/imports/ACME/2/live":                     "This account was never sent",
		"/imports/ACME/%3Cscript%3Ealert(1)/":      "This account was never sent",
		"/imports/%3Cscript%3Ealert(1)%3C/script/": "There is no such supplier",
	} {
		answer := r.page(session.Support, address).Expect(http.StatusNotFound)
		r.has(string(answer.Body), says)
		r.hasNot(string(answer.Body), "<script>alert")
	}
}

func TestNobodySeesPagesWithoutSigningIn(t *testing.T) {
	r := serve(t)
	r.imported("1", customer)
	for _, address := range []string{"/imports/", "/imports/~live", "/imports/ACME", "/imports/ACME/", "/imports/ACME/~live", "/imports/ACME/~accounts.csv",
		"/imports/ACME/1/", "/imports/ACME/1/live", "/imports/ACME/1/document", "/imports/ACME/1/data/x", "/imports/ACME/1/data/x/json"} {
		answer := r.page("", address).Expect(http.StatusUnauthorized)
		r.hasNot(string(answer.Body), "ACME", "Acme", "Núñez")
	}
}
