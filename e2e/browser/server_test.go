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

// start serves an empty folder with one member of the support staff.
func start(t testing.TB) *server {
	t.Helper()
	if chromium == nil {
		t.Skip("there is no Chromium")
	}
	address := binary.Address(t)
	s := &server{TB: t, dir: filepath.Join(t.TempDir(), "data"), url: "http://" + address}
	s.command(password, "staff", "create", support, "--role", "support", "--password-stdin")
	process := exec.Command(program, "serve", "--http", address, "--dir", s.dir)
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
	return s
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
