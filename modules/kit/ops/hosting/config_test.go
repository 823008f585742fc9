package hosting

import (
	"strings"
	"testing"

	"github.com/pocketbase/pocketbase/core"

	"dataimport/modules/kit/store/documents"
)

func withBucket() Config {
	c := DefaultConfig()
	c.Cron = "0 2 * * *"
	c.S3 = documents.S3Config{Endpoint: "s3.example:9000", Bucket: "backups", Region: "eu-west-2", AccessKey: "A", SecretKey: "S", PathStyle: true}
	return c
}

func TestSettingsThatCannotWork(t *testing.T) {
	for _, test := range []struct {
		change func(*Config)
		says   string // a part of the error; empty for settings that can work
	}{
		{func(*Config) {}, ""},
		{func(c *Config) { *c = DefaultConfig() }, ""},
		{func(c *Config) { c.Cron = "every night" }, "--backup-cron"},
		{func(c *Config) { c.Cron = "0 25 * * *" }, "--backup-cron"},
		{func(c *Config) { c.Cron = "" }, ""},
		{func(c *Config) { c.Keep = 0 }, "--backup-keep"},
		{func(c *Config) { c.Prefix = "acme-1" }, ""},
		{func(c *Config) { c.Prefix = "acme/1" }, "--backup-prefix"},
		{func(c *Config) { c.Prefix = "acme_1" }, "--backup-prefix"},
		{func(c *Config) { c.Prefix, c.Cron = "acme", "" }, "--backup-prefix"},
		{func(c *Config) { c.S3.Endpoint = "" }, "--backup-s3-endpoint"},
		{func(c *Config) { c.S3.Endpoint = "https://s3.example" }, "--backup-s3-endpoint"},
		{func(c *Config) { c.S3.Bucket = "" }, "--backup-s3-bucket"},
		{func(c *Config) { c.S3.Region = "" }, "--backup-s3-region"},
		{func(c *Config) { c.S3.SecretKey = "" }, "--backup-s3-secret-key"},
		{func(c *Config) { c.ProxyHeaders = []string{"X-Real-IP", "CF-Connecting-IP"} }, ""},
		{func(c *Config) { c.ProxyHeaders = []string{""} }, "--trusted-proxy-header"},
		{func(c *Config) { c.ProxyHeaders = []string{"X-Real-IP: 10.0.0.1"} }, "--trusted-proxy-header"},
	} {
		c := withBucket()
		test.change(&c)
		err := c.Check()
		if (err == nil) != (test.says == "") || err != nil && !strings.Contains(err.Error(), test.says) {
			t.Errorf("%s: %v", test.says, err)
		}
		if err != nil && strings.Contains(err.Error(), "--backup-backup") {
			t.Error(err)
		}
	}
}

func TestBackupsInPocketBasesWords(t *testing.T) {
	c := withBucket()
	want := core.BackupsConfig{Cron: "0 2 * * *", CronMaxKeep: 7, S3: core.S3Config{Enabled: true, Bucket: "backups", Region: "eu-west-2",
		Endpoint: "http://s3.example:9000", AccessKey: "A", Secret: "S", ForcePathStyle: true}}
	if got := c.backups(); got != want || got.Validate() != nil {
		t.Errorf("%+v %v", got, got.Validate())
	}
	c.S3.TLS = true
	if got := c.backups().S3.Endpoint; got != "https://s3.example:9000" {
		t.Error(got)
	}
	c.S3 = DefaultConfig().S3
	if got := c.backups(); got.S3 != (core.S3Config{}) || got.Validate() != nil {
		t.Errorf("%+v", got)
	}
}
