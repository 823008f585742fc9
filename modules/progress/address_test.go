package progress_test

import (
	"html"
	"net/http"
	"slices"
	"strings"
	"testing"

	"dataimport/modules/kit/http/session"
)

// awkwardNumbers have a meaning in addresses, in browsers, in HTML or for the pages themselves.
var awkwardNumbers = []string{
	"1001", "a/b", "/", "//", "...", "../..", "~", "~~", "~live", "~accounts.csv", "live", "login", "document", "data", "%", "%2F", "%2e%2e", "a?b", "a#b", "a b", "+",
	"a&b=c;d", `"quoted"`, "<b>1</b>", "<script>alert(1)</script>", "ünï¢ödé", "e\u0301", "🏠", "שלום", "\u202Eabc", "=1+1", "a\\b", strings.Repeat("9", 128), strings.Repeat("字", 128),
}

func TestEveryNumberHasAPage(t *testing.T) {
	r := newTestService(t)
	for _, number := range awkwardNumbers {
		r.importAccount(number, customer)
	}
	body := string(r.getPage(session.Support, "/imports/ACME/?sort=oldest").Expect(http.StatusOK).Body)
	numbers, links := listLinks(body)
	next := string(r.getPage(session.Support, strings.ReplaceAll(nextLink.FindStringSubmatch(body)[1], "&amp;", "&")).Expect(http.StatusOK).Body)
	moreNumbers, moreLinks := listLinks(next)
	numbers, links = append(numbers, moreNumbers...), append(links, moreLinks...)
	if !slices.Equal(numbers, awkwardNumbers) {
		t.Fatalf("listed %q", numbers)
	}
	for i, link := range links {
		// Browsers remove segments of dots, escaped or not.
		for segment := range strings.SplitSeq(strings.ToLower(link), "/") {
			if dots := strings.ReplaceAll(segment, "%2e", "."); dots == "." || dots == ".." {
				t.Errorf("%q loses a segment on its way", link)
			}
		}
		address := link
		for _, form := range []string{address, strings.TrimSuffix(address, "/")} {
			page := r.getText(form)
			r.expectParts(page, "<bdi>"+awkwardNumbers[i]+"</bdi></h1>", "Account created", "Data staged", "Zoë Núñez")
		}
		raw := string(r.getPage(session.Support, address).Body)
		r.expectNoParts(raw, "<script>alert", "<b>1</b>")
	}
}

func TestEverySupplierHasAPage(t *testing.T) {
	r := newTestService(t)
	for _, code := range []string{"login", "logout", "password", "...", "~", "~live", "A B?#%&", "ÄÖ", "<i>"} {
		r.Supplier(code, nil)
	}
	body := string(r.getPage(session.Support, "/imports/").Expect(http.StatusOK).Body)
	for _, match := range strings.Split(body, `<h2><a href="`)[1:] {
		link, rest, _ := strings.Cut(match, `"`)
		name := strings.TrimPrefix(strings.Split(rest, "</bdi>")[0], "><bdi>")
		r.expectParts(string(r.getPage(session.Support, html.UnescapeString(link)).Expect(http.StatusOK).Body), "<h1><bdi>"+name+"</bdi></h1>", "No account has been sent yet")
	}
}

func TestPagesThatAreNotThere(t *testing.T) {
	r := newTestService(t)
	r.importAccount("1", customer)
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
		answer := r.getPage(session.Support, address).Expect(http.StatusNotFound)
		r.expectParts(string(answer.Body), says)
		r.expectNoParts(string(answer.Body), "<script>alert")
	}
}

func TestNoPageIsShownWithoutSigningIn(t *testing.T) {
	r := newTestService(t)
	r.importAccount("1", customer)
	for _, address := range []string{"/imports/", "/imports/~live", "/imports/ACME", "/imports/ACME/", "/imports/ACME/~live", "/imports/ACME/~accounts.csv",
		"/imports/ACME/1/", "/imports/ACME/1/live", "/imports/ACME/1/document", "/imports/ACME/1/data/x", "/imports/ACME/1/data/x/json"} {
		answer := r.getPage("", address).Expect(http.StatusUnauthorized)
		r.expectNoParts(string(answer.Body), "ACME", "Acme", "Núñez")
	}
}
