// Package hosting holds the settings of backups and of the proxy in front of the service,
// which PocketBase keeps among the settings of its dashboard. Here they are flags of the
// program. The package also restores backups, and keeps a data folder to one service.
//
// Flags hold while the service runs and are stored nowhere, so that no secret of them
// gets into the database or into a backup.
package hosting

import (
	"errors"
	"fmt"
	"net/textproto"
	"net/url"
	"strings"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/cron"
	"github.com/spf13/pflag"

	"dataimport/modules/kit/store/documents"
)

// Config holds the values of the flags. The dashboard's setting holds where a flag is not
// given.
type Config struct {
	Cron         string             // when backups are made, in UTC; empty is never
	Keep         int                // how many backups are kept
	Prefix       string             // begins the names of scheduled backups; empty for those of PocketBase
	S3           documents.S3Config // where backups go; the data folder where there is no endpoint
	ProxyHeaders []string           // headers in which a trusted proxy sends the client's address
	PublicURL    string             // of the service, as its users reach it; begins the links in e-mails
}

// DefaultConfig is the configuration without any flag.
func DefaultConfig() Config {
	return Config{Keep: 7, S3: documents.DefaultConfig().S3}
}

// Register adds the flags that set c.
func (c *Config) Register(flags *pflag.FlagSet) {
	flags.StringVar(&c.Cron, "backup-cron", c.Cron, `when backups are made: minute, hour, day, month, weekday in UTC, "0 2 * * *" for example`)
	flags.IntVar(&c.Keep, "backup-keep", c.Keep, "how many backups of --backup-cron are kept")
	flags.StringVar(&c.Prefix, "backup-prefix", c.Prefix, "begins the names of the backups of --backup-cron; where several services share a bucket, each needs one")
	flags.StringVar(&c.S3.Endpoint, "backup-s3-endpoint", c.S3.Endpoint, "host of the object storage for backups (default: backups in the data folder)")
	flags.StringVar(&c.S3.Bucket, "backup-s3-bucket", c.S3.Bucket, "bucket for backups")
	flags.StringVar(&c.S3.Region, "backup-s3-region", c.S3.Region, "region of the bucket for backups")
	flags.StringVar(&c.S3.AccessKey, "backup-s3-access-key", c.S3.AccessKey, "access key; it must allow storing, listing, reading and removing objects")
	flags.Var(&c.S3.SecretKey, "backup-s3-secret-key", "secret key; better given by the environment, which other users cannot see")
	flags.BoolVar(&c.S3.PathStyle, "backup-s3-path-style", c.S3.PathStyle, "put the bucket for backups into the path and not before the host")
	flags.BoolVar(&c.S3.TLS, "backup-s3-tls", c.S3.TLS, "speak TLS with the object storage for backups")
	flags.StringSliceVar(&c.ProxyHeaders, "trusted-proxy-header", c.ProxyHeaders,
		"header in which the proxy in front tells the client's address, X-Real-IP for example; only where nobody else can reach the service")
	flags.StringVar(&c.PublicURL, "public-url", c.PublicURL, "address of the service as its users reach it, https://imports.example.com for example; begins the links in e-mails")
}

// Check returns an error that names a setting that cannot work.
func (c *Config) Check() error {
	if c.Cron != "" {
		if _, err := cron.NewSchedule(c.Cron); err != nil {
			return fmt.Errorf("--backup-cron: %w", err)
		}
	}
	if c.Keep < 1 {
		return errors.New("--backup-keep must be at least 1")
	}
	if c.Prefix != "" && c.Cron == "" {
		return errors.New("--backup-prefix needs --backup-cron")
	}
	if c.Prefix != "" && !prefixPattern.MatchString(c.Prefix) {
		return fmt.Errorf("--backup-prefix: %q is not up to 40 letters, digits and hyphens", c.Prefix)
	}
	for _, name := range c.ProxyHeaders {
		if strings.TrimSpace(name) == "" || strings.ContainsAny(name, " :\t\r\n") {
			return fmt.Errorf("--trusted-proxy-header: %q is not the name of a header", name)
		}
	}
	if c.PublicURL != "" {
		if u, err := url.Parse(c.PublicURL); err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || u.RawQuery != "" || u.Fragment != "" || u.User != nil {
			return fmt.Errorf("--public-url: %q is not an address such as https://imports.example.com", c.PublicURL)
		}
	}
	if err := (&documents.Config{S3: c.S3}).Check(); err != nil {
		return errors.New(strings.ReplaceAll(err.Error(), "--s3-", "--backup-s3-"))
	}
	return nil
}

// setsBackups reports whether the flags, and not the dashboard, decide about backups.
func (c *Config) setsBackups() bool { return c.Cron != "" || c.S3.Endpoint != "" }

func (c *Config) setsProxy() bool { return len(c.ProxyHeaders) > 0 }

// setsURL reports whether a flag, and not the dashboard, says where users reach the service.
func (c *Config) setsURL() bool { return c.PublicURL != "" }

// backups returns the flags as PocketBase's settings of backups.
func (c *Config) backups() core.BackupsConfig {
	b := core.BackupsConfig{Cron: c.Cron, CronMaxKeep: c.Keep}
	if c.Prefix != "" {
		b.CronMaxKeep = keepAll
	}
	if c.S3.Endpoint == "" {
		return b
	}
	scheme := "http://"
	if c.S3.TLS {
		scheme = "https://"
	}
	b.S3 = core.S3Config{
		Enabled: true, Bucket: c.S3.Bucket, Region: c.S3.Region, Endpoint: scheme + c.S3.Endpoint,
		AccessKey: c.S3.AccessKey, Secret: string(c.S3.SecretKey), ForcePathStyle: c.S3.PathStyle,
	}
	return b
}

// proxy returns the flags as PocketBase's settings of a proxy. Of several addresses in a
// header the last one counts: the client may have invented those before it.
func (c *Config) proxy() core.TrustedProxyConfig {
	headers := make([]string, len(c.ProxyHeaders))
	for i, name := range c.ProxyHeaders {
		headers[i] = textproto.CanonicalMIMEHeaderKey(name)
	}
	return core.TrustedProxyConfig{Headers: headers}
}
