package replica

import (
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"dataimport/modules/kit/store/documents"
)

// The modes of a replica.
const (
	// Async answers when a write is on the disk of this machine.
	Async = "async"
	// Sync answers when a write is on the disk of this machine and in the storage.
	Sync = "sync"
)

// Config says where the replica is, and how it is kept.
type Config struct {
	URL       string             // s3://bucket/prefix; empty where there is no replica
	S3        documents.S3Config // without the bucket
	Mode      string             // Async or Sync
	Patience  time.Duration      // how long the storage may be away before writes are refused in sync mode
	Lease     time.Duration      // how long the lease holds after it was renewed
	Follow    time.Duration      // between two looks of a standby for what is new
	Snapshots time.Duration      // between two whole copies
	Retention time.Duration      // how long whole copies are kept, and with them each moment since
	Detail    time.Duration      // how long every single moment is kept; before that one in 30 seconds is
	Key       documents.Secret   // seals the key file in the storage
}

// DefaultConfig is the configuration without any flag.
func DefaultConfig() Config {
	return Config{
		S3: documents.S3Config{Endpoint: "s3.amazonaws.com", Region: "us-east-1", PathStyle: true, TLS: true}, Mode: Async,
		Patience: 10 * time.Second, Lease: 6 * time.Second, Follow: time.Second, Snapshots: 24 * time.Hour, Retention: 7 * 24 * time.Hour, Detail: time.Hour,
	}
}

// RegisterStorage adds the flags that say where the replica is.
func (c *Config) RegisterStorage(flags *pflag.FlagSet) {
	flags.StringVar(&c.URL, "replica", c.URL, "where the database is replicated to: s3://bucket/prefix; a prefix belongs to one pair of machines")
	flags.StringVar(&c.S3.Endpoint, "replica-endpoint", c.S3.Endpoint, "host of the object storage for the replica")
	flags.StringVar(&c.S3.Region, "replica-region", c.S3.Region, "region of the replica's bucket")
	flags.StringVar(&c.S3.AccessKey, "replica-access-key", c.S3.AccessKey, "access key; it must allow storing, listing, reading and removing objects")
	flags.Var(&c.S3.SecretKey, "replica-secret-key", "secret key; better given by the environment, which other users cannot see")
	flags.BoolVar(&c.S3.PathStyle, "replica-path-style", c.S3.PathStyle, "put the replica's bucket into the path and not before the host")
	flags.BoolVar(&c.S3.TLS, "replica-tls", c.S3.TLS, "speak TLS with the object storage for the replica")
	flags.Var(&c.Key, "replica-key", "passphrase that seals the key file in the replica, 32 characters at least; not needed with --encryptionEnv")
}

// Register adds the flags that set c.
func (c *Config) Register(flags *pflag.FlagSet) {
	c.RegisterStorage(flags)
	flags.StringVar(&c.Mode, "replica-mode", c.Mode, "when writes are answered: async, on this disk, or sync, on this disk and in the storage")
	flags.DurationVar(&c.Patience, "replica-patience", c.Patience, "how long the storage may be away before writes get 503 in sync mode")
	flags.DurationVar(&c.Lease, "replica-lease", c.Lease, "how long a primary that says nothing keeps its place; then the standby takes over")
	flags.DurationVar(&c.Follow, "replica-follow", c.Follow, "time between two looks of a standby for what is new; each costs requests to the storage")
	flags.DurationVar(&c.Snapshots, "replica-snapshots", c.Snapshots, "time between two whole copies in the replica")
	flags.DurationVar(&c.Retention, "replica-retention", c.Retention, "how long the replica keeps whole copies, and with them each moment since")
	flags.DurationVar(&c.Detail, "replica-detail", c.Detail, "how long the replica keeps every single moment; before that it keeps one in 30 seconds")
}

// minKey is the least number of characters of a passphrase.
const minKey = 32

// On reports whether there is a replica.
func (c *Config) On() bool { return c.URL != "" }

// Check returns an error that names a setting that cannot work.
func (c *Config) Check() error {
	if !c.On() {
		return nil
	}
	switch {
	case c.Mode != Async && c.Mode != Sync:
		return fmt.Errorf("--replica-mode must be %s or %s", Async, Sync)
	case c.Patience < time.Second:
		return errors.New("--replica-patience must be at least 1s")
	case c.Lease < 2*time.Second:
		return errors.New("--replica-lease must be at least 2s")
	case c.Follow < 100*time.Millisecond || c.Follow > 5*time.Second:
		return errors.New("--replica-follow must be between 100ms and 5s")
	case c.Snapshots < time.Minute || c.Retention < c.Snapshots:
		return errors.New("--replica-snapshots must be at least 1m, and --replica-retention at least as long")
	case c.Detail < time.Minute:
		return errors.New("--replica-detail must be at least 1m")
	}
	return c.CheckStorage()
}

// CheckStorage is Check for a command that only reads the replica.
func (c *Config) CheckStorage() error {
	if c.Key != "" && len(c.Key) < minKey {
		return fmt.Errorf("--replica-key must have at least %d characters", minKey)
	}
	at, _, err := c.place()
	if err != nil {
		return err
	}
	if err := (&documents.Config{S3: at}).Check(); err != nil {
		return errors.New(strings.ReplaceAll(err.Error(), "--s3-", "--replica-"))
	}
	return nil
}

// place returns the bucket and the prefix of the replica's URL.
func (c *Config) place() (at documents.S3Config, prefix string, err error) {
	u, err := url.Parse(c.URL)
	if err != nil || u.Scheme != "s3" || u.Host == "" || u.RawQuery != "" || u.User != nil {
		return at, "", errors.New("--replica must have the form s3://bucket/prefix")
	}
	at, at.Bucket = c.S3, u.Host
	if prefix = strings.Trim(u.Path, "/"); prefix == "" {
		return at, "", errors.New("--replica must name a prefix in the bucket: s3://bucket/prefix")
	}
	return at, prefix, nil
}
