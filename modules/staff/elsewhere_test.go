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

// request sends a request with a token to PocketBase's own interface.
func request(env *apptest.Env, method, path, token, body string) *apptest.Answer {
	env.Helper()
	request, err := http.NewRequest(method, env.URL+path, strings.NewReader(body))
	if err != nil {
		env.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Authorization", token)
	return env.Do(request, "")
}

// PocketBase's interface offers no way to sign in, because only the page limits attempts. Its
// answers do not tell a right password from a wrong one, or a known address from an unknown one,
// however often they are asked.
func TestThereIsNoOtherWayIn(t *testing.T) {
	env := serveWithStaff(t)
	ways := []string{"auth-with-password", "request-otp", "auth-with-otp", "auth-with-oauth2", "auth-refresh", "request-password-reset",
		"confirm-password-reset", "request-verification", "confirm-verification", "request-email-change", "confirm-email-change"}
	try := func(way, email, password string) *apptest.Answer {
		return request(env, "POST", "/api/collections/staff/"+way, "", `{"identity":"`+email+`","email":"`+email+`","password":"`+password+`","otpId":"x","provider":"google","code":"x","redirectURL":"x","token":"x","passwordConfirm":"`+password+`","newEmail":"new-`+email+`"}`)
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
	// An operator can switch on any of PocketBase's ways to sign in.
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

// A session gives access to the pages, and to no part of PocketBase's own interface.
func TestASessionOpensNoRecords(t *testing.T) {
	env := serveWithStaff(t)
	env.Supplier("ACME", nil)
	b := newBrowser(env)
	b.signIn()
	own, err := findStaffRecord(env).NewAuthToken() // an impersonation gives such a token
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
			answer := request(env, "GET", path, token, "")
			if answer.Status != http.StatusForbidden && !bytes.Contains(answer.Body, []byte(`"items":[]`)) {
				t.Errorf("%s: %d %s", c.Name, answer.Status, answer.Body)
			}
			if answer := request(env, "POST", path, token, `{"email":"x@example.com"}`); answer.Status < 400 {
				t.Errorf("%s: %d %s", c.Name, answer.Status, answer.Body)
			}
			one := path + "/" + findStaffRecord(env).Id
			for _, method := range []string{"GET", "PATCH", "DELETE"} {
				if answer := request(env, method, one, token, `{"role":"support"}`); answer.Status < 400 {
					t.Errorf("%s %s: %d %s", method, c.Name, answer.Status, answer.Body)
				}
			}
		}
		for _, path := range []string{"/api/settings", "/api/logs", "/api/backups", "/api/collections", "/api/crons"} {
			if answer := request(env, "GET", path, token, ""); answer.Status != http.StatusForbidden && answer.Status != http.StatusUnauthorized {
				t.Errorf("%s: %d %s", path, answer.Status, answer.Body)
			}
		}
		request(env, "POST", "/api/collections/staff/auth-refresh", token, "").Expect(http.StatusForbidden)
		request(env, "POST", "/api/collections/staff/request-email-change", token, `{"newEmail":"mine@example.com"}`).Expect(http.StatusNotFound)
		env.Get(token, "/v1/data-import/all-account-import-processes/ACME/").Refused(http.StatusUnauthorized, "invalid_token")
	}
	b.expectSignedIn()
}

// The keys that sign sessions cannot be read, not even by superusers.
func TestKeysAreHidden(t *testing.T) {
	env := serveWithStaff(t)
	token, err := env.Record(core.CollectionNameSuperusers, map[string]any{"email": "root@example.com", "password": password}).NewAuthToken()
	if err != nil {
		t.Fatal(err)
	}
	zoë := findStaffRecord(env)
	answer := request(env, "GET", "/api/collections/staff/records/"+zoë.Id, token, "").Expect(http.StatusOK)
	if !bytes.Contains(answer.Body, []byte(`"role":"support"`)) || bytes.Contains(answer.Body, []byte(zoë.TokenKey())) || bytes.Contains(answer.Body, []byte("$2a$")) {
		t.Errorf("%s", answer.Body)
	}
}
