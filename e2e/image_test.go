package e2e

import (
	"crypto/rand"
	"fmt"
	"net/http"
	"os/exec"
	"strings"
	"testing"
)

// docker runs the engine's client, and fails the test where the client fails.
func docker(t testing.TB, args ...string) string {
	t.Helper()
	output, err := exec.Command("docker", args...).CombinedOutput()
	if err != nil {
		t.Fatalf("docker %s: %v\n%s", strings.Join(args, " "), err, output)
	}
	return strings.TrimSpace(string(output))
}

// needsEngine skips the test where there is no Docker engine.
func needsEngine(t testing.TB) {
	t.Helper()
	if output, err := exec.Command("docker", "version", "--format", "{{.Server.Version}}").CombinedOutput(); err != nil {
		t.Skipf("NOT TESTED: the image needs a Docker engine: %v\n%s", err, output)
	}
}

// makeImage builds the image as `make image` does, and removes it after the test.
func makeImage(t testing.TB) string {
	t.Helper()
	name := "dataimport-e2e/service:" + strings.ToLower(rand.Text())
	build := exec.Command("make", "image", "IMAGE="+name, "VERSION=v9.8.7")
	build.Dir = ".."
	if output, err := build.CombinedOutput(); err != nil {
		t.Fatalf("make image: %v\n%s", err, output)
	}
	t.Cleanup(func() { docker(t, "image", "rm", "--force", name) })
	return name
}

// contained runs a container of the service as compose.yaml does, on a volume.
type contained struct {
	*running
	name string
}

func runContained(t testing.TB, image, volume string, args ...string) *contained {
	t.Helper()
	c := &contained{name: "dataimport-e2e-" + strings.ToLower(rand.Text())}
	args = append([]string{"run", "--detach", "--name", c.name, "--read-only", "--tmpfs", "/tmp", "--cap-drop", "ALL",
		"--security-opt", "no-new-privileges", "--health-interval", "1s", "--publish", "127.0.0.1:0:8090", "--volume", volume + ":/data", image}, args...)
	docker(t, args...)
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("what the service wrote:\n%s", docker(t, "logs", c.name))
		}
		docker(t, "rm", "--force", c.name)
	})
	url := "http://" + docker(t, "port", c.name, "8090/tcp")
	c.running = &running{service: &service{TB: t, url: url}, base: url, http: patient}
	eventually(t, "the container is healthy", func() bool {
		return docker(t, "inspect", "--format", "{{.State.Health.Status}}", c.name) == "healthy"
	})
	return c
}

// inside runs a command of the program in the container.
func (c *contained) inside(args ...string) string {
	c.Helper()
	return docker(c, append([]string{"exec", c.name, "/dataimport"}, args...)...)
}

// stops ends the container as an engine does, and checks the service's exit code.
func (c *contained) stops(t testing.TB) {
	t.Helper()
	docker(t, "stop", "--time", "20", c.name)
	if code := docker(t, "inspect", "--format", "{{.State.ExitCode}}", c.name); code != "0" {
		t.Errorf("the service ended with %s", code)
	}
}

func TestImage(t *testing.T) {
	needsEngine(t)
	t.Parallel()
	image := makeImage(t)
	volume := "dataimport-e2e-" + strings.ToLower(rand.Text())
	docker(t, "volume", "create", volume)
	t.Cleanup(func() { docker(t, "volume", "rm", "--force", volume) }) // removed after the containers
	if version := docker(t, "run", "--rm", image, "--version"); !strings.Contains(version, "v9.8.7") {
		t.Errorf("--version says %q", version)
	}
	const labels = `{{index .Config.Labels "org.opencontainers.image.version"}} {{.Config.User}}`
	if got := docker(t, "inspect", "--format", labels, image); got != "v9.8.7 10001:10001" {
		t.Errorf("the image is %q", got)
	}

	first := runContained(t, image, volume)
	if status := docker(t, "exec", first.name, "/dataimport", "healthcheck"); status != "" {
		t.Errorf("the health check says %q", status)
	}
	if users := docker(t, "top", first.name, "-eo", "pid,uid,args"); !strings.Contains(strings.Join(strings.Fields(users), " "), " 10001 /dataimport serve") {
		t.Errorf("it runs as\n%s", users)
	}
	first.inside("supplier", "create", "ACME", "--name", "Acme Energy")
	first.inside("team", "create", "Migration")
	first.key = first.inside("api-client", "create", "Acme scripts", "--supplier", "ACME")
	first.token = first.service.token(first.key)
	sent := account("1", `,"notes":[{"body":"ganz außen ☎"}]`)
	first.post(t, stagePath, sent).expect(t, http.StatusCreated)
	first.post(t, processPath, process("1")).expect(t, http.StatusCreated)
	first.stops(t)

	second := runContained(t, image, volume)
	second.key, second.token = first.key, first.token
	answer := second.get(t, statusPath+"1/").expect(t, 200)
	if answer.member(t, "status") != "COMPLETED" {
		t.Errorf("after another start the account is %s", answer.body)
	}
	second.stops(t)
}

// The health check fails in a container whose service does not answer.
func TestHealthcheckOfNothing(t *testing.T) {
	t.Parallel()
	s := newService(t) // the service is not started
	check := exec.Command(program, "healthcheck")
	check.Env = append(check.Environ(), "DATAIMPORT_HTTP="+s.address)
	if output, err := check.CombinedOutput(); err == nil || !strings.Contains(string(output), "refused") {
		t.Errorf("%v %s", err, output)
	}
	s.start()
	_, port, _ := strings.Cut(s.address, ":")
	for _, address := range []string{s.address, "0.0.0.0:" + port, ":" + port, "[::]:" + port} {
		check := exec.Command(program, "healthcheck")
		check.Env = append(check.Environ(), "DATAIMPORT_HTTP="+address)
		if output, err := check.CombinedOutput(); err != nil {
			t.Errorf("%s: %v %s", address, err, output)
		}
	}
	if output, err := exec.Command(program, "healthcheck", fmt.Sprintf("http://%s/nothing", s.address)).CombinedOutput(); err == nil {
		t.Errorf("an address where nothing is: %s", output)
	}
}
