// Package config holds the settings of the service. Each setting is a flag of the serve
// command and an environment variable.
package config

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"dataimport/modules/kit/http/outbound"
	"dataimport/modules/kit/ops/hosting"
	"dataimport/modules/kit/ops/telemetry"
	"dataimport/modules/kit/store/documents"
	"dataimport/modules/kit/store/replica"
)

// Config holds every setting that can be given when the service starts.
type Config struct {
	MaxBody         int64         // largest body of a request, in bytes
	MaxItems        int           // most items of an array in a request
	TokenLife       time.Duration // how long an access token is valid
	RefreshLife     time.Duration // how long a refresh token is valid
	ProcessingLimit int           // accounts that may be created at once; 0 is no limit
	Parallel        int           // small requests that are worked on at a time
	PerSecond       int           // requests without a token that one address may send in a second; 0 is no limit
	Grace           time.Duration // time for the requests that are under way when the service is told to stop
	Without         []string      // modules that are switched off
	AllowNetworks   []string      // networks of webhooks and vendors that may be called although they are not public
	Documents       documents.Config
	Hosting         hosting.Config
	Replica         replica.Config
	Log             telemetry.LogConfig
	MetricsToken    documents.Secret // reads the metrics; empty where they are closed
	MinDisk         int64            // bytes that must be free for the service to be ready
}

// minToken is the least number of characters of a token that cannot be guessed.
const minToken = 16

// MaxDepth is the deepest nesting of objects and arrays in a request.
const MaxDepth = 64

// Default is the configuration without any flag.
func Default() Config {
	return Config{
		MaxBody: 10 << 20, MaxItems: 10_000,
		TokenLife: time.Hour, RefreshLife: 7 * 24 * time.Hour,
		Parallel: 128, PerSecond: 50, Grace: 20 * time.Second, Documents: documents.DefaultConfig(),
		Hosting: hosting.DefaultConfig(), Replica: replica.DefaultConfig(),
		Log: telemetry.LogConfig{Format: telemetry.Text, Level: "info"}, MinDisk: 256 << 20,
	}
}

// Register adds the flags that set c.
func (c *Config) Register(flags *pflag.FlagSet) {
	flags.Int64Var(&c.MaxBody, "max-body", c.MaxBody, "largest body of a request, in bytes")
	flags.IntVar(&c.MaxItems, "max-items", c.MaxItems, "most items of one array in a request")
	flags.DurationVar(&c.TokenLife, "token-life", c.TokenLife, "how long an access token is valid")
	flags.DurationVar(&c.RefreshLife, "refresh-life", c.RefreshLife, "how long a refresh token is valid")
	flags.IntVar(&c.ProcessingLimit, "processing-limit", c.ProcessingLimit, "how many accounts may be created at once; more get 429 (0: no limit)")
	flags.IntVar(&c.Parallel, "parallel", c.Parallel, "how many requests are worked on at once; one client gets half, and 16 KiB of a body count as one")
	flags.IntVar(&c.PerSecond, "requests-per-second", c.PerSecond, "how many requests without a token one address may send in a second (0: no limit); those of a client are limited in its record")
	flags.DurationVar(&c.Grace, "grace", c.Grace, "how long requests at work may take to end when the service is told to stop")
	flags.StringSliceVar(&c.Without, "without", c.Without, "modules to switch off, with commas between them; see the command modules")
	flags.StringSliceVar(&c.AllowNetworks, "allow-network", c.AllowNetworks, "networks, as 10.1.0.0/16, in which webhooks and payment vendors may be although they are not public")
	flags.StringVar(&c.Log.Format, "log-format", c.Log.Format, "form of the log on the standard error output: json or text")
	flags.StringVar(&c.Log.Level, "log-level", c.Log.Level, "least that is logged: debug (every request), info (refused ones), warn or error (our failures)")
	flags.Var(&c.MetricsToken, "metrics-token", "bearer token that reads /metrics; without one they are closed")
	flags.Int64Var(&c.MinDisk, "min-disk", c.MinDisk, "bytes that must be free on the disk for the service to be ready")
	c.Documents.Register(flags)
	c.Hosting.Register(flags)
	c.Replica.Register(flags)
}

// Check returns an error that names a setting that cannot work.
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
	case c.MetricsToken != "" && len(c.MetricsToken) < minToken:
		return fmt.Errorf("--metrics-token must have at least %d characters", minToken)
	case c.MinDisk < 0:
		return fmt.Errorf("--min-disk must not be negative")
	case c.Parallel < 2:
		return fmt.Errorf("--parallel must be at least 2")
	case c.PerSecond < 0 || c.PerSecond > 1_000_000:
		return fmt.Errorf("--requests-per-second must be between 0 and 1000000")
	case c.Grace < 0:
		return fmt.Errorf("--grace must not be negative")
	}
	if err := c.Log.Check(); err != nil {
		return err
	}
	if err := c.Hosting.Check(); err != nil {
		return err
	}
	if err := c.Replica.Check(); err != nil {
		return err
	}
	if _, err := outbound.ParseNetworks(c.AllowNetworks); err != nil {
		return fmt.Errorf("--allow-network: %w", err)
	}
	return c.Documents.Check()
}

// Networks returns the networks that may be called although they are not public.
func (c *Config) Networks() outbound.Networks {
	networks, _ := outbound.ParseNetworks(c.AllowNetworks) // Check has parsed them before
	return networks
}

// Parse reads the settings of a service before its command runs. The address is the one to
// listen on. Flags that are not settings are left to the command. The error is pflag.ErrHelp
// where help is asked for.
func Parse(args []string) (c Config, address string, err error) {
	c = Default()
	flags := pflag.NewFlagSet("", pflag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.ParseErrorsAllowlist.UnknownFlags = true
	flags.Usage = func() {}
	c.Register(flags)
	flags.StringVar(&address, "http", "127.0.0.1:8090", "")
	if err := FromEnv(flags); err != nil {
		return c, "", err
	}
	return c, address, flags.Parse(args)
}

// envPrefix begins the name of every environment variable.
const envPrefix = "DATAIMPORT_"

// EnvName returns the environment variable of a flag: DATAIMPORT_MAX_BODY for --max-body.
func EnvName(flag string) string {
	return envPrefix + strings.ToUpper(strings.ReplaceAll(flag, "-", "_"))
}

// FromEnv sets every flag whose environment variable is set, and adds the name of the
// variable to the flag's help. A flag on the command line takes precedence.
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
		f.DefValue = f.Value.String() // the text of a secret is a placeholder
	})
	return failed
}
