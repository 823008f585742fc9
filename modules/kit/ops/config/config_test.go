package config

import (
	"strings"
	"testing"
	"time"

	"github.com/spf13/pflag"
)

func flags(t *testing.T, environment map[string]string) (*Config, *pflag.FlagSet) {
	t.Helper()
	for name, value := range environment {
		t.Setenv(name, value)
	}
	c := Default()
	set := pflag.NewFlagSet("serve", pflag.ContinueOnError)
	c.Register(set)
	return &c, set
}

func TestTheEnvironmentSetsAndTheCommandLineWins(t *testing.T) {
	c, set := flags(t, map[string]string{"DATAIMPORT_MAX_ITEMS": "5", "DATAIMPORT_TOKEN_LIFE": "5m", "DATAIMPORT_WITHOUT": "notes,status"})
	if err := FromEnv(set); err != nil {
		t.Fatal(err)
	}
	if err := set.Parse([]string{"--max-items", "7"}); err != nil {
		t.Fatal(err)
	}
	if c.MaxItems != 7 || c.TokenLife != 5*time.Minute || strings.Join(c.Without, " ") != "notes status" {
		t.Errorf("%+v", c)
	}
}

func TestAVariableThatCannotBeReadIsNamed(t *testing.T) {
	_, set := flags(t, map[string]string{"DATAIMPORT_GRACE": "soon"})
	if err := FromEnv(set); err == nil || !strings.Contains(err.Error(), "DATAIMPORT_GRACE") {
		t.Errorf("%v", err)
	}
}

func TestTheHelpShowsNoSecret(t *testing.T) {
	_, set := flags(t, map[string]string{"DATAIMPORT_S3_SECRET_KEY": "hush"})
	if err := FromEnv(set); err != nil {
		t.Fatal(err)
	}
	if help := set.FlagUsages(); strings.Contains(help, "hush") || !strings.Contains(help, "[DATAIMPORT_S3_SECRET_KEY]") {
		t.Error(help)
	}
}

func TestSettingsThatCannotWork(t *testing.T) {
	for name, change := range map[string]func(*Config){
		"--max-body":         func(c *Config) { c.MaxBody = 0 },
		"--max-items":        func(c *Config) { c.MaxItems = 0 },
		"--token-life":       func(c *Config) { c.TokenLife = 0 },
		"--refresh-life":     func(c *Config) { c.RefreshLife = time.Millisecond },
		"--processing-limit": func(c *Config) { c.ProcessingLimit = -1 },
		"--parallel":         func(c *Config) { c.Parallel = 1 },
		"--grace":            func(c *Config) { c.Grace = -time.Second },
		"--s3-bucket":        func(c *Config) { c.Documents.S3.Endpoint = "localhost:9000" },
	} {
		c := Default()
		change(&c)
		if err := c.Check(); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
	c := Default()
	if err := c.Check(); err != nil {
		t.Error(err)
	}
}
