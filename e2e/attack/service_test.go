// Package attack attacks the real program from outside, under a memory limit: what a
// request may cost the service, who may do what, and where personal data remains. The
// tests share one program, which shared starts. A test that stops the program, or needs
// other flags, starts one of its own with newService.
package attack

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"dataimport/e2e/binary"
)

// program is the path of the binary under test.
var program string

func TestMain(m *testing.M) {
	os.Exit(run(m))
}

func run(m *testing.M) int {
	var err error
	if program, err = binary.Program(); err != nil {
		fmt.Println(err)
		return 1
	}
	defer func() { sharedService.end() }() // a test has started it meanwhile
	return m.Run()
}

// The memory limits of every program that the tests start. Go collects garbage to stay
// below softMemory. The system refuses writable memory above hardMemory (RLIMIT_DATA):
// the program then ends with an error, and its tests fail.
const (
	softMemory = 256 << 20 // bytes
	hardMemory = 640 << 20
)

// service is a data folder, and the program that serves it.
type service struct {
	dir, address, url string
	writer, reader    string // keys of API clients of ACME; the reader is read-only
	process           *exec.Cmd
	output            output
}

// sharedService is the program that most tests use.
var sharedService struct {
	mu     sync.Mutex
	folder string
	*service
}

// The log-ins of the tests' world.
const (
	support, viewer = "support@example.com", "viewer@example.com"
	admin, operator = "admin@example.com", "operator@example.com"
	password        = "ein langes Passwort"
	// metricsToken reads /metrics.
	metricsToken = "a token of the metrics"
)

// setUp are the commands that the tests' world begins with.
func setUp() []binary.Command {
	return append(binary.SetUp(nil, "Acme scripts"),
		binary.Command{Args: []string{"api-client", "create", "Acme reports", "--supplier", "ACME", "--read-only"}},
		binary.Command{Args: []string{"staff", "create", support, "--role", "support", "--password-stdin"}, Input: password},
		binary.Command{Args: []string{"staff", "create", viewer, "--role", "viewer", "--password-stdin"}, Input: password},
		binary.Command{Args: []string{"superuser", "create", admin, password}},
		binary.Command{Args: []string{"operator", "create", operator, "--password-stdin"}, Input: password},
	)
}

// shared returns the program that the tests share. It has the supplier ACME, the team
// Migration, two API clients, two members of the staff, an admin and an operator. It has
// no limit of requests per second, so that each request is measured for itself.
func shared(t testing.TB) *service {
	t.Helper()
	s := &sharedService
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.service != nil {
		return s.service
	}
	folder, err := os.MkdirTemp("", "dataimport-attack-")
	if err != nil {
		t.Fatal(err)
	}
	s.folder, s.service = folder, prepare(t, filepath.Join(folder, "data"))
	s.start(t, "--requests-per-second", "0")
	return s.service
}

func (s *service) end() {
	if s == nil {
		return
	}
	s.kill()
	_ = os.RemoveAll(filepath.Dir(s.dir))
}

// newService starts a program of the test's own, on a data folder like that of the
// shared one.
func newService(t testing.TB, flags ...string) *service {
	t.Helper()
	s := prepare(t, filepath.Join(t.TempDir(), "data"))
	t.Cleanup(s.kill)
	s.start(t, flags...)
	return s
}

func prepare(t testing.TB, dir string) *service {
	t.Helper()
	s := &service{dir: dir, address: binary.Address()}
	s.url = "http://" + s.address
	outputs := binary.Prepare(t, program, dir, setUp()...)
	s.writer, s.reader = outputs[2], outputs[3]
	return s
}

// start serves the data folder under the memory limits, and returns when the program
// answers.
func (s *service) start(t testing.TB, flags ...string) {
	t.Helper()
	args := append([]string{"-c", "ulimit -d " + strconv.Itoa(hardMemory>>10) + `; exec "$0" "$@"`, program,
		"serve", "--http", s.address, "--dir", s.dir, "--metrics-token", metricsToken}, flags...)
	s.process = exec.Command("sh", args...)
	s.process.Env = append(os.Environ(), fmt.Sprintf("GOMEMLIMIT=%d", softMemory))
	s.process.Stdout, s.process.Stderr = &s.output, &s.output
	if err := s.process.Start(); err != nil {
		t.Fatal(err)
	}
	if !binary.Await(s.url) {
		t.Fatalf("the service does not answer: %s", s.output.String())
	}
}

// kill ends the program at once.
func (s *service) kill() {
	if s.process == nil {
		return
	}
	_ = s.process.Process.Kill()
	_ = s.process.Wait()
	s.process = nil
}

// terminate asks the program to stop, and returns when it has ended.
func (s *service) terminate(t testing.TB) {
	t.Helper()
	if err := s.process.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := s.process.Wait(); err != nil {
		t.Fatalf("%v: %s", err, s.output.String())
	}
	s.process = nil
}

// output keeps the program's output. It may be read while the program writes.
type output struct {
	mu     sync.Mutex
	buffer bytes.Buffer
}

func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.buffer.Write(p)
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.buffer.String()
}

// request is a request to the service. A zero member is not sent.
type request struct {
	method        string // GET, or POST where there is a body
	path          string
	authorization string
	contentType   string // application/json where there is a body
	body          string
	header        http.Header
}

// answer is an answer with its complete body.
type answer struct {
	status int
	header http.Header
	body   string
}

// plain follows no redirect, and keeps no cookie.
var plain = &http.Client{Timeout: time.Minute, CheckRedirect: keepRedirect, Transport: &http.Transport{MaxIdleConnsPerHost: 64}}

func keepRedirect(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }

// ask sends a request that must be answered.
func (s *service) ask(t testing.TB, q request) answer {
	t.Helper()
	a, err := s.exchange(plain, q)
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", q.method, q.path[:min(len(q.path), 200)], err, s.output.String())
	}
	return a
}

// exchange sends a request. An error means that there is no complete answer.
func (s *service) exchange(client *http.Client, q request) (answer, error) {
	method, contentType := q.method, q.contentType
	if method == "" && q.body != "" {
		method = http.MethodPost
	}
	if contentType == "" && q.body != "" {
		contentType = "application/json"
	}
	sent, err := http.NewRequest(method, s.url+q.path, strings.NewReader(q.body))
	if err != nil {
		return answer{}, err
	}
	for name, values := range q.header {
		sent.Header[name] = values
	}
	if contentType != "" {
		sent.Header.Set("Content-Type", contentType)
	}
	if q.authorization != "" {
		sent.Header.Set("Authorization", q.authorization)
	}
	response, err := client.Do(sent)
	if err != nil {
		return answer{}, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	return answer{response.StatusCode, response.Header, string(body)}, err
}

// tokenOf returns the Authorization header of the API client with a key.
func (s *service) tokenOf(t testing.TB, key string) string {
	t.Helper()
	a := s.ask(t, request{path: "/v1/graphql/", body: `{"query":"mutation { obtainToken(input: {APIKey: \"` + key + `\"}) { token } }"}`})
	_, rest, _ := strings.Cut(a.body, `"token":"`)
	token, _, found := strings.Cut(rest, `"`)
	if !found {
		t.Fatalf("there is no token: %d %s", a.status, a.body)
	}
	return "Token " + token
}

// tokenOfSuperuser returns the Authorization header of an admin or an operator.
func (s *service) tokenOfSuperuser(t testing.TB, email string) string {
	t.Helper()
	a := s.ask(t, request{path: "/api/collections/_superusers/auth-with-password", body: `{"identity":"` + email + `","password":"` + password + `"}`})
	_, rest, _ := strings.Cut(a.body, `"token":"`)
	token, _, found := strings.Cut(rest, `"`)
	if !found {
		t.Fatalf("%s is not signed in: %d %s", email, a.status, a.body)
	}
	return token
}

// signIn returns the browser of a member of the staff, which follows no redirect.
func (s *service) signIn(t testing.TB, email string) *http.Client {
	t.Helper()
	jar, jarErr := cookiejar.New(nil)
	client := &http.Client{Jar: jar, Timeout: time.Minute, CheckRedirect: keepRedirect}
	a, err := s.exchange(client, request{path: "/imports/login/", contentType: "application/x-www-form-urlencoded",
		body: url.Values{"email": {email}, "password": {password}}.Encode()})
	if err := errors.Join(jarErr, err); err != nil || a.status != http.StatusSeeOther {
		t.Fatalf("%s is not signed in: %v %d", email, err, a.status)
	}
	return client
}

// command runs a command of the program on the data folder while the program serves it.
func (s *service) command(t testing.TB, input string, args ...string) string {
	t.Helper()
	command := exec.Command(program, append(args, "--dir", s.dir)...)
	command.Stdin = strings.NewReader(input)
	output, err := command.Output()
	if err != nil {
		t.Fatalf("%s: %v", strings.Join(args, " "), err)
	}
	return strings.TrimSpace(string(output))
}
