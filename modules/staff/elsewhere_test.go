package staff_test

import (
	"bytes"
	"net/http"
	"strings"
	"testing"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"dataimport/modules/kit/testing/apptest"
)

// asked is a request to PocketBase's own interface with a token.
func asked(env *apptest.Env, method, path, token, body string) *apptest.Answer {
	env.Helper()
	request, err := http.NewRequest(method, env.URL+path, strings.NewReader(body))
	if err != nil {
		env.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Authorization", token)
	return env.Do(request, "")
}

// The page is the only way to sign in: no other knows its limits. A right password
// is told from a wrong one nowhere, however often one asks, and neither is an address.
func TestThereIsNoOtherWayIn(t *testing.T) {
	env := serve(t)
	ways := []string{"auth-with-password", "request-otp", "auth-with-otp", "auth-with-oauth2"}
	try := func(way, email, password string) *apptest.Answer {
		return asked(env, "POST", "/api/collections/staff/"+way, "", `{"identity":"`+email+`","email":"`+email+`","password":"`+password+`","otpId":"x","provider":"google","code":"x","redirectURL":"x"}`)
	}
	compare := func() {
		t.Helper()
		for _, way := range ways {
			right := try(way, "zoë@example.com", password)
			for _, typed := range [][2]string{{"zoë@example.com", "wrong"}, {"nobody@example.com", password}} {
				other := try(way, typed[0], typed[1])
				if right.Status < 400 || other.Status != right.Status || !bytes.Equal(other.Body, right.Body) {
					t.Errorf("%s: %d %s and %d %s", way, right.Status, right.Body, other.Status, other.Body)
				}
			}
		}
	}
	compare()
	// An operator may switch on what they like.
	c, err := env.App.FindCollectionByNameOrId("staff")
	if err != nil {
		t.Fatal(err)
	}
	c.AuthRule = types.Pointer("")
	c.PasswordAuth.Enabled, c.OTP.Enabled = true, true
	if err := env.App.Save(c); err != nil {
		t.Fatal(err)
	}
	compare()
	if n := env.App.TestMailer.TotalSend(); n != 0 {
		t.Errorf("%d mails with passwords", n)
	}
}

// A session opens the pages, and nothing of PocketBase's own interface.
func TestASessionOpensNoRecords(t *testing.T) {
	env := serve(t)
	env.Supplier("ACME", nil)
	b := open(env)
	b.signIn()
	own, err := record(env).NewAuthToken() // as an impersonation gives it
	if err != nil {
		t.Fatal(err)
	}
	collections, err := env.App.FindAllCollections()
	if err != nil {
		t.Fatal(err)
	}
	for _, token := range []string{b.cookies["staff"], own} {
		for _, c := range collections {
			path := "/api/collections/" + c.Name + "/records"
			answer := asked(env, "GET", path, token, "")
			if answer.Status != http.StatusForbidden && !bytes.Contains(answer.Body, []byte(`"items":[]`)) {
				t.Errorf("%s: %d %s", c.Name, answer.Status, answer.Body)
			}
			if answer := asked(env, "POST", path, token, `{"email":"x@example.com"}`); answer.Status < 400 {
				t.Errorf("%s: %d %s", c.Name, answer.Status, answer.Body)
			}
			one := path + "/" + record(env).Id
			for _, method := range []string{"GET", "PATCH", "DELETE"} {
				if answer := asked(env, method, one, token, `{"role":"support"}`); answer.Status < 400 {
					t.Errorf("%s %s: %d %s", method, c.Name, answer.Status, answer.Body)
				}
			}
		}
		for _, path := range []string{"/api/settings", "/api/logs", "/api/backups", "/api/collections", "/api/crons"} {
			if answer := asked(env, "GET", path, token, ""); answer.Status != http.StatusForbidden && answer.Status != http.StatusUnauthorized {
				t.Errorf("%s: %d %s", path, answer.Status, answer.Body)
			}
		}
		asked(env, "POST", "/api/collections/staff/auth-refresh", token, "").Expect(http.StatusForbidden)
		env.Get(token, "/v1/data-import/all-account-import-processes/ACME/").Refused(http.StatusUnauthorized, "invalid_token")
	}
	b.in()
}

// Nobody reads what signs sessions, superusers included.
func TestKeysAreHidden(t *testing.T) {
	env := serve(t)
	token, err := env.Record(core.CollectionNameSuperusers, map[string]any{"email": "root@example.com", "password": password}).NewAuthToken()
	if err != nil {
		t.Fatal(err)
	}
	zoë := record(env)
	answer := asked(env, "GET", "/api/collections/staff/records/"+zoë.Id, token, "").Expect(http.StatusOK)
	if !bytes.Contains(answer.Body, []byte(`"role":"support"`)) || bytes.Contains(answer.Body, []byte(zoë.TokenKey())) || bytes.Contains(answer.Body, []byte("$2a$")) {
		t.Errorf("%s", answer.Body)
	}
}
