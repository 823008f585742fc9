package e2e

import (
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os/exec"
	"strings"
	"testing"
)

// staff runs a staff command with a standard input.
func (s *service) staff(input string, args ...string) (string, error) {
	s.Helper()
	command := exec.Command(program, append(append([]string{"staff"}, args...), "--dir", s.dir)...)
	command.Stdin = strings.NewReader(input)
	output, err := command.CombinedOutput()
	return string(output), err
}

// signsIn reports whether an e-mail address and a password open the pages, and returns
// the browser that is signed in.
func (s *service) signsIn(email, password string) (*http.Client, bool) {
	s.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		s.Fatal(err)
	}
	client := &http.Client{Jar: jar, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	answer, err := client.PostForm(s.url+"/imports/login/", url.Values{"email": {email}, "password": {password}})
	if err != nil {
		s.Fatal(err)
	}
	_ = answer.Body.Close()
	return client, answer.StatusCode == http.StatusSeeOther
}

// stays reports whether a browser is still signed in.
func (s *service) stays(client *http.Client) bool {
	s.Helper()
	answer, err := client.Get(s.url + "/imports/none/")
	if err != nil {
		s.Fatal(err)
	}
	_ = answer.Body.Close()
	return answer.StatusCode == http.StatusNotFound
}

// A change by a staff command holds at once in the running service.
func TestTheStaffsCommands(t *testing.T) {
	t.Parallel()
	s := newService(t)
	s.start()
	const first, second = "first password, long", "second password, long"
	if output, err := s.staff(first+"\r\n", "create", "Søren@example.com", "--role", "viewer", "--password-stdin"); err != nil {
		t.Fatalf("%v %s", err, output)
	}
	if output, err := s.staff("", "list"); err != nil || strings.Join(strings.Fields(output), " ") != "Søren@example.com viewer all suppliers" {
		t.Errorf("%v %q", err, output)
	}
	client, in := s.signsIn("søren@example.com", first)
	if !in || !s.stays(client) {
		t.Fatal("not signed in")
	}
	if output, err := s.staff("", "role", "søren@EXAMPLE.com", "support"); err != nil || s.stays(client) {
		t.Errorf("the role: %v %s", err, output)
	}
	client, _ = s.signsIn("søren@example.com", first)
	if output, err := s.staff(second, "password", "søren@example.com", "--password-stdin"); err != nil || s.stays(client) {
		t.Errorf("the password: %v %s", err, output)
	}
	if _, in := s.signsIn("søren@example.com", first); in {
		t.Error("the old password opens")
	}
	client, in = s.signsIn("søren@example.com", second)
	if !in {
		t.Error("the new password does not open")
	}
	s.must("supplier", "create", "ACME, Leeds")
	if output, err := s.staff("", "scope", "søren@example.com", "--supplier", "ACME, Leeds"); err != nil || s.stays(client) {
		t.Errorf("the suppliers: %v %s", err, output)
	}
	if output, err := s.staff("", "list"); err != nil || !strings.HasSuffix(output, "ACME, Leeds\n") {
		t.Errorf("%v %q", err, output)
	}
	client, _ = s.signsIn("søren@example.com", second)
	if output, err := s.staff("", "scope", "søren@example.com", "--all"); err != nil || s.stays(client) {
		t.Errorf("all suppliers: %v %s", err, output)
	}
	client, _ = s.signsIn("søren@example.com", second)
	if output, err := s.staff("", "delete", "søren@example.com"); err != nil || s.stays(client) {
		t.Errorf("deleted: %v %s", err, output)
	}
	if _, in := s.signsIn("søren@example.com", second); in {
		t.Error("who is deleted signs in")
	}
	if err := s.stop(); err != nil { // the log is complete only then
		t.Error(err)
	}
	if strings.Contains(s.output.String(), "ren@") || strings.Contains(s.output.String(), "password, long") {
		t.Errorf("the log has personal data: %s", s.output)
	}
}

func TestTheStaffsCommandsThatAreRefused(t *testing.T) {
	t.Parallel()
	s := newService(t)
	if output, err := s.staff("a long enough password", "create", "zoe@example.com", "--role", "support", "--password-stdin"); err != nil {
		t.Fatalf("%v %s", err, output)
	}
	for complaint, c := range map[string]struct {
		input string
		args  []string
	}{
		"already a member":    {"a long enough password", []string{"create", "zoe@example.com", "--role", "viewer", "--password-stdin"}},
		"email":               {"a long enough password", []string{"create", "ZOE@example.com", "--role", "viewer", "--password-stdin"}},
		"email: ":             {"a long enough password", []string{"create", "nobody", "--role", "viewer", "--password-stdin"}},
		"role":                {"a long enough password", []string{"create", "x@example.com", "--password-stdin"}},
		"role: ":              {"a long enough password", []string{"create", "x@example.com", "--role", "root", "--password-stdin"}},
		"password":            {"too short", []string{"create", "x@example.com", "--role", "viewer", "--password-stdin"}},
		"password: ":          {"", []string{"create", "x@example.com", "--role", "viewer", "--password-stdin"}},
		"on standard input":   {"", []string{"create", "x@example.com", "--role", "viewer"}},
		`"x@example.com"`:     {"", []string{"role", "x@example.com", "viewer"}},
		"there is no member":  {"a long enough password", []string{"password", "x@example.com", "--password-stdin"}},
		"there is no member ": {"", []string{"delete", "x@example.com"}},
		"Invalid value admin": {"", []string{"role", "zoe@example.com", "admin"}},
		`no supplier "NONE"`:  {"a long enough password", []string{"create", "x@example.com", "--role", "viewer", "--supplier", "NONE", "--password-stdin"}},
		`no supplier "A,B"`:   {"", []string{"scope", "zoe@example.com", "--supplier", "A,B"}},
		"give --all":          {"", []string{"scope", "zoe@example.com"}},
		"give --all ":         {"", []string{"scope", "zoe@example.com", "--all", "--supplier", "NONE"}},
	} {
		if output, err := s.staff(c.input, c.args...); err == nil || !strings.Contains(output, strings.TrimSpace(complaint)) || strings.Count(output, "\n") != 1 {
			t.Errorf("%v: %v %s", c.args, err, output)
		}
	}
	if output, _ := s.staff("", "list"); strings.Count(output, "\n") != 1 {
		t.Errorf("%s", output)
	}
}
