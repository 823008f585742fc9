//go:build unix

package crash

import (
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dataimport/e2e/binary"
)

// startBalancer starts HAProxy with the configuration that is delivered, in front of a pair and of a cell
// of one machine.
func startBalancer(t testing.TB, pair *pair, single *service) (address string, log *output) {
	t.Helper()
	haproxy, err := exec.LookPath("haproxy")
	if err != nil {
		t.Skip("HAProxy is not installed, so deploy/haproxy.cfg is not tried: apt-get install haproxy")
	}
	content, err := os.ReadFile(filepath.Join("..", "..", "deploy", "haproxy.cfg"))
	if err != nil {
		t.Fatal(err)
	}
	address = binary.Address()
	config := string(content)
	for from, to := range map[string]string{
		":443 ssl crt /etc/haproxy/certificates/ alpn h2,http/1.1": address,
		"10.0.1.1:8090": pair.machines[0].address, "10.0.1.2:8090": pair.machines[1].address,
		"10.0.2.1:8090": single.address, "10.0.2.2:8090": binary.Address(), // nothing listens there
	} {
		if !strings.Contains(config, from) {
			t.Fatalf("deploy/haproxy.cfg has no %s", from)
		}
		config = strings.ReplaceAll(config, from, to)
	}
	path := filepath.Join(t.TempDir(), "haproxy.cfg")
	if err := os.WriteFile(path, []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(haproxy, "-c", "-f", path).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	log = &output{}
	process := exec.Command(haproxy, "-db", "-f", path)
	process.Stdout, process.Stderr = log, log
	if err := process.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = process.Process.Kill()
		_ = process.Wait()
	})
	return address, log
}

// forCell gives requests the host name of a cell, and sends them to the balancer.
type forCell struct{ host, address string }

// RoundTrip implements http.RoundTripper.
func (f forCell) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Host, r.URL.Host = f.host, f.address
	return http.DefaultTransport.RoundTrip(r)
}

// The configuration for HAProxy routes by host name, sends requests to the primary alone, and
// clients that repeat requests notice neither a handover nor a takeover.
func TestBalancer(t *testing.T) {
	t.Parallel()
	_, seed := dice(t)
	p := newPair(t, "sync", 2)
	single := newService(t, filepath.Join(t.TempDir(), "single"), 1, "--trusted-proxy-header", "X-Real-IP")
	address, log := startBalancer(t, p, single)
	t.Cleanup(p.explain)
	single.start()
	primary, standby := p.machines[0], p.machines[1]
	primary.run("serve")
	eventually(t, "the first machine serves", primary.isPrimary)
	standby.run("standby")
	p.awaitStandby()

	get := func(host, path string) (status int, header http.Header) {
		request, _ := http.NewRequest(http.MethodGet, "http://"+address+path, nil)
		response, err := forCell{host, address}.RoundTrip(request)
		if err != nil {
			return 0, nil
		}
		_ = response.Body.Close()
		return response.StatusCode, response.Header
	}
	const first, second = "cell1.import.example.com", "CELL2.import.example.com:443"
	for _, host := range []string{first, second} {
		eventually(t, "the balancer reaches "+host, func() bool { status, _ := get(host, "/v1/data-import/openapi.json"); return status == http.StatusOK })
	}
	if status, _ := get("other.example.com", "/"); status != http.StatusNotFound {
		t.Errorf("a host of no cell gets %d", status)
	}

	behind := &client{http: &http.Client{Timeout: time.Minute, Transport: forCell{first, address}}, url: "http://" + address}
	behind.token = primary.client(p.keys[0]).token
	stop := make(chan struct{})
	worked := make(chan *relentless)
	go func() { worked <- importRelentlessly(t, behind, seed, stop) }()
	time.Sleep(2 * time.Second)
	began := time.Now()
	command := exec.Command(program, "handover", "--dir", primary.dir)
	command.Env = append(os.Environ(), primary.storageVariables()...)
	if out, err := command.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	eventually(t, "a request is answered after the handover", func() bool { status, _ := get(first, "/v1/data-import/openapi.json"); return status == http.StatusOK })
	t.Logf("handover: the balancer answers after %.1f s", time.Since(began).Seconds())
	_ = primary.process.Wait()
	primary.process = nil
	primary, standby = standby, primary
	standby.run("standby")
	p.awaitStandby()
	time.Sleep(2 * time.Second)
	began = time.Now()
	primary.kill()
	sawHint := false
	eventually(t, "a request is answered after the takeover", func() bool {
		status, header := get(first, "/v1/data-import/openapi.json")
		sawHint = sawHint || status == http.StatusServiceUnavailable && header.Get("Retry-After") != ""
		return time.Since(began) > time.Second && status == http.StatusOK
	})
	t.Logf("takeover: the balancer answers after %.1f s", time.Since(began).Seconds())
	if !sawHint {
		t.Error("meanwhile it says no 503 with Retry-After")
	}
	time.Sleep(2 * time.Second)
	close(stop)
	r := <-worked
	db := open(t, standby.dir)
	consistent(t, db)
	r.record.isIn(t, read(t, db))
	t.Logf("%d requests were acknowledged, %d had to be repeated", r.record.acknowledged, r.repeated)
	if t.Failed() {
		t.Log(log)
	}
}

// relentless is a client that repeats requests until they are acknowledged.
type relentless struct {
	record   *record
	repeated int
}

// importRelentlessly imports one account after the other until stop is closed. Each request is
// repeated as long as it has no answer, or one that says that it may be sent again.
func importRelentlessly(t testing.TB, c *client, seed uint64, stop <-chan struct{}) *relentless {
	l := newLoad(&service{TB: t}, seed, 1)
	r := &relentless{record: l.record}
	w := l.workers[0]
	for {
		if len(w.todo) == 0 {
			select {
			case <-stop:
				return r
			default:
				w.take()
			}
		}
		q := w.todo[0]
		a, err := c.post(q.path, q.body)
		switch {
		case err == nil && (a.done() || q.path == processPath && a.code() == "account_already_imported"):
			q.noted(a)
			w.todo = w.todo[1:]
			continue
		case err == nil && a.status != http.StatusServiceUnavailable && a.status != http.StatusBadGateway &&
			a.status != http.StatusGatewayTimeout && a.status != http.StatusTooManyRequests && a.code() != "import_process_in_progress":
			t.Errorf("%s: %d %s", q.path, a.status, a.body)
			return r
		}
		r.repeated++
		time.Sleep(50 * time.Millisecond)
	}
}

// storageVariables are the settings of a machine's storage as environment variables.
func (m *machine) storageVariables() (list []string) {
	for i := 0; i < len(m.flags); i++ {
		name, value, both := strings.Cut(m.flags[i], "=")
		if !both {
			i++
			value = m.flags[i]
		}
		list = append(list, fmt.Sprintf("DATAIMPORT_%s=%s", strings.ToUpper(strings.ReplaceAll(strings.TrimPrefix(name, "--"), "-", "_")), value))
	}
	return list
}
