package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"dataimport/e2e/faultproxy"
	"dataimport/e2e/services"
)

// manyConnections is how many requests are under way at a time where the storage is far away.
const manyConnections = 512

// replicated is a service with a replica in the object storage of the tests.
type replicated struct {
	mode        string
	distance    time.Duration // by which each answer of the storage comes later
	connections int
}

var replicatedServices = []replicated{
	{"async", 0, connections}, {"async", 20 * time.Millisecond, connections},
	{"sync", 0, connections}, {"sync", 20 * time.Millisecond, manyConnections},
}

func (r replicated) String() string {
	return fmt.Sprintf("%s %d ms", r.mode, r.distance.Milliseconds())
}

// host is what the test services need of a test.
type host struct {
	testing.TB
	dir  string
	ends []func()
}

// Helper, Logf and the others implement testing.TB as far as the services use it.
func (h *host) Helper()                        {}
func (h *host) Logf(string, ...any)            {}
func (h *host) Log(...any)                     {}
func (h *host) Cleanup(end func())             { h.ends = append(h.ends, end) }
func (h *host) Errorf(format string, a ...any) { fmt.Fprintf(os.Stderr, format+"\n", a...) }
func (h *host) Fatalf(format string, a ...any) { panic(fmt.Sprintf(format, a...)) }
func (h *host) Fatal(a ...any)                 { panic(fmt.Sprint(a...)) }
func (h *host) Failed() bool                   { return false }
func (h *host) Name() string                   { return "bench" }

// TempDir makes a folder in that of the benchmark, which is removed at its end.
func (h *host) TempDir() string {
	dir, err := os.MkdirTemp(h.dir, "storage-")
	if err != nil {
		h.Fatal(err)
	}
	return dir
}

func (h *host) end() {
	for _, end := range slices.Backward(h.ends) {
		end()
	}
}

// startReplicated starts an object storage and the services that are replicated to it, and adds
// their lines. They are compared with those of the service without a replica. stop ends all of it,
// and is never nil.
func (b *bench) startReplicated(ctx context.Context) (stop func(), err error) {
	h := &host{dir: b.dir}
	var started []*server
	stop = func() {
		for _, s := range started {
			s.killProcess()
		}
		h.end()
	}
	defer func() {
		if p := recover(); p != nil { // of the host
			err = fmt.Errorf("%v", p)
		}
	}()
	storage := services.S3(h)
	for _, r := range replicatedServices {
		way := faultproxy.New(h, storage.Endpoint)
		if r.distance > 0 {
			way.Always(faultproxy.Distance(r.distance))
		}
		name := strings.ReplaceAll(r.String(), " ", "-")
		dir := filepath.Join(b.dir, name)
		keys, err := b.setUpReplicated(ctx, dir, r.connections/connections)
		if err != nil {
			return stop, err
		}
		s, err := startServer(ctx, dir, filepath.Join(b.programs, "dataimport"), "serve", "--replica", "s3://"+storage.Bucket+"/"+name,
			"--replica-endpoint", way.Address(), "--replica-region", storage.Region, "--replica-access-key", storage.AccessKey,
			"--replica-secret-key", storage.SecretKey, "--replica-tls=false", "--replica-key", strings.Repeat("passphrase", 4), "--replica-mode", r.mode)
		if err != nil {
			return stop, err
		}
		started = append(started, s)
		w := &load{service: s}
		var stagings, imports []func(*connection, int) error
		for _, key := range keys {
			of := &load{service: s, accounts: b.load.accounts}
			if of.authorization, err = obtainToken(s.address, key); err != nil {
				return stop, err
			}
			stagings, imports = append(stagings, of.newAccountSender(stage, of.accounts, 201)), append(imports, of.newFullImport())
		}
		b.lines = append(b.lines,
			r.compare(b.load.staged, w.newLine("stage, "+r.String(), "accounts", 1, 1, takeTurns(stagings))),
			r.compare(b.findLine("whole way"), w.newLine("whole way, "+r.String(), "accounts", 1, 6, takeTurns(imports))))
	}
	return stop, nil
}

// takeTurns returns the operation that the clients do in turn.
func takeTurns(clients []func(*connection, int) error) func(*connection, int) error {
	return func(c *connection, n int) error { return clients[n%len(clients)](c, n) }
}

// compare has a line use the connections of a replica, and be compared with that of the service
// without one.
func (r replicated) compare(plain, l *line) *line {
	l.plain, l.connections = plain, r.connections
	return l
}

func (b *bench) findLine(name string) *line {
	i := slices.IndexFunc(b.lines, func(l *line) bool { return l.name == name })
	if i < 0 {
		return nil
	}
	return b.lines[i]
}

// setUpReplicated prepares a data folder as that of the service without a replica, and returns the
// keys of some clients. Of one client, 64 requests are inside at a time, and few may wait.
func (b *bench) setUpReplicated(ctx context.Context, dir string, clients int) (keys []string, err error) {
	commands := [][]string{{"team", "create", team}, {"supplier", "create", supplier}}
	for n := range clients {
		commands = append(commands, []string{"api-client", "create", fmt.Sprintf("Benchmark %d", n), "--supplier", supplier})
	}
	for n, args := range commands {
		out, err := exec.CommandContext(ctx, filepath.Join(b.programs, "dataimport"), append(args, "--dir", dir)...).Output()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", strings.Join(args, " "), err)
		}
		if n > 1 {
			keys = append(keys, strings.TrimSpace(string(out)))
		}
	}
	return keys, nil
}
