package staff_test

import (
	"context"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"dataimport/modules/kit/testing/apptest"
	"dataimport/modules/staff"
)

func findStaffRecord(env *apptest.Env) *core.Record {
	env.Helper()
	r, err := env.App.FindAuthRecordByEmail("staff", "zoë@example.com")
	if err != nil {
		env.Fatal(err)
	}
	return r
}

// A changed record is signed out with the next page, whichever process changes it. Some of these
// changes bypass all hooks.
func TestWhoIsChangedIsOutAtOnce(t *testing.T) {
	save := func(field string, value any) func(env *apptest.Env) error {
		return func(env *apptest.Env) error {
			r := findStaffRecord(env)
			r.Set(field, value)
			return env.App.Save(r)
		}
	}
	sql := func(statement string) func(env *apptest.Env) error {
		return func(env *apptest.Env) error { _, err := env.App.DB().NewQuery(statement).Execute(); return err }
	}
	for name, change := range map[string]func(env *apptest.Env) error{
		"password":          save("password", "another long password"),
		"role":              save("role", "viewer"),
		"address":           save("email", "zoe@example.com"),
		"deleted":           func(env *apptest.Env) error { return env.App.Delete(findStaffRecord(env)) },
		"deleted elsewhere": sql(`DELETE FROM staff`),
		"key elsewhere":     sql(`UPDATE staff SET tokenKey = 'another another another another another'`),
	} {
		t.Run(name, func(t *testing.T) {
			env := serveWithStaff(t)
			b := newBrowser(env)
			b.signIn()
			if err := change(env); err != nil {
				t.Fatal(err)
			}
			b.expectSignedOut()
		})
	}
	env := serveWithStaff(t)
	b := newBrowser(env)
	b.signIn()
	if err := sql(`UPDATE staff SET role = 'viewer'`)(env); err != nil {
		t.Fatal(err)
	}
	if got := b.getPage(probePath); strings.HasSuffix(string(got.Body), "support") {
		t.Error("a role outlives its change")
	}
}

// Only a token from the log-in page is a session.
func TestTokensThatAreNoSession(t *testing.T) {
	env := serveWithStaff(t)
	root := env.Record(core.CollectionNameSuperusers, map[string]any{"email": "root@example.com", "password": password})
	now := time.Now()
	make := func(token string, err error) string {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return token
	}
	issue := func(r *core.Record, since time.Time) string {
		token, _, err := staff.IssueToken(r, since, now)
		return make(token, err)
	}
	good := issue(findStaffRecord(env), now)
	b := newBrowser(env)
	b.cookies["staff"] = good
	b.expectSignedIn()
	old := findStaffRecord(env)
	old.Collection().AuthToken.Duration = 1
	expired, _, err := staff.IssueToken(old, now.Add(-time.Hour), now.Add(-time.Minute))
	for name, token := range map[string]string{
		"empty":             "",
		"nonsense":          "abc",
		"no signature":      good[:strings.LastIndex(good, ".")+1],
		"another signature": good[:len(good)-3] + "abc",
		"PocketBase's own":  make(findStaffRecord(env).NewAuthToken()),
		"an impersonation":  make(findStaffRecord(env).NewStaticAuthToken(time.Hour)),
		"a superuser":       make(root.NewAuthToken()),
		"superuser, forged": issue(root, now),
		"password reset":    make(findStaffRecord(env).NewPasswordResetToken()),
		"file":              make(findStaffRecord(env).NewFileToken()),
		"expired":           make(expired, err),
	} {
		b.cookies["staff"] = token
		answer := b.getPage(probePath)
		if answer.Status != http.StatusSeeOther {
			t.Errorf("%s: %d %s", name, answer.Status, answer.Body)
		}
	}
	if _, _, err := staff.IssueToken(findStaffRecord(env), now.Add(-staff.MaxAge), now); err == nil {
		t.Error("a session has no maximum age")
	}
}

// A session in use is prolonged, up to its maximum age.
func TestASessionIsProlonged(t *testing.T) {
	env := serveWithStaff(t)
	now := time.Now()
	for name, c := range map[string]struct {
		begun, age time.Duration // of the session and of its token
		prolonged  bool
		atMost     string
	}{
		"fresh":      {time.Minute, time.Minute, false, ""},
		"used":       {time.Hour, 10 * time.Minute, true, "Max-Age=3600"},
		"at its end": {staff.MaxAge - 30*time.Minute, 50 * time.Minute, true, "Max-Age=1"}, // 1,700 or 1,800 seconds
	} {
		token, _, err := staff.IssueToken(findStaffRecord(env), now.Add(-c.begun), now.Add(-c.age))
		if err != nil {
			t.Fatal(err)
		}
		b := newBrowser(env)
		b.cookies["staff"] = token
		answer := b.getPage(probePath).Expect(http.StatusOK)
		if got := answer.Header.Get("Set-Cookie"); (got != "") != c.prolonged || !strings.Contains(got, c.atMost) {
			t.Errorf("%s: %q", name, got)
		}
		b.expectSignedIn()
	}
}

func TestAStreamEndsWithItsSession(t *testing.T) {
	env := serveWithStaff(t)
	b := newBrowser(env)
	b.header.Set("Accept", "text/event-stream")
	b.getPage(events).Expect(http.StatusUnauthorized)
	b.header.Del("Accept")
	b.signIn()
	stream := b.openStream()
	if _, err := env.App.DB().NewQuery(`DELETE FROM staff`).Execute(); err != nil {
		t.Fatal(err)
	}
	if rest, err := io.ReadAll(stream); err != nil || len(rest) > 0 {
		t.Errorf("%q %v", rest, err)
	}
}

func TestWatching(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		looks := 0
		begun := time.Now()
		staff.WatchSession(ctx, cancel, time.Second, func() bool { looks++; return looks < 3 })
		if ctx.Err() == nil || time.Since(begun) != 3*time.Second {
			t.Errorf("%v after %s", ctx.Err(), time.Since(begun))
		}
		ctx, cancel = context.WithCancel(t.Context())
		cancel()
		staff.WatchSession(ctx, func() { t.Error("ended twice") }, time.Second, func() bool { return false })
	})
}
