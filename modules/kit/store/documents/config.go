package documents

import (
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/pflag"
)

// Config says where the documents are: in a folder, or in object storage where an
// endpoint is named. It can be printed and logged: its secret key stays hidden.
type Config struct {
	Dir string // empty for a folder in the data folder
	S3  S3Config
}

// S3Config holds the address of a bucket and its keys.
type S3Config struct {
	Endpoint  string // host, with a port where it is not the default one; empty for a folder
	Bucket    string
	Region    string
	AccessKey string
	SecretKey Secret
	PathStyle bool // whether the bucket stands in the path; otherwise it stands before the host
	TLS       bool
}

// DefaultFolder is the name of the documents' folder in the data folder.
const DefaultFolder = "documents"

// DefaultConfig is the configuration without any flag.
func DefaultConfig() Config {
	return Config{S3: S3Config{Region: "us-east-1", PathStyle: true, TLS: true}}
}

// Register adds the flags that set c.
func (c *Config) Register(flags *pflag.FlagSet) {
	flags.StringVar(&c.Dir, "documents-dir", c.Dir, "folder with the documents (default documents in the data folder)")
	flags.StringVar(&c.S3.Endpoint, "s3-endpoint", c.S3.Endpoint, "host of the object storage with the documents, in place of a folder")
	flags.StringVar(&c.S3.Bucket, "s3-bucket", c.S3.Bucket, "bucket with the documents")
	flags.StringVar(&c.S3.Region, "s3-region", c.S3.Region, "region of the bucket")
	flags.StringVar(&c.S3.AccessKey, "s3-access-key", c.S3.AccessKey, "access key; it must allow reading objects and listing the bucket")
	flags.Var(&c.S3.SecretKey, "s3-secret-key", "secret key; better given by the environment, which other users cannot see")
	flags.BoolVar(&c.S3.PathStyle, "s3-path-style", c.S3.PathStyle, "put the bucket into the path and not before the host")
	flags.BoolVar(&c.S3.TLS, "s3-tls", c.S3.TLS, "speak TLS with the object storage")
}

// Check returns an error that names a setting that cannot work.
func (c *Config) Check() error {
	s := c.S3
	switch {
	case s.Endpoint == "" && (s.Bucket != "" || s.AccessKey != "" || s.SecretKey != ""):
		return errors.New("--s3-endpoint is missing")
	case s.Endpoint == "":
		return nil
	case c.Dir != "":
		return errors.New("--documents-dir and --s3-endpoint exclude each other")
	case strings.Contains(s.Endpoint, "/"):
		return errors.New("--s3-endpoint is a host without https:// and without a path; --s3-tls says whether to speak TLS")
	case s.Bucket == "":
		return errors.New("--s3-bucket is missing")
	case s.Region == "":
		return errors.New("--s3-region is missing")
	case s.AccessKey == "" || s.SecretKey == "":
		return errors.New("--s3-access-key and --s3-secret-key are both needed")
	}
	return nil
}

// minLinkKey is the least number of bytes of the key that signs links.
const minLinkKey = 32

// Open returns the store that c names. Links into a folder are signed with linkKey. The
// folder that c names must exist. The default folder in the data folder is created.
func Open(c Config, dataDir string, linkKey []byte) (Store, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	if c.S3.Endpoint != "" {
		return NewS3(c.S3)
	}
	if len(linkKey) < minLinkKey {
		return nil, fmt.Errorf("the key that signs links to documents must have at least %d bytes", minLinkKey)
	}
	dir := c.Dir
	if dir == "" {
		dir = filepath.Join(dataDir, DefaultFolder)
		if err := os.MkdirAll(dir, 0o750); err != nil {
			return nil, err
		}
	}
	if info, err := os.Stat(dir); err != nil {
		return nil, fmt.Errorf("--documents-dir: %w", err)
	} else if !info.IsDir() {
		return nil, fmt.Errorf("--documents-dir: %s is not a folder", dir)
	}
	return NewFolder(dir, linkKey), nil
}

// String returns c without its secret key.
func (c Config) String() string {
	if c.S3.Endpoint == "" {
		if c.Dir == "" {
			return "documents in the data folder"
		}
		return "folder " + c.Dir
	}
	return fmt.Sprintf("bucket %s at %s (region %s, access key %s)", c.S3.Bucket, c.S3.Endpoint, c.S3.Region, c.S3.AccessKey)
}

// LogValue returns c without its secret key.
func (c Config) LogValue() slog.Value { return slog.StringValue(c.String()) }
