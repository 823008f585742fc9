// Package config is the service's settings: flags of the serve command, each of
// which an environment variable can give too.
package config

import (
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"dataimport/modules/kit/documents"
)

// Config is everything that can be set when the service starts.
type Config struct {
	MaxBody         int64         // bytes of a request's body
	MaxItems        int           // items of an array in a request
	TokenLife       time.Duration // of an access token
	RefreshLife     time.Duration // of a refresh token
	ProcessingLimit int           // accounts that may be created at once; 0 is no limit
	Lease           time.Duration // after which an account whose creation was cut off can be tried again
	Without         []string      // modules that are switched off
	Documents       documents.Config
}

// MaxDepth is how deep objects and arrays of a request may be nested.
const MaxDepth = 64

// Default is the configuration without any flag.
func Default() Config {
	return Config{
		MaxBody: 10 << 20, MaxItems: 10_000,
		TokenLife: time.Hour, RefreshLife: 7 * 24 * time.Hour,
		Lease: 30 * time.Second, Documents: documents.DefaultConfig(),
	}
}

// Register adds the flags that set c.
func (c *Config) Register(flags *pflag.FlagSet) {
	flags.Int64Var(&c.MaxBody, "max-body", c.MaxBody, "largest body of a request, in bytes")
	flags.IntVar(&c.MaxItems, "max-items", c.MaxItems, "most items of one array in a request")
	flags.DurationVar(&c.TokenLife, "token-life", c.TokenLife, "how long an access token is valid")
	flags.DurationVar(&c.RefreshLife, "refresh-life", c.RefreshLife, "how long a refresh token is valid")
	flags.IntVar(&c.ProcessingLimit, "processing-limit", c.ProcessingLimit, "how many accounts may be created at once; more get 429 (0: no limit)")
	flags.DurationVar(&c.Lease, "lease", c.Lease, "how long an account may be IN_PROGRESS before another attempt may take it over")
	flags.StringSliceVar(&c.Without, "without", c.Without, "modules to switch off, with commas between them; see the command modules")
	c.Documents.Register(flags)
}

// Check says which setting cannot work.
func (c *Config) Check() error {
	switch {
	case c.MaxBody < 1:
		return fmt.Errorf("--max-body must be at least 1")
	case c.MaxItems < 1:
		return fmt.Errorf("--max-items must be at least 1")
	case c.TokenLife < time.Second || c.RefreshLife < time.Second:
		return fmt.Errorf("--token-life and --refresh-life must be at least 1s")
	case c.ProcessingLimit < 0:
		return fmt.Errorf("--processing-limit must not be negative")
	case c.Lease < time.Second:
		return fmt.Errorf("--lease must be at least 1s")
	}
	return c.Documents.Check()
}

// envPrefix begins the name of every environment variable.
const envPrefix = "DATAIMPORT_"

// EnvName is the environment variable that gives a flag: DATAIMPORT_MAX_BODY for
// --max-body.
func EnvName(flag string) string {
	return envPrefix + strings.ToUpper(strings.ReplaceAll(flag, "-", "_"))
}

// FromEnv sets every flag from its environment variable, where there is one, and
// names the variable in the flag's help. A flag on the command line still wins.
func FromEnv(flags *pflag.FlagSet) error {
	var failed error
	flags.VisitAll(func(f *pflag.Flag) {
		name := EnvName(f.Name)
		f.Usage += " [" + name + "]"
		value, set := os.LookupEnv(name)
		if !set || failed != nil {
			return
		}
		if err := f.Value.Set(value); err != nil {
			failed = fmt.Errorf("%s: %w", name, err)
			return
		}
		f.DefValue = f.Value.String() // a secret shows itself as hidden
	})
	return failed
}
