package telemetry

import (
	"context"
	"fmt"
	"io"
	"log/slog"
)

// The forms of the log.
const (
	JSON = "json"
	Text = "text"
)

// LogConfig is what is written to the standard error output.
type LogConfig struct {
	Format string // JSON or Text
	Level  string // debug, info, warn or error
}

// Check says which setting cannot work.
func (c LogConfig) Check() error {
	if c.Format != JSON && c.Format != Text {
		return fmt.Errorf("--log-format must be %s or %s", JSON, Text)
	}
	if _, err := c.level(); err != nil {
		return fmt.Errorf("--log-level must be debug, info, warn or error")
	}
	return nil
}

func (c LogConfig) level() (level slog.Level, err error) {
	err = level.UnmarshalText([]byte(c.Level))
	return level, err
}

// NewLog writes to out, one line for each entry, and what is a warning or worse to
// the dashboard's log too. Refused requests are no warnings: the dashboard would
// show nothing else.
func NewLog(c LogConfig, out io.Writer, dashboard slog.Handler) (*slog.Logger, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	level, _ := c.level() // which was checked
	options := &slog.HandlerOptions{Level: level}
	var lines slog.Handler = slog.NewTextHandler(out, options)
	if c.Format == JSON {
		lines = slog.NewJSONHandler(out, options)
	}
	return slog.New(slog.NewMultiHandler(lines, warnings{dashboard})), nil
}

// warnings hands on what is a warning or worse.
type warnings struct {
	slog.Handler
}

// Enabled reports whether an entry of a level is handed on.
func (w warnings) Enabled(ctx context.Context, level slog.Level) bool {
	return level >= slog.LevelWarn && w.Handler.Enabled(ctx, level)
}

// WithAttrs is the same for entries with further attributes.
func (w warnings) WithAttrs(attrs []slog.Attr) slog.Handler {
	return warnings{w.Handler.WithAttrs(attrs)}
}

// WithGroup is the same for entries whose attributes stand in a group.
func (w warnings) WithGroup(name string) slog.Handler { return warnings{w.Handler.WithGroup(name)} }
