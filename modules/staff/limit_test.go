package staff_test

import (
	"bytes"
	"fmt"
	"net/http"
	"strconv"
	"testing"

	"dataimport/modules/kit/testing/apptest"
)

// sendUntilRefused sends a form until it is refused. It returns how often the form was admitted.
func sendUntilRefused(t *testing.T, send func(i int) *apptest.Answer) (admitted int, refused *apptest.Answer) {
	t.Helper()
	for i := range 60 {
		answer := send(i)
		if answer.Status == http.StatusTooManyRequests {
			return i, answer
		}
	}
	t.Fatal("never refused")
	return 0, nil
}

func TestLoginsAreLimitedForEachAddress(t *testing.T) {
	env := serveWithStaff(t)
	trustProxy(env)
	from := func(i int) *browser {
		b := newBrowser(env)
		b.header.Set("X-Real-IP", fmt.Sprintf("198.51.100.%d", i))
		return b
	}
	admitted, refused := sendUntilRefused(t, func(i int) *apptest.Answer {
		return from(i).postForm("/imports/login/", "email", "zoë@example.com", "password", "wrong")
	})
	if admitted < 10 {
		t.Errorf("only %d attempts", admitted)
	}
	if wait, err := strconv.Atoi(refused.Header.Get("Retry-After")); err != nil || wait < 1 || wait > 15 {
		t.Errorf("Retry-After: %s", refused.Header.Get("Retry-After"))
	}
	if !bytes.Contains(refused.Body, []byte("<h1>Too many attempts</h1>")) {
		t.Errorf("%s", refused.Body)
	}
	from(200).postForm("/imports/login/", "email", "Zoë@Example.com", "password", password).Expect(http.StatusTooManyRequests)
	from(0).postForm("/imports/login/", "email", "other@example.com", "password", "wrong").Expect(http.StatusUnprocessableEntity)
}

func TestLoginsAreLimitedForEachNetwork(t *testing.T) {
	env := serveWithStaff(t)
	trustProxy(env)
	b := newBrowser(env)
	b.header.Set("X-Real-IP", "2001:db8:1:2::3")
	admitted, _ := sendUntilRefused(t, func(i int) *apptest.Answer {
		return b.postForm("/imports/login/", "email", fmt.Sprintf("nobody%d@example.com", i), "password", "wrong")
	})
	if admitted < 20 {
		t.Errorf("only %d attempts", admitted)
	}
	b.header.Set("X-Real-IP", "2001:db8:1:2:ffff::1")
	b.postForm("/imports/login/", "email", "zoë@example.com", "password", password).Expect(http.StatusTooManyRequests)
	b.header.Set("X-Real-IP", "2001:db8:1:3::3")
	b.signIn()
}

// Without a trusted proxy, a header does not change the caller's address.
func TestACallerAddressCannotBeForged(t *testing.T) {
	env := serveWithStaff(t)
	b := newBrowser(env)
	sendUntilRefused(t, func(i int) *apptest.Answer {
		b.header.Set("X-Real-IP", fmt.Sprintf("198.51.100.%d", i))
		b.header.Set("X-Forwarded-For", fmt.Sprintf("198.51.100.%d", i))
		return b.postForm("/imports/login/", "email", fmt.Sprintf("nobody%d@example.com", i), "password", "wrong")
	})
}

func TestMailsAreLimited(t *testing.T) {
	env := serveWithStaff(t)
	b := newBrowser(env)
	admitted, refused := sendUntilRefused(t, func(int) *apptest.Answer {
		return b.postForm("/imports/password/", "email", "nobody@example.com")
	})
	if admitted > 4 || refused.Header.Get("Retry-After") == "" {
		t.Errorf("%d mails", admitted)
	}
}
