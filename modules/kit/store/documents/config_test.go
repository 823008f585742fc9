package documents

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/spf13/pflag"
)

func parse(t *testing.T, arguments ...string) Config {
	t.Helper()
	c := DefaultConfig()
	flags := pflag.NewFlagSet("serve", pflag.ContinueOnError)
	c.Register(flags)
	if err := flags.Parse(arguments); err != nil {
		t.Fatal(err)
	}
	return c
}

// bucket are the flags of a complete S3 configuration.
var bucket = []string{"--s3-endpoint=s3.example.com:9000", "--s3-bucket=docs", "--s3-access-key=AK", "--s3-secret-key=hush"}

func TestConfigFlags(t *testing.T) {
	c := parse(t, append(bucket, "--s3-region=eu-west-2", "--s3-path-style=false", "--s3-tls=false")...)
	want := S3Config{Endpoint: "s3.example.com:9000", Bucket: "docs", Region: "eu-west-2", AccessKey: "AK", SecretKey: "hush"}
	if c.S3 != want || c.Check() != nil {
		t.Errorf("got %#v, %v", c, c.Check())
	}
	if c = parse(t, bucket...); !c.S3.TLS || !c.S3.PathStyle || c.S3.Region != "us-east-1" || c.Check() != nil {
		t.Errorf("the defaults are %#v", c)
	}
}

func TestConfigCheck(t *testing.T) {
	for _, c := range []struct {
		arguments []string
		want      string // a part of the error
	}{
		{nil, ""},
		{[]string{"--documents-dir=docs"}, ""},
		{bucket, ""},
		{append(bucket, "--documents-dir=docs"), "--documents-dir"},
		{append(bucket, "--s3-endpoint="), "--s3-endpoint"},
		{append(bucket, "--s3-endpoint=https://s3.example.com"), "--s3-endpoint"},
		{append(bucket, "--s3-bucket="), "--s3-bucket"},
		{append(bucket, "--s3-region="), "--s3-region"},
		{append(bucket, "--s3-access-key="), "--s3-access-key"},
		{append(bucket, "--s3-secret-key="), "--s3-secret-key"},
		{[]string{"--s3-bucket=docs"}, "--s3-endpoint"},
	} {
		settings := parse(t, c.arguments...)
		err := settings.Check()
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v; want %q", c.arguments, err, c.want)
		}
		if err != nil {
			if _, err := Open(settings, t.TempDir(), linkKey); err == nil {
				t.Errorf("%q: it opens", c.arguments)
			}
		}
	}
}

func TestConfigHidesItsSecret(t *testing.T) {
	c := parse(t, bucket...)
	flags := pflag.NewFlagSet("serve", pflag.ContinueOnError)
	c.Register(flags)
	var log bytes.Buffer
	logger := slog.New(slog.NewJSONHandler(&log, nil))
	logger.Info("config", "value", c, "pointer", &c, "part", c.S3, "secret", c.S3.SecretKey, "outer", struct{ C Config }{c})
	slog.New(slog.NewTextHandler(&log, nil)).Info("config", "value", c, "part", c.S3, "outer", struct{ C Config }{c})
	encoded, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	for _, shown := range []string{
		fmt.Sprint(c), fmt.Sprint(&c), fmt.Sprintf("%+v", c), fmt.Sprintf("%#v", c), fmt.Sprintf("%v %q %x", c.S3, c.S3.SecretKey, c.S3.SecretKey),
		fmt.Sprintf("%+v", struct{ C Config }{c}), log.String(), string(encoded), flags.FlagUsages(),
	} {
		if strings.Contains(shown, "hush") || strings.Contains(shown, "68757368") {
			t.Errorf("the secret shows: %s", shown)
		}
	}
	for _, want := range []string{"docs", "s3.example.com:9000", "AK"} {
		if !strings.Contains(c.String(), want) {
			t.Errorf("%q does not say %s", c, want)
		}
	}
}

func TestOpen(t *testing.T) {
	data := t.TempDir()
	store, err := Open(DefaultConfig(), data, linkKey)
	if err != nil {
		t.Fatal(err)
	}
	put(t, data, "documents/root/a.pdf", "a")
	if got, err := store.Stat(t.Context(), at("root/a.pdf")); err != nil || got != infoOf("a") {
		t.Errorf("in the data folder, Stat = %v, %v", got, err)
	}
	store, err = Open(parse(t, bucket...), data, nil)
	if _, isS3 := store.(*S3); !isS3 || err != nil {
		t.Errorf("with a bucket, the store is %T, %v", store, err)
	}
}

func TestS3Addresses(t *testing.T) {
	for _, c := range []struct {
		arguments []string
		want      string // the beginning of a link
	}{
		{nil, "https://s3.example.com:9000/docs/root/a.pdf?"},
		{[]string{"--s3-path-style=false"}, "https://docs.s3.example.com:9000/root/a.pdf?"},
		{[]string{"--s3-tls=false"}, "http://s3.example.com:9000/docs/root/a.pdf?"},
	} {
		store := open(t, parse(t, append(bucket, c.arguments...)...).S3)
		if got := link(t, store, "root/a.pdf", time.Minute); !strings.HasPrefix(got, c.want) {
			t.Errorf("%q: the link is %s; want %s", c.arguments, got, c.want)
		}
	}
}

func TestOpenRefuses(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for what, c := range map[string]struct {
		dir string
		key []byte
	}{
		"a folder that is not there": {filepath.Join(dir, "missing"), linkKey},
		"a file":                     {file, linkKey},
		"no key":                     {dir, nil},
		"a short key":                {dir, linkKey[1:]},
	} {
		if store, err := Open(Config{Dir: c.dir}, dir, c.key); err == nil {
			t.Errorf("%s: %T", what, store)
		}
	}
}
