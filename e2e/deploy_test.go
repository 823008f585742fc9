package e2e

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// systemd accepts the unit, and rates its exposure low: 1.2 of 10 is the intended rating.
func TestSystemdUnit(t *testing.T) {
	t.Parallel()
	analyze, err := exec.LookPath("systemd-analyze")
	if err != nil {
		t.Skip("NOT TESTED: the unit needs systemd-analyze, of the package systemd")
	}
	unit, err := os.ReadFile("../deploy/dataimport.service")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(unit, []byte("ExecStart=/usr/local/bin/dataimport serve ")) {
		t.Fatal("the unit starts something else")
	}
	path := filepath.Join(t.TempDir(), "dataimport.service")
	here := bytes.ReplaceAll(unit, []byte("/usr/local/bin/dataimport"), []byte(program)) // a program that exists
	if err := os.WriteFile(path, here, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"verify", "--man=no", path}, {"security", "--offline=true", "--threshold=15", path}} {
		output, err := exec.Command(analyze, args...).CombinedOutput()
		if err != nil || args[0] == "verify" && len(bytes.TrimSpace(output)) > 0 {
			t.Errorf("systemd-analyze %s: %v\n%s", args[0], err, output)
		}
	}
}

// Prometheus accepts the alert rules.
func TestAlertRules(t *testing.T) {
	t.Parallel()
	promtool, err := exec.LookPath("promtool")
	if err != nil {
		t.Skip("NOT TESTED: the alert rules need promtool, of the package prometheus")
	}
	if output, err := exec.Command(promtool, "check", "rules", "../deploy/prometheus/alerts.yml").CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, output)
	}
}

// composed holds the tested parts of compose.yaml.
type composed struct {
	Services map[string]struct {
		Image       string
		Environment map[string]string
		ReadOnly    bool     `yaml:"read_only"`
		CapDrop     []string `yaml:"cap_drop"`
		Volumes     []string
	}
	Volumes map[string]any
}

// Where the container engine's own tool is installed, it accepts compose.yaml. The
// service accepts the variables that compose.yaml sets.
func TestComposeFile(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../compose.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var c composed
	if err := yaml.Unmarshal(text, &c); err != nil {
		t.Fatal(err)
	}
	service := c.Services["dataimport"]
	if !service.ReadOnly || strings.Join(service.CapDrop, "") != "ALL" || c.Services["s3"].Image == "" {
		t.Errorf("%+v", service)
	}
	for name, s := range c.Services {
		for _, volume := range s.Volumes {
			if named, _, _ := strings.Cut(volume, ":"); !has(c.Volumes, named) {
				t.Errorf("%s: there is no volume %s", name, named)
			}
		}
	}
	takesVariables(t, service.Environment)
	composeTakes(t)
}

func has[V any](m map[string]V, key string) bool {
	_, ok := m[key]
	return ok
}

// takesVariables starts the service with the variables of compose.yaml. Each of them is a
// variable of the service, and the service works with all of them.
func takesVariables(t *testing.T, variables map[string]string) {
	t.Helper()
	help, err := exec.Command(program, "serve", "--help").CombinedOutput()
	if err != nil {
		t.Fatal(err)
	}
	s := newService(t)
	for name, value := range variables {
		if !bytes.Contains(help, []byte("["+name+"]")) {
			t.Errorf("the service has no variable %s", name)
		}
		s.env = append(s.env, name+"="+regexp.MustCompile(`\$\{[^}]*\}`).ReplaceAllString(value, "a-key-of-the-storage"))
	}
	s.start()
	if err := s.stop(); err != nil {
		t.Errorf("SIGTERM: %v\n%s", err, s.output)
	}
}

// composeTakes calls the engine's own tool. It is a plugin or, in older engines, a
// program.
func composeTakes(t *testing.T) {
	t.Helper()
	tool := []string{"docker", "compose"}
	if exec.Command("docker", "compose", "version").Run() != nil {
		tool = []string{"docker-compose"}
		if _, err := exec.LookPath(tool[0]); err != nil {
			t.Log("NOT TESTED: there is no compose tool; compose.yaml was read as YAML alone")
			return
		}
	}
	config := exec.Command(tool[0], append(tool[1:], "--file", "../compose.yaml", "config", "--quiet")...)
	config.Env = append(os.Environ(), "S3_ACCESS_KEY=a", "S3_SECRET_KEY=b")
	if output, err := config.CombinedOutput(); err != nil {
		t.Errorf("%s: %v\n%s", tool, err, output)
	}
	config = exec.Command(tool[0], append(tool[1:], "--file", "../compose.yaml", "config", "--quiet")...)
	if output, err := config.CombinedOutput(); err == nil || !bytes.Contains(output, []byte(".env")) {
		t.Errorf("without keys: %v\n%s", err, output)
	}
}
