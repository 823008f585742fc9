package staff_test

import (
	"bytes"
	"html"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"dataimport/modules/kit/testing/apptest"
)

var mailedLink = regexp.MustCompile(`href="https://imports\.example(/imports/password/confirm/\?token=[^"]+)"`)

// awaitMailLink waits for a mail to an address and returns the path of the link in it.
func awaitMailLink(env *apptest.Env, to string) string {
	env.Helper()
	for deadline := time.Now().Add(30 * time.Second); time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		if env.App.TestMailer.TotalSend() == 0 {
			continue
		}
		mail := env.App.TestMailer.LastMessage()
		link := mailedLink.FindStringSubmatch(mail.HTML)
		if len(mail.To) != 1 || mail.To[0].Address != to || link == nil {
			env.Fatalf("a mail to %v: %s", mail.To, mail.HTML)
		}
		return html.UnescapeString(link[1])
	}
	env.Fatal("no mail")
	return ""
}

func setAppURL(env *apptest.Env) {
	env.Helper()
	settings := env.App.Settings()
	settings.Meta.AppURL = "https://imports.example"
	if err := env.App.Save(settings); err != nil {
		env.Fatal(err)
	}
}

func TestANewPassword(t *testing.T) {
	env := serveWithStaff(t)
	setAppURL(env)
	elsewhere, b := newBrowser(env), newBrowser(env)
	elsewhere.signIn()
	b.getPage("/imports/password/").Expect(http.StatusOK)
	b.postForm("/imports/password/", "email", "Zoë@example.com").Expect(http.StatusOK)
	link := awaitMailLink(env, "zoë@example.com")
	answer := b.getPage(link).Expect(http.StatusOK)
	if answer.Header.Get("Referrer-Policy") != "no-referrer" || answer.Header.Get("Cache-Control") != "no-store" {
		t.Error("the link may leave the page")
	}
	address, err := url.Parse(link)
	if err != nil {
		t.Fatal(err)
	}
	token := address.Query().Get("token")
	const chosen = "noch ein Passwort, längeres"
	choose := func(password, again string) *apptest.Answer {
		return b.postForm("/imports/password/confirm/", "token", token, "password", password, "again", again)
	}
	for fault, typed := range map[string][2]string{
		"The two passwords differ.": {chosen, chosen + "x"},
		"Choose one of 12 to 71 characters. Letters with accents count twice against the 71.":    {"elf Zeichen", "elf Zeichen"},
		"Choose one of 12 to 71 characters. Letters with accents count twice against the 71. ":   {"", ""},
		"Choose one of 12 to 71 characters. Letters with accents count twice against the 71.  ":  {strings.Repeat("x", 72), strings.Repeat("x", 72)},
		"Choose one of 12 to 71 characters. Letters with accents count twice against the 71.   ": {strings.Repeat("ü", 40), strings.Repeat("ü", 40)}, // 80 bytes
	} {
		answer := choose(typed[0], typed[1]).Expect(http.StatusUnprocessableEntity)
		if !bytes.Contains(answer.Body, []byte(strings.TrimSpace(fault))) || !bytes.Contains(answer.Body, []byte(`value="`+token)) {
			t.Errorf("%q: %s", typed[0], answer.Body)
		}
		if typed[0] != "" && bytes.Contains(answer.Body, []byte(typed[0])) {
			t.Errorf("%q comes back", typed[0])
		}
	}
	elsewhere.expectSignedIn()
	expectRedirect(t, choose(chosen, chosen), "/imports/login/?chosen")
	if answer := b.getPage("/imports/login/?chosen"); !bytes.Contains(answer.Body, []byte("Your password is changed.")) {
		t.Errorf("%s", answer.Body)
	}
	elsewhere.expectSignedOut()
	choose(chosen, chosen).Expect(http.StatusForbidden) // it works once
	b.getPage(link).Expect(http.StatusForbidden)
	b.postForm("/imports/login/", "email", "zoë@example.com", "password", password).Expect(http.StatusUnprocessableEntity)
	expectRedirect(t, b.postForm("/imports/login/", "email", "zoë@example.com", "password", chosen), "/imports/")
}

// The answer does not show which addresses have a log-in.
func TestAMailForAnUnknownAddress(t *testing.T) {
	env := serveWithStaff(t)
	setAppURL(env)
	b := newBrowser(env)
	var first []byte
	for _, email := range []string{"nobody@example.com", "zoë@example.com", "", "<b>@example.com", "a@example.com\r\nBcc: b@example.com"} {
		answer := b.postForm("/imports/password/", "email", email).Expect(http.StatusOK)
		body := bytes.ReplaceAll(answer.Body, []byte(html.EscapeString(email)), nil)
		if email != "" && first != nil && !bytes.Equal(body, first) {
			t.Errorf("%q: %s\nnot\n%s", email, body, first)
		}
		if first == nil {
			first = body
		}
	}
	awaitMailLink(env, "zoë@example.com")
	if n := env.App.TestMailer.TotalSend(); n != 1 {
		t.Errorf("%d mails", n)
	}
}

func TestTokensThatChooseNothing(t *testing.T) {
	env := serveWithStaff(t)
	root := env.Record(core.CollectionNameSuperusers, map[string]any{"email": "root@example.com", "password": password})
	make := func(token string, err error) string {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return token
	}
	b := newBrowser(env)
	for name, token := range map[string]string{
		"none":        "",
		"nonsense":    `"><script>`,
		"a superuser": make(root.NewPasswordResetToken()),
		"a log-in":    make(findStaffRecord(env).NewAuthToken()),
	} {
		answer := b.getPage("/imports/password/confirm/?" + url.Values{"token": {token}}.Encode()).Expect(http.StatusForbidden)
		if bytes.Contains(answer.Body, []byte("<form class=\"fields\"")) {
			t.Errorf("%s: there is a form", name)
		}
		b.postForm("/imports/password/confirm/", "token", token, "password", password+"!", "again", password+"!").Expect(http.StatusForbidden)
	}
	b.signIn()
}
