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

// LogConfig says which entries are written to the standard error output, and in which
// form.
type LogConfig struct {
	Format string // JSON or Text
	Level  string // debug, info, warn or error
}

// Check returns an error that names a setting that cannot work.
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

// NewLog returns a log that writes one line for each entry to out. Warnings and errors
// also go to the dashboard's log. Refused requests are not warnings, because they would
// fill the dashboard's log.
func NewLog(c LogConfig, out io.Writer, dashboard slog.Handler) (*slog.Logger, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	level, _ := c.level() // Check has parsed it before
	options := &slog.HandlerOptions{Level: level}
	var lines slog.Handler = slog.NewTextHandler(out, options)
	if c.Format == JSON {
		lines = slog.NewJSONHandler(out, options)
	}
	return slog.New(slog.NewMultiHandler(lines, warnings{dashboard})), nil
}

// warnings passes on entries of the level warning and above.
type warnings struct {
	slog.Handler
}

// Enabled reports whether entries of a level are passed on.
func (w warnings) Enabled(ctx context.Context, level slog.Level) bool {
	return level >= slog.LevelWarn && w.Handler.Enabled(ctx, level)
}

// WithAttrs returns a handler that adds attributes to each entry.
func (w warnings) WithAttrs(attrs []slog.Attr) slog.Handler {
	return warnings{w.Handler.WithAttrs(attrs)}
}

// WithGroup returns a handler that puts the attributes of each entry into a group.
func (w warnings) WithGroup(name string) slog.Handler { return warnings{w.Handler.WithGroup(name)} }
