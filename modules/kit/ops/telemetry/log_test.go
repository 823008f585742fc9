package telemetry_test

import (
	"bytes"
	"encoding/json/v2"
	"log/slog"
	"strings"
	"testing"

	"dataimport/modules/kit/ops/telemetry"
)

func TestWhatIsLoggedWhere(t *testing.T) {
	for _, test := range []struct{ level, lines, dashboard string }{
		{"debug", "debug info warn error", "warn error"},
		{"info", "info warn error", "warn error"},
		{"WARN", "warn error", "warn error"},
		{"error", "error", "warn error"},
	} {
		var lines, dashboard bytes.Buffer
		log, err := telemetry.NewLog(telemetry.LogConfig{Format: telemetry.JSON, Level: test.level}, &lines,
			slog.NewJSONHandler(&dashboard, &slog.HandlerOptions{Level: slog.LevelInfo}))
		if err != nil {
			t.Fatal(err)
		}
		log = log.With("a", "b").WithGroup("g")
		log.Debug("debug", "x", 1)
		log.Info("info", "x", 1)
		log.Warn("warn", "x", 1)
		log.Error("error", "x", 1)
		if got := messages(t, &lines); got != test.lines {
			t.Errorf("%s: lines %q", test.level, got)
		}
		if got := messages(t, &dashboard); got != test.dashboard {
			t.Errorf("%s: dashboard %q", test.level, got)
		}
	}
}

func messages(t *testing.T, log *bytes.Buffer) string {
	t.Helper()
	var all []string
	for line := range strings.Lines(log.String()) {
		var entry struct {
			Msg string `json:"msg"`
			A   string `json:"a"`
			G   struct {
				X int `json:"x"`
			} `json:"g"`
		}
		if err := json.Unmarshal([]byte(line), &entry); err != nil || entry.A != "b" || entry.G.X != 1 {
			t.Errorf("%v: %s", err, line)
		}
		all = append(all, entry.Msg)
	}
	return strings.Join(all, " ")
}

func TestLogSettingsThatCannotWork(t *testing.T) {
	for _, c := range []telemetry.LogConfig{{}, {"xml", "info"}, {"JSON", "info"}, {"json", "loud"}, {"json", ""}} {
		if _, err := telemetry.NewLog(c, &bytes.Buffer{}, slog.DiscardHandler); err == nil {
			t.Errorf("%+v is taken", c)
		}
	}
	var text bytes.Buffer
	log, err := telemetry.NewLog(telemetry.LogConfig{Format: telemetry.Text, Level: "info"}, &text, slog.DiscardHandler)
	if err != nil {
		t.Fatal(err)
	}
	if log.Info("hello", "x", 1); !strings.Contains(text.String(), "level=INFO msg=hello x=1") {
		t.Errorf("%s", &text)
	}
}

func TestTracesThatCannotBeSent(t *testing.T) {
	for name, value := range map[string]string{
		"OTEL_EXPORTER_OTLP_PROTOCOL":        "grpc",
		"OTEL_EXPORTER_OTLP_TRACES_PROTOCOL": "http/json",
	} {
		t.Run(name, func(t *testing.T) {
			t.Setenv("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:1")
			t.Setenv(name, value)
			if _, err := telemetry.Open(t.Context(), slog.New(slog.DiscardHandler)); err == nil || !strings.Contains(err.Error(), value) {
				t.Errorf("%v", err)
			}
		})
	}
}
