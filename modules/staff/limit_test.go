package staff_test

import (
	"bytes"
	"fmt"
	"net/http"
	"strconv"
	"testing"
	"time"

	"dataimport/modules/kit/http/session"
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

// fromNetwork returns a browser in one of many networks.
func fromNetwork(env *apptest.Env, i int) *browser {
	b := newBrowser(env)
	b.header.Set("X-Real-IP", fmt.Sprintf("198.51.%d.%d", i/250, i%250))
	return b
}

func (b *browser) tryPassword(password string) *apptest.Answer {
	b.Helper()
	return b.postForm("/imports/login/", "email", "Zoë@Example.com", "password", password)
}

// Attempts from one network are limited for each e-mail address. They keep out neither the member,
// who is elsewhere, nor other members in the same network.
func TestLoginsAreLimitedForEachNetworkAndAddress(t *testing.T) {
	env := serveWithStaff(t)
	trustProxy(env)
	attacker := fromNetwork(env, 0)
	admitted, refused := sendUntilRefused(t, func(int) *apptest.Answer { return attacker.tryPassword("wrong") })
	if admitted < 10 || admitted > 12 {
		t.Errorf("%d attempts", admitted)
	}
	if wait, err := strconv.Atoi(refused.Header.Get("Retry-After")); err != nil || wait < 1 || wait > 15 {
		t.Errorf("Retry-After: %s", refused.Header.Get("Retry-After"))
	}
	if !bytes.Contains(refused.Body, []byte("<h1>Too many attempts</h1>")) {
		t.Errorf("%s", refused.Body)
	}
	attacker.tryPassword(password).Expect(http.StatusTooManyRequests)
	attacker.postForm("/imports/login/", "email", "other@example.com", "password", "wrong").Expect(http.StatusUnprocessableEntity)
	fromNetwork(env, 1).tryPassword(password).Expect(http.StatusSeeOther)
}

// Attempts from many networks are limited for each e-mail address. The limit leaves a device on
// which the member has signed in before as it is. So does that of the device's own network.
func TestAKnownDeviceIsNotKeptOut(t *testing.T) {
	env := serveWithStaff(t)
	trustProxy(env)
	b := fromNetwork(env, 0)
	b.tryPassword(password).Expect(http.StatusSeeOther)
	b.postForm("/imports/logout/").Expect(http.StatusSeeOther)
	stranger := 1
	for ; fromNetwork(env, stranger).tryPassword("wrong").Status != http.StatusTooManyRequests; stranger++ {
		if stranger > 150 {
			t.Fatal("guesses from many networks are never refused")
		}
	}
	if stranger < 90 {
		t.Errorf("%d networks keep strangers out", stranger)
	}
	sendUntilRefused(t, func(i int) *apptest.Answer {
		return fromNetwork(env, 0).postForm("/imports/login/", "email", fmt.Sprintf("other%d@example.com", i), "password", "wrong")
	})
	b.tryPassword(password).Expect(http.StatusSeeOther)

	// The device opens nothing, belongs to one member and has a limit of its own.
	b.postForm("/imports/logout/").Expect(http.StatusSeeOther)
	b.expectSignedOut()
	createMember(env, "mallory@example.com", session.Viewer)
	thief := fromNetwork(env, 240)
	thief.postForm("/imports/login/", "email", "mallory@example.com", "password", password).Expect(http.StatusSeeOther)
	thief.tryPassword(password).Expect(http.StatusTooManyRequests)
	sendUntilRefused(t, func(int) *apptest.Answer { return b.tryPassword("wrong") })
}

func TestLoginsAreLimitedForEachNetwork(t *testing.T) {
	env := serveWithStaff(t)
	trustProxy(env)
	b := newBrowser(env)
	b.header.Set("X-Real-IP", "2001:db8:1:2::3")
	admitted, _ := sendUntilRefused(t, func(i int) *apptest.Answer {
		return b.postForm("/imports/login/", "email", fmt.Sprintf("nobody%d@example.com", i), "password", "wrong")
	})
	if admitted < 40 {
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

// Others who ask for mails to an address neither flood it nor keep its owner from asking.
func TestMailsToAnAddressAreLimited(t *testing.T) {
	env := serveWithStaff(t)
	trustProxy(env)
	setAppURL(env)
	createMember(env, "noor@example.com", session.Viewer)
	for i := range 20 {
		fromNetwork(env, i).postForm("/imports/password/", "email", "zoë@example.com").Expect(http.StatusOK)
	}
	awaitMails(env, 6)
	fromNetwork(env, 0).postForm("/imports/password/", "email", "noor@example.com").Expect(http.StatusOK)
	awaitMails(env, 7)
}

// awaitMails waits until a number of mails was sent. No more may have been sent by then.
func awaitMails(env *apptest.Env, n int) {
	env.Helper()
	for deadline := time.Now().Add(30 * time.Second); env.App.TestMailer.TotalSend() < n; time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			env.Fatal("too few mails")
		}
	}
	if sent := env.App.TestMailer.TotalSend(); sent > n {
		env.Errorf("%d mails, not %d", sent, n)
	}
}
