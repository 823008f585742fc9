package docs_test

import (
	"bytes"
	"net/http"
	"regexp"
	"strings"
	"testing"
)

var (
	ids   = regexp.MustCompile(` id="([^"]*)"`)
	links = regexp.MustCompile(` href="#([^"]*)"`)
	tags  = regexp.MustCompile(`<[^>]*>`)
)

func TestThePageOfRules(t *testing.T) {
	o := newFixture(t)
	answer := o.Get("", "/v1/data-import/docs/rules/").Expect(http.StatusOK)
	if got := answer.Header.Get("Content-Type"); !strings.HasPrefix(got, "text/html") {
		t.Errorf("a page of type %s", got)
	}
	if policy := answer.Header.Get("Content-Security-Policy"); !strings.HasPrefix(policy, "default-src 'none'; style-src 'self';") {
		t.Errorf("policy %q", policy)
	}
	scripts := regexp.MustCompile(`<script[^>]*>[^<]*`).FindAll(answer.Body, -1)
	if len(scripts) != 1 || !bytes.HasPrefix(scripts[0], []byte(`<script type="module" src="/assets/rules.js?`)) || bytes.Contains(answer.Body, []byte("style=")) {
		t.Errorf("the page needs more than its stylesheet and the script of its filter: %s", scripts)
	}
	anchors := make(map[string]bool)
	for _, id := range ids.FindAllSubmatch(answer.Body, -1) {
		if anchors[string(id[1])] {
			t.Errorf("two places are called %s", id[1])
		}
		anchors[string(id[1])] = true
	}
	for _, link := range links.FindAllSubmatch(answer.Body, -1) {
		if !anchors[string(link[1])] {
			t.Errorf("the link to %s leads nowhere", link[1])
		}
	}
	text := string(tags.ReplaceAll(answer.Body, nil))
	for _, r := range o.Rules {
		if !anchors[r.Code] {
			t.Errorf("%s has no anchor", r.Code)
		}
		for _, part := range []string{r.Area, r.Meaning, r.Remedy} {
			if !strings.Contains(unescape(text), part) {
				t.Errorf("%s: %q is not on the page", r.Code, part)
			}
		}
		for _, x := range r.Examples {
			if !strings.Contains(text, "Refused, at "+x.Attr) {
				t.Errorf("%s: the example at %s is not on the page", r.Code, x.Attr)
			}
		}
	}
}

func unescape(text string) string {
	return strings.NewReplacer("&#39;", "'", "&#34;", `"`, "&lt;", "<", "&gt;", ">", "&amp;", "&").Replace(text)
}

// Neither address redirects, and both show the same page.
func TestTheRulesAreServedWithAndWithoutTheirSlash(t *testing.T) {
	o := newFixture(t)
	for _, path := range []string{"/v1/data-import/docs/rules", "/v1/data-import/docs/rules.json"} {
		with, without := o.Get("", path+"/").Expect(http.StatusOK), o.Get("", path).Expect(http.StatusOK)
		if !bytes.Equal(with.Body, without.Body) {
			t.Errorf("%s differs", path)
		}
	}
	o.Get("", "/v1/data-import/docs/rules/none").Expect(http.StatusNotFound)
}

// A reader finds the meaning of a code from the document and from the first page.
func TestTheRulesAreLinked(t *testing.T) {
	o := newFixture(t)
	for path, link := range map[string]string{
		"/":                            `href="/v1/data-import/docs/rules/"`,
		"/v1/data-import/openapi.json": "(/v1/data-import/docs/rules/)",
	} {
		if answer := o.Get("", path).Expect(http.StatusOK); !bytes.Contains(answer.Body, []byte(link)) {
			t.Errorf("%s has no %s", path, link)
		}
	}
}
