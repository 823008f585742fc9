package staff_test

import (
	"encoding/json/v2"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/security"

	"dataimport/modules/kit/testing/apptest"
	"dataimport/modules/staff"
)

const sessionPath = "/api/dataimport/session"

func createSuperuser(env *apptest.Env, role string) *core.Record {
	env.Helper()
	return env.Record(core.CollectionNameSuperusers, map[string]any{"email": role + "@example.com", "password": password, "role": role})
}

// openPages opens the pages with a token of the dashboard, as the dashboard does.
func (b *browser) openPages(token string) *apptest.Answer {
	b.Helper()
	b.header.Set("Authorization", token)
	defer b.header.Del("Authorization")
	return b.send("POST", sessionPath, nil)
}

func newDashboardToken(t testing.TB, record *core.Record) string {
	t.Helper()
	token, err := record.NewAuthToken()
	if err != nil {
		t.Fatal(err)
	}
	return token
}

// Superusers who are signed in to the dashboard are signed in to the pages, with their own roles.
func TestTheDashboardOpensThePages(t *testing.T) {
	env := serveWithStaff(t)
	for _, role := range []string{"operator", "admin"} {
		b := newBrowser(env)
		token := newDashboardToken(t, createSuperuser(env, role))
		for _, form := range []string{token, "Bearer " + token} {
			answer := b.openPages(form).Expect(http.StatusNoContent)
			if got := answer.Header.Get("Set-Cookie"); !strings.Contains(got, "HttpOnly") || !strings.Contains(got, "SameSite=Lax") || answer.Header.Get("Cache-Control") != "no-store" {
				t.Errorf("%s: %v", role, answer.Header)
			}
			if got := string(b.getPage(probePath).Expect(http.StatusOK).Body); got != role+"@example.com is "+role {
				t.Errorf("%s: %s", role, got)
			}
		}
		b.header.Set("Authorization", b.cookies["staff"])
		b.getPage("/api/collections/suppliers/records").Expect(http.StatusForbidden) // a session is no token of the dashboard
	}
}

// Nothing but a token of a superuser opens the pages as an operator's.
func TestWhatOpensNoPages(t *testing.T) {
	env := serveWithStaff(t)
	root := createSuperuser(env, "operator")
	member := findStaffRecord(env)
	reset, err := root.NewPasswordResetToken()
	if err != nil {
		t.Fatal(err)
	}
	for name, token := range map[string]string{
		"empty": "", "nonsense": "abc", "a member's token": newDashboardToken(t, member), "a password reset": reset,
	} {
		b := newBrowser(env)
		if name == "a member's token" {
			b.openPages(token).Expect(http.StatusForbidden)
		} else {
			b.openPages(token).Expect(http.StatusUnauthorized)
		}
		b.expectSignedOut()
	}
	b := newBrowser(env)
	b.signIn() // a session of the staff is no token, and stays what it is
	b.openPages("").Expect(http.StatusUnauthorized)
	b.expectSignedIn()

	key := member.TokenKey() + member.Collection().AuthToken.Secret + " session"
	for _, id := range []string{member.Id, root.Id} {
		forged, err := security.NewJWT(jwt.MapClaims{"id": id, "since": time.Now().Unix(), "of": core.CollectionNameSuperusers}, key, time.Hour)
		if err != nil {
			t.Fatal(err)
		}
		b.cookies["staff"] = forged
		b.expectSignedOut()
	}

	b = newBrowser(env)
	b.header.Set("Origin", "https://evil.example")
	b.header.Set("Sec-Fetch-Site", "cross-site")
	b.openPages(newDashboardToken(t, root)).Expect(http.StatusForbidden)
	if len(b.cookies) > 0 {
		t.Errorf("another site opened the pages: %v", b.cookies)
	}
}

// A superuser whose access ends or changes loses the pages with the next request.
func TestARevokedSuperuserLosesThePages(t *testing.T) {
	for name, change := range map[string]func(app core.App, record *core.Record) error{
		"password": func(app core.App, record *core.Record) error {
			record.SetPassword("another long password")
			return app.Save(record)
		},
		"role":    func(app core.App, record *core.Record) error { record.Set("role", "admin"); return app.Save(record) },
		"deleted": func(app core.App, record *core.Record) error { return app.Delete(record) },
		"deleted elsewhere": func(app core.App, _ *core.Record) error {
			_, err := app.DB().NewQuery(`DELETE FROM _superusers WHERE role = 'operator'`).Execute()
			return err
		},
		"address": func(app core.App, _ *core.Record) error {
			app.Settings().SuperuserIPs = []string{"192.0.2.0/24", "2001:db8::1"}
			return app.Save(app.Settings())
		},
	} {
		t.Run(name, func(t *testing.T) {
			env := serveWithStaff(t)
			createSuperuser(env, "admin")
			record := createSuperuser(env, "operator")
			b := newBrowser(env)
			b.openPages(newDashboardToken(t, record)).Expect(http.StatusNoContent)
			b.getPage(probePath).Expect(http.StatusOK)
			if err := change(env.App, record); err != nil {
				t.Fatal(err)
			}
			b.expectSignedOut()
			b = newBrowser(env)
			b.signIn() // the staff is not concerned
		})
	}
}

// The addresses of superusers that PocketBase's settings allow hold for their pages.
func TestAddressesOfSuperusers(t *testing.T) {
	env := serveWithStaff(t)
	record := createSuperuser(env, "operator")
	for list, allowed := range map[string]bool{"127.0.0.1": true, "127.0.0.0/8": true, "192.0.2.1": false} {
		env.App.Settings().SuperuserIPs = nil
		if err := env.App.Save(env.App.Settings()); err != nil {
			t.Fatal(err)
		}
		b := newBrowser(env)
		b.openPages(newDashboardToken(t, record)).Expect(http.StatusNoContent)
		env.App.Settings().SuperuserIPs = []string{list}
		if err := env.App.Save(env.App.Settings()); err != nil {
			t.Fatal(err)
		}
		if got := b.getPage(probePath).Status == http.StatusOK; got != allowed {
			t.Errorf("%s: let in %t", list, got)
		}
	}
}

// A session does not outlive the token that opened it.
func TestASessionEndsWithTheTokenOfTheDashboard(t *testing.T) {
	env := serveWithStaff(t)
	record := createSuperuser(env, "operator")
	token, err := record.NewStaticAuthToken(10 * time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	b := newBrowser(env)
	cookies := (&http.Response{Header: b.openPages(token).Expect(http.StatusNoContent).Header}).Cookies()
	if len(cookies) != 1 || cookies[0].MaxAge < 590 || cookies[0].MaxAge > 600 {
		t.Errorf("%v", cookies)
	}
	if got := b.getPage(probePath).Header.Get("Set-Cookie"); got != "" {
		t.Errorf("it is prolonged: %s", got)
	}
	long := (&http.Response{Header: b.openPages(newDashboardToken(t, record)).Header}).Cookies()
	if len(long) != 1 || time.Duration(long[0].MaxAge)*time.Second > staff.MaxAge {
		t.Errorf("%v", long)
	}
}

// A superuser who signs out of the pages is signed out of the dashboard, too.
func TestSigningOutEndsTheDashboard(t *testing.T) {
	env := serveWithStaff(t)
	token := newDashboardToken(t, createSuperuser(env, "operator"))
	b := newBrowser(env)
	b.openPages(token).Expect(http.StatusNoContent)
	copied := b.cookies["staff"]
	expectRedirect(t, b.postForm("/imports/logout/"), "/imports/login/")
	b.openPages(token).Expect(http.StatusUnauthorized)
	b.cookies["staff"] = copied
	b.expectSignedOut()
}

// With the second factor on, a password alone opens nothing, and the code of the e-mail does.
func TestTheSecondFactorOfTheDashboard(t *testing.T) {
	env := serveWithStaff(t)
	superusers, err := env.App.FindCollectionByNameOrId(core.CollectionNameSuperusers)
	if err != nil {
		t.Fatal(err)
	}
	superusers.OTP.Enabled, superusers.MFA.Enabled = true, true
	if err := env.App.Save(superusers); err != nil {
		t.Fatal(err)
	}
	createSuperuser(env, "admin")
	b := newBrowser(env)
	post := func(path string, form url.Values, status int) (answer struct{ MFAID, OTPID, Token string }) {
		t.Helper()
		got := b.send("POST", "/api/collections/_superusers/"+path, form).Expect(status)
		if err := json.Unmarshal(got.Body, &answer, json.MatchCaseInsensitiveNames(true)); err != nil {
			t.Fatalf("%s: %s", got.Body, err)
		}
		return answer
	}
	first := post("auth-with-password", url.Values{"identity": {"admin@example.com"}, "password": {password}}, http.StatusUnauthorized)
	asked := post("request-otp", url.Values{"email": {"admin@example.com"}}, http.StatusOK)
	code := regexp.MustCompile(`\b\d{8}\b`).FindString(env.App.TestMailer.LastMessage().HTML)
	post("auth-with-otp", url.Values{"otpId": {asked.OTPID}, "password": {"00000000"}, "mfaId": {first.MFAID}}, http.StatusBadRequest)
	second := post("auth-with-otp", url.Values{"otpId": {asked.OTPID}, "password": {code}, "mfaId": {first.MFAID}}, http.StatusOK)
	if first.Token != "" || first.MFAID == "" || second.Token == "" {
		t.Fatalf("%+v, then %+v", first, second)
	}
	b.openPages(second.Token).Expect(http.StatusNoContent)
	b.getPage(probePath).Expect(http.StatusOK)
}
