package browser

import (
	"bytes"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"dataimport/e2e/binary"
)

const (
	support  = "zoë.o’neill-çelik@support.example.com"
	password = "a password of some length"
)

// server is the program that serves a folder of its own.
type server struct {
	testing.TB
	dir string
	url string
}

// supportStaff is the command that creates the member of the support staff.
var supportStaff = binary.Command{Args: []string{"staff", "create", support, "--role", "support", "--password-stdin"}, Input: password}

// start serves a folder with one member of the support staff.
func start(t testing.TB) *server {
	t.Helper()
	s, _ := startPrepared(t, nil)
	return s
}

// startPrepared serves, with more flags, a folder with one member of the support staff and what commands
// create, and gives what these print.
func startPrepared(t testing.TB, flags []string, commands ...binary.Command) (*server, []string) {
	t.Helper()
	if chromium == nil {
		t.Skip("there is no Chromium")
	}
	address := binary.Address()
	s := &server{TB: t, dir: filepath.Join(t.TempDir(), "data"), url: "http://" + address}
	printed := binary.Prepare(t, program, s.dir, append([]binary.Command{supportStaff}, commands...)...)[1:]
	process := exec.Command(program, append([]string{"serve", "--http", address, "--dir", s.dir}, flags...)...)
	var output bytes.Buffer
	process.Stdout, process.Stderr = &output, &output
	if err := process.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = process.Process.Kill()
		_ = process.Wait()
	})
	if !binary.Await(s.url) {
		t.Fatalf("the service does not answer: %s", output.String())
	}
	return s, printed
}

// command runs one of the program's commands, which must succeed.
func (s *server) command(input string, args ...string) string {
	s.Helper()
	command := exec.Command(program, append(args, "--dir", s.dir)...)
	command.Stdin = strings.NewReader(input)
	var complaints bytes.Buffer
	command.Stderr = &complaints
	output, err := command.Output()
	if err != nil {
		s.Fatalf("%s: %v\n%s", strings.Join(args, " "), err, complaints.String())
	}
	return string(output)
}
