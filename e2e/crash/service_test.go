// Package crash ends the real program in every possible way, or makes its disk fail,
// while several clients import books of accounts. Then it compares the acknowledged
// requests with the stored data: no acknowledged data is lost, and no data is stored
// twice.
package crash

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"

	"dataimport/e2e/binary"
)

// program is the path of the binary under test.
var program string

// The environment variables of a process that makes a flood: the address, the token and
// the number of connections.
const floodURL, floodToken, floodConnections = "FLOOD_URL", "FLOOD_TOKEN", "FLOOD_CONNECTIONS"

func TestMain(m *testing.M) {
	os.Exit(run(m))
}

func run(m *testing.M) int {
	if os.Getenv(floodURL) != "" {
		return m.Run()
	}
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
	dir, address, url string
	flags             []string
	keys              []string // of the clients Acme 0, Acme 1 ...
	process           *exec.Cmd
	output            *output
}

// newService starts a service with one supplier, ACME, and a number of clients.
func newService(t testing.TB, dir string, clients int, flags ...string) *service {
	t.Helper()
	s := &service{TB: t, dir: dir, address: binary.Address(), flags: flags}
	s.url = "http://" + s.address
	t.Cleanup(s.kill)
	names := make([]string, clients)
	for i := range names {
		names[i] = fmt.Sprintf("Acme %d", i)
	}
	s.keys = binary.Prepare(t, program, dir, binary.SetUp(nil, names...)...)[2:]
	return s
}

// must runs a command that must succeed on the data folder.
func (s *service) must(args ...string) string {
	s.Helper()
	command := exec.Command(program, append(args, "--dir", s.dir)...)
	var complaints bytes.Buffer
	command.Stderr = &complaints
	out, err := command.Output()
	if err != nil {
		s.Fatalf("%s: %v\n%s", strings.Join(args, " "), err, &complaints)
	}
	return string(out)
}

// start serves the data folder and returns when it answers.
func (s *service) start() {
	s.Helper()
	s.output = &output{}
	s.process = exec.Command(program, append([]string{"serve", "--http", s.address, "--dir", s.dir}, s.flags...)...)
	s.process.Stdout, s.process.Stderr = s.output, s.output
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

// terminate asks the service to stop; the channel says how it ended.
func (s *service) terminate() <-chan error {
	s.Helper()
	if err := s.process.Process.Signal(syscall.SIGTERM); err != nil {
		s.Fatal(err)
	}
	ended := make(chan error, 1)
	process := s.process
	s.process = nil
	go func() { ended <- process.Wait() }()
	return ended
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
