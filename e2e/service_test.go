// Package e2e tests the real program from outside, as its users use it: the commands, the
// interface over HTTP, crashes, and books of accounts that the client imports.
package e2e

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

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
	return m.Run()
}

// service is a data folder, and the program that serves it while it runs.
type service struct {
	testing.TB
	dir     string
	address string // the same in all of its runs
	url     string
	env     []string // environment of the program, in addition to the test's own
	process *exec.Cmd
	output  *bytes.Buffer
}

func newService(t testing.TB) *service {
	t.Helper()
	s := &service{TB: t, dir: filepath.Join(t.TempDir(), "data"), address: binary.Address()}
	s.url = "http://" + s.address
	t.Cleanup(s.kill)
	return s
}

// command runs one of the program's commands on the data folder.
func (s *service) command(args ...string) (stdout, stderr string, err error) {
	s.Helper()
	command := exec.Command(program, append(args, "--dir", s.dir)...)
	var out, complaints bytes.Buffer
	command.Stdout, command.Stderr = &out, &complaints
	err = command.Run()
	return out.String(), complaints.String(), err
}

// must runs a command that must succeed.
func (s *service) must(args ...string) string {
	s.Helper()
	out, complaints, err := s.command(args...)
	if err != nil {
		s.Fatalf("%s: %v\n%s", strings.Join(args, " "), err, complaints)
	}
	return out
}

// setUp creates a supplier with more flags, a team and a client. It returns the client's
// key.
func (s *service) setUp(supplier ...string) (key string) {
	s.Helper()
	return binary.Prepare(s, program, s.dir, binary.SetUp(supplier, "Acme scripts")...)[2]
}

// start serves the data folder and returns when it answers.
func (s *service) start(args ...string) {
	s.Helper()
	s.output = &bytes.Buffer{}
	s.process = exec.Command(program, append([]string{"serve", "--http", s.address, "--dir", s.dir,
		"--allow-network", "127.0.0.0/8"}, args...)...) // the network of the tests' vendors
	s.process.Stdout, s.process.Stderr = s.output, s.output
	s.process.Env = append(os.Environ(), s.env...)
	if err := s.process.Start(); err != nil {
		s.Fatal(err)
	}
	if !binary.Await(s.url) {
		s.Fatalf("the service does not answer: %s", s.output)
	}
}

// kill ends the service as a power cut would.
func (s *service) kill() {
	if s.process == nil {
		return
	}
	_ = s.process.Process.Kill()
	_ = s.process.Wait()
	s.process = nil
}

// stop ends the service as an operator would, and reports how it ended.
func (s *service) stop() error {
	s.Helper()
	if err := s.process.Process.Signal(syscall.SIGTERM); err != nil {
		s.Fatal(err)
	}
	err := s.process.Wait()
	s.process = nil
	return err
}

// importer returns the import client as a command.
func (s *service) importer(ctx context.Context, key, book string, args ...string) *exec.Cmd {
	command := exec.CommandContext(ctx, program, append([]string{"import", book, "--url", s.url, "--supplier", "ACME", "--team", "Migration"}, args...)...)
	command.Env = append(os.Environ(), "DATAIMPORT_KEY="+key)
	return command
}

// send sends a request and returns the status and body of the answer.
func (s *service) send(method, token, path, body string) (int, string) {
	s.Helper()
	request, err := http.NewRequest(method, s.url+path, strings.NewReader(body))
	if err != nil {
		s.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	if token != "" {
		request.Header.Set("Authorization", "Token "+token)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		s.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		s.Fatal(err)
	}
	return response.StatusCode, string(text)
}

// token obtains a token. It returns the empty text where the key is refused.
func (s *service) token(key string) string {
	s.Helper()
	_, body := s.send(http.MethodPost, "", "/v1/graphql/", fmt.Sprintf(`{"query":"mutation { obtainToken(input: {APIKey: \"%s\"}) { token } }"}`, key))
	_, rest, _ := strings.Cut(body, `"token":"`)
	token, _, _ := strings.Cut(rest, `"`)
	return token
}
