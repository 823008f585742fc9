//go:build unix

package crash

import (
	"context"
	"encoding/json/v2"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/minio/minio-go/v7"

	"dataimport/e2e/binary"
	"dataimport/e2e/faultproxy"
	"dataimport/e2e/services"
)

var (
	takeovers = flag.Int("takeovers", 1, "how often each thing happens to a primary")
	happening = flag.String("accident", "", "the one thing that happens, by a part of its name; all of them happen where it is empty")
)

// leaseTime is the lease of the tests' replica.
const leaseTime = 3 * time.Second

// machine is one of two machines, with a way of its own to the storage.
type machine struct {
	*service
	way *faultproxy.Proxy
}

// pair are two machines that share a replica.
type pair struct {
	testing.TB
	server   *services.S3Server
	machines []*machine
	keys     []string
}

func newPair(t testing.TB, mode string, clients int) *pair {
	t.Helper()
	p := &pair{TB: t, server: services.S3(t)}
	for i := range 2 {
		way := faultproxy.New(t, p.server.Endpoint)
		s := &service{TB: t, dir: filepath.Join(t.TempDir(), fmt.Sprintf("machine-%d", i)), address: binary.Address()}
		s.url = "http://" + s.address
		s.flags = []string{"--replica", "s3://" + p.server.Bucket + "/cell", "--replica-endpoint", way.Address(), "--replica-region", p.server.Region,
			"--replica-access-key", p.server.AccessKey, "--replica-secret-key", p.server.SecretKey, "--replica-tls=false", "--replica-key", strings.Repeat("passphrase", 4),
			"--replica-mode", mode, "--replica-lease", leaseTime.String(), "--replica-patience", "2s", "--allow-network", "127.0.0.0/8"}
		t.Cleanup(s.kill)
		p.machines = append(p.machines, &machine{service: s, way: way})
	}
	names := make([]string, clients)
	for i := range names {
		names[i] = fmt.Sprintf("Acme %d", i)
	}
	p.keys = binary.Prepare(t, program, p.machines[0].dir, binary.SetUp(nil, names...)...)[2:]
	for _, m := range p.machines {
		m.keys = p.keys
	}
	return p
}

// run starts a machine with a command.
func (m *machine) run(command string) {
	m.Helper()
	m.output = &output{}
	m.process = exec.Command(program, append([]string{command, "--http", m.address, "--dir", m.dir}, m.flags...)...)
	m.process.Stdout, m.process.Stderr = m.output, m.output
	if err := m.process.Start(); err != nil {
		m.Fatal(err)
	}
}

// isPrimary reports whether a machine answers as the primary.
func (m *machine) isPrimary() bool {
	client := &http.Client{Timeout: time.Second, Transport: &http.Transport{DisableKeepAlives: true}}
	response, err := client.Get(m.url + "/v1/data-import/openapi.json")
	if err != nil {
		return false
	}
	_, _ = io.Copy(io.Discard, response.Body)
	_ = response.Body.Close()
	return response.StatusCode == http.StatusOK
}

// lease is what the storage says of the primary.
type lease struct {
	Generation int    `json:"generation"`
	Name       string `json:"name"`
	Followed   bool   `json:"followed"`
}

func (p *pair) lease() (l lease) {
	object, err := p.server.Client.GetObject(context.Background(), p.server.Bucket, "cell/lease.json", minio.GetObjectOptions{})
	if err != nil {
		return lease{}
	}
	defer object.Close()
	content, _ := io.ReadAll(object)
	_ = json.Unmarshal(content, &l)
	return l
}

// explain logs what a failed test needs to be understood: the lease, what each machine said, and
// what each of its goroutines waits for.
func (p *pair) explain() {
	if !p.Failed() {
		return
	}
	p.Logf("the lease: %+v", p.lease())
	for _, m := range p.machines {
		if m.process != nil {
			_ = m.process.Process.Signal(syscall.SIGCONT)
			_ = m.process.Process.Signal(syscall.SIGQUIT) // Go prints all goroutines and ends
			_ = m.process.Wait()
			m.process = nil
		}
		if m.output != nil {
			p.Logf("%s says:\n%s", m.dir, m.output)
		}
	}
}

// awaitStandby waits until the primary knows that it is followed.
func (p *pair) awaitStandby() {
	p.Helper()
	eventually(p, "the primary knows of its standby", func() bool { return p.lease().Followed })
}

// accident is what happens to a primary. It returns what to do with it once the other
// machine is the primary.
type accident struct {
	name    string
	happen  func(*machine) (afterwards func())
	sending int // answers that may be on their way while it happens
}

var accidents = []accident{
	{"killed and its folder removed", func(m *machine) func() {
		m.kill()
		return func() {
			if err := os.RemoveAll(m.dir); err != nil {
				m.Error(err)
			}
		}
	}, 0},
	{"paused and woken", func(m *machine) func() {
		if err := m.process.Process.Signal(syscall.SIGSTOP); err != nil {
			m.Fatal(err)
		}
		return func() {
			if err := m.process.Process.Signal(syscall.SIGCONT); err != nil {
				m.Fatal(err)
			}
		}
	}, runtime.NumCPU()},
	{"cut off from the storage", func(m *machine) func() {
		m.way.Stop()
		return m.way.Start
	}, 0},
}

// chooseAccidents returns the accidents that were asked for.
func chooseAccidents(t testing.TB) []accident {
	chosen := slices.DeleteFunc(slices.Clone(accidents), func(a accident) bool { return !strings.Contains(a.name, *happening) })
	if len(chosen) == 0 {
		t.Fatalf("no accident is named %q", *happening)
	}
	return chosen
}

// Whatever happens to the primary, the standby takes over, with all that was acknowledged
// and nothing twice. The former primary acknowledges nothing after that, and comes back as
// the standby.
func TestTakeover(t *testing.T) {
	t.Parallel()
	takeOver(t, "sync", func(l *load, d *stored) { l.record.snapshot().isIn(t, d) })
}

// In async mode a takeover loses what was acknowledged and not yet shipped: what the primary
// did while it shipped last, and until it noticed that its lease had run out.
func TestTakeoverAsync(t *testing.T) {
	if *takeovers == 1 {
		t.Skip("`make takeover` runs it")
	}
	acknowledged := 0
	takeOver(t, "async", func(l *load, d *stored) {
		before := acknowledged
		acknowledged = l.record.total()
		t.Logf("%d of %d acknowledged requests are lost", l.record.takeLost(d), acknowledged-before)
		for _, w := range l.workers { // the account that it is at may be lost
			w.todo, w.number = nil, ""
		}
	})
}

func takeOver(t *testing.T, mode string, compare func(*load, *stored)) {
	_, chosen := dice(t)
	p := newPair(t, mode, 3)
	t.Cleanup(p.explain)
	primary, standby := p.machines[0], p.machines[1]
	primary.run("serve")
	eventually(t, "the first machine serves", primary.isPrimary)
	standby.run("standby")
	l := newLoad(primary.service, chosen, 24)
	l.connect()
	first := l.workers[0].client.token
	var times []time.Duration
	accidents := chooseAccidents(t)
	for round := range len(accidents) * *takeovers {
		accident := accidents[round%len(accidents)]
		p.awaitStandby()
		before := l.record.total()
		stopped := make(chan struct{})
		go func() {
			defer close(stopped)
			l.run(forever)
		}()
		if l.moves(t, 100); mode == "async" {
			time.Sleep(3 * time.Second) // so that most has been shipped
		}
		happened := time.Now()
		afterwards := accident.happen(primary)
		eventually(t, accident.name+": the standby takes over", standby.isPrimary)
		took := time.Since(happened)
		times = append(times, took)
		acknowledged := l.record.total()
		afterwards()
		l.waitFor(t, stopped, primary)
		// A process that is paused in the very moment of sending an answer sends it when it is
		// woken. What that answer says was in the storage before: compare finds it.
		late := l.record.total() - acknowledged
		if late > accident.sending {
			t.Errorf("%s: %d requests were acknowledged after the other machine had taken over", accident.name, late)
		}
		if primary.process != nil {
			primary.awaitEnd(accident.name)
		}
		db := open(t, standby.dir)
		consistent(t, db)
		compare(l, read(t, db))
		if err := db.Close(); err != nil {
			t.Error(err)
		}
		t.Logf("round %d, %s: %d requests acknowledged, %d late answers, the other machine answers after %.1f s", round, accident.name, acknowledged-before, late, took.Seconds())
		if t.Failed() {
			t.FailNow()
		}
		primary, standby = standby, primary
		standby.run("standby")
		l.service = primary.service
		kept := &client{http: http.DefaultClient, url: primary.url, token: first}
		if a, err := kept.get(statusPath + "none/"); err != nil || a.status == http.StatusUnauthorized {
			t.Errorf("a token from before: %v %d %s", err, a.status, a.body)
		}
		l.connect()
	}
	l.finish()
	db := open(t, primary.dir)
	consistent(t, db)
	compare(l, read(t, db))
	slices.Sort(times)
	t.Logf("%s: the other machine answers after %.1f s in the middle, and %.1f s at most", mode, times[len(times)/2].Seconds(), times[len(times)-1].Seconds())
}

// waitFor waits until the workers have got their last answers of a former primary.
func (l *load) waitFor(t testing.TB, stopped <-chan struct{}, former *machine) {
	t.Helper()
	select {
	case <-stopped:
	case <-time.After(time.Minute):
		t.Fatalf("the former primary still answers:\n%s", former.output)
	}
}

// awaitEnd waits until a former primary has ended by itself, and said why.
func (m *machine) awaitEnd(after string) {
	m.Helper()
	ended := make(chan error, 1)
	process := m.process
	go func() { ended <- process.Wait() }()
	select {
	case err := <-ended:
		if err != nil && !errors.As(err, new(*exec.ExitError)) {
			m.Error(err)
		}
	case <-time.After(30 * time.Second):
		m.Fatalf("%s: the former primary goes on:\n%s", after, m.output)
	}
	m.process = nil
	if !strings.Contains(m.output.String(), "this machine is not the primary any more") {
		m.Errorf("%s: the former primary does not say why it ends:\n%s", after, m.output)
	}
}
