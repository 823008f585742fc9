package crash

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// flood is one client with many connections. Each connection sends accounts with notes of
// half a kilobyte, the next one at once after each answer.
type flood struct {
	done, refused atomic.Int64
	stop          func()
}

func (c *client) flood(t testing.TB, connections, notes int) *flood {
	t.Helper()
	var f flood
	var end atomic.Bool
	var group sync.WaitGroup
	note := `{"body":"` + strings.Repeat("Ærøskøbing ", 40) + `%d"}`
	var list strings.Builder
	for i := range notes {
		fmt.Fprintf(&list, ","+note, i)
	}
	for i := range connections {
		group.Go(func() {
			body := strings.Replace(bare(fmt.Sprintf("flood-%d", i)), `}]}`, `}],"notes":[`+list.String()[1:]+`]}`, 1)
			for !end.Load() {
				a, err := c.post(stagePath, body)
				switch {
				case err != nil:
					t.Errorf("the flood: %v", err)
					return
				case a.done():
					f.done.Add(1)
				case a.later(t):
					f.refused.Add(1)
					time.Sleep(50 * time.Millisecond) // much shorter than it is told to wait
				default:
					t.Errorf("the flood: %d %s", a.status, a.body)
					return
				}
			}
		})
	}
	f.stop = sync.OnceFunc(func() { end.Store(true); group.Wait() })
	t.Cleanup(f.stop)
	return &f
}

// of returns a number of the process that the system keeps, such as VmHWM, the most
// memory that it had, in KiB.
func (s *service) of(field string) int {
	s.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.process.Process.Pid))
	if err != nil {
		s.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(text), field+":")
	n, err := strconv.Atoi(strings.Fields(rest)[0])
	if err != nil {
		s.Fatal(err)
	}
	return n
}

// connections returns how many files and connections the service has open.
func (s *service) connections() int {
	s.Helper()
	entries, err := os.ReadDir(fmt.Sprintf("/proc/%d/fd", s.process.Process.Pid))
	if err != nil {
		s.Fatal(err)
	}
	return len(entries)
}

// everything fails the test unless all requests of the client succeed, while other
// clients send theirs.
func (c *client) everything(t testing.TB, name string, accounts int) (took []time.Duration) {
	t.Helper()
	for i := range accounts {
		number := fmt.Sprintf("%s-%d", name, i)
		for _, q := range []request{
			{path: stagePath, body: bare(number)},
			{path: processPath, body: fmt.Sprintf(`{"import_supplier_code":"ACME","external_account_number":%q,"operations_team_name":"Migration"}`, number)},
			{path: notesPath, body: onto(number, "notes", []string{`{"body":"Hi"}`})},
			{path: statusPath + number + "/"},
		} {
			began := time.Now()
			method, body := http.MethodGet, io.Reader(nil)
			if q.body != "" {
				method, body = http.MethodPost, strings.NewReader(q.body)
			}
			a, err := c.send(method, q.path, body)
			if err != nil || !a.done() {
				t.Errorf("%s of %s: %d %s %v", q.path, number, a.status, a.body, err)
			}
			took = append(took, time.Since(began))
		}
	}
	return took
}

// One client floods the service. Another client is refused nothing. The flood gets 429
// answers, and uses no more memory than its share allows.
func TestAFlood(t *testing.T) {
	t.Parallel()
	s := newService(t, filepath.Join(t.TempDir(), "data"), 2)
	s.start()
	quiet := s.client(s.keys[1])
	quiet.everything(t, "before", 5)
	before := s.connections()
	loud := s.client(s.keys[0])
	f := loud.flood(t, 512, 200)
	eventually(t, "the flood is refused and done", func() bool { return f.refused.Load() > 0 && f.done.Load() > 0 })
	quiet.everything(t, "beside", 25)
	f.stop()
	if peak := s.of("VmHWM"); peak > 400<<10 {
		t.Errorf("the service needed %d MB", peak>>10)
	}
	loud.http.CloseIdleConnections()
	eventually(t, "the connections are closed", func() bool { return s.connections() < before+16 })
	t.Logf("of the flood %d requests were done and %d refused, with %d MB", f.done.Load(), f.refused.Load(), s.of("VmHWM")>>10)
	consistent(t, open(t, s.dir))
}

// The service never holds many large bodies in memory at the same time.
func TestManyLargeBodies(t *testing.T) {
	t.Parallel()
	s := newService(t, filepath.Join(t.TempDir(), "data"), 1)
	s.start()
	c := s.client(s.keys[0])
	body := strings.Replace(bare("large"), `}]}`, `}],"metadata":{"x":"`+strings.Repeat("x", 9<<20)+`"}}`, 1)
	var group sync.WaitGroup
	for range 64 {
		group.Go(func() {
			// The content does not matter, only that the service answers.
			if a, err := c.post(validatePath, body); err == nil && a.status != http.StatusOK && a.status != http.StatusBadRequest && !a.later(t) {
				t.Errorf("%d %.200s", a.status, a.body)
			}
		})
	}
	group.Wait()
	if peak := s.of("VmHWM"); peak > 400<<10 {
		t.Errorf("the service needed %d MB", peak>>10)
	}
	t.Logf("64 bodies of 9 MiB took %d MB", s.of("VmHWM")>>10)
}

// Each client that sends almost no bytes costs a connection, for a limited time.
func TestSlowClients(t *testing.T) {
	t.Parallel()
	s := newService(t, filepath.Join(t.TempDir(), "data"), 2)
	s.start()
	quiet, slow := s.client(s.keys[1]), s.client(s.keys[0])
	quiet.everything(t, "before", 2)
	before := s.connections()
	var group sync.WaitGroup
	for i := range 200 {
		header := fmt.Sprintf("POST %s HTTP/1.1\r\nHost: localhost\r\nAuthorization: Token %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n{",
			stagePath, slow.token, []int{100, 5 << 20}[i%2])
		if i%4 == 0 {
			header = header[:20] // not a complete header
		}
		connection, err := net.Dial("tcp", s.address)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = connection.Close() })
		if _, err := io.WriteString(connection, header); err != nil {
			t.Fatal(err)
		}
		group.Go(func() { _, _ = io.Copy(io.Discard, connection) }) // until the service closes the connection
	}
	quiet.everything(t, "beside", 50)
	group.Wait()
	eventually(t, "the connections are closed", func() bool { return s.connections() < before+16 })
	slow.everything(t, "after", 2)
}

// BenchmarkBesideAFlood measures the time of a client's requests, alone and while another
// client floods the service with ordinary accounts. The flood comes from a process of its
// own with a lower priority: real clients have machines of their own, and the flood's own
// use of the processor should not delay the other client.
func BenchmarkBesideAFlood(b *testing.B) {
	for _, connections := range []int{0, 64, 512} {
		b.Run(fmt.Sprint(connections), func(b *testing.B) {
			s := newService(b, filepath.Join(b.TempDir(), "data"), 2)
			s.start()
			c := s.client(s.keys[1])
			c.everything(b, "before", 20)
			if connections > 0 {
				stop := s.client(s.keys[0]).floodBeside(b, connections)
				began := time.Now()
				defer func() { b.ReportMetric(stop()/time.Since(began).Seconds(), "flood/s") }()
			}
			var took []time.Duration
			for n := 0; b.Loop(); n++ {
				took = append(took, c.everything(b, fmt.Sprint(n), 1)...)
			}
			slices.Sort(took)
			b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "p50-ms")
			b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
		})
	}
}

// floodBeside starts another process that floods the service. stop ends it and returns
// how many requests were done.
func (c *client) floodBeside(b *testing.B, connections int) (stop func() float64) {
	b.Helper()
	p := exec.Command(os.Args[0], "-test.run=^TestTheFloodOfTheBenchmark$", "-test.v")
	p.Env = append(os.Environ(), floodURL+"="+c.url, floodToken+"="+c.token, floodConnections+"="+strconv.Itoa(connections))
	in, inErr := p.StdinPipe()
	out, outErr := p.StdoutPipe()
	if err := errors.Join(inErr, outErr, p.Start()); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = p.Process.Kill() })
	if err := syscall.Setpriority(syscall.PRIO_PROCESS, p.Process.Pid, 19); err != nil {
		b.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	said := func(word string) float64 {
		for lines.Scan() {
			if n, ok := strings.CutPrefix(lines.Text(), word); ok {
				done, _ := strconv.ParseFloat(n, 64)
				return done
			}
		}
		b.Errorf("the flood did not say %q", word)
		return 0
	}
	before := said("there ")
	return func() float64 {
		_ = in.Close()
		done := said("done ") - before
		_, _ = io.Copy(io.Discard, out)
		if err := p.Wait(); err != nil {
			b.Errorf("the flood: %v", err)
		}
		return done
	}
}

// TestTheFloodOfTheBenchmark is the process of floodBeside. It ends with its input.
func TestTheFloodOfTheBenchmark(t *testing.T) {
	connections, err := strconv.Atoi(os.Getenv(floodConnections))
	if err != nil {
		t.Skip("no flood is asked for")
	}
	c := &client{
		url: os.Getenv(floodURL), token: os.Getenv(floodToken),
		http: &http.Client{Timeout: time.Minute, Transport: &http.Transport{MaxIdleConnsPerHost: connections}},
	}
	f := c.flood(t, connections, 12)
	eventually(t, "the flood is there", func() bool { return f.done.Load() > int64(connections) })
	fmt.Println("there", f.done.Load())
	_, _ = io.Copy(io.Discard, os.Stdin)
	fmt.Println("done", f.done.Load())
	f.stop()
}
