package hosting

import (
	"bytes"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/prometheus/client_golang/prometheus"

	"dataimport/modules/kit/testing/databasetest"
)

func readMetric(t *testing.T, c prometheus.Collector, name string) float64 {
	t.Helper()
	registry := prometheus.NewRegistry()
	if err := registry.Register(c); err != nil {
		t.Fatal(err)
	}
	families, err := registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range families {
		if f.GetName() == name {
			return f.Metric[0].GetGauge().GetValue() + f.Metric[0].GetCounter().GetValue()
		}
	}
	t.Fatalf("there is no %s", name)
	return 0
}

func TestAFailedBackupIsLoggedAndCounted(t *testing.T) {
	app := databasetest.NewApp(t)
	var log bytes.Buffer
	c := DefaultConfig()
	watched := WatchBackups(app, &c, slog.New(slog.NewTextHandler(&log, nil)))
	broken := errors.New("the bucket is gone")
	app.OnBackupCreate().BindFunc(func(e *core.BackupEvent) error {
		if e.Name == "bad.zip" {
			return broken
		}
		return e.Next()
	})
	before := time.Now()
	if err := app.CreateBackup(t.Context(), "good.zip"); err != nil {
		t.Fatal(err)
	}
	if err := app.CreateBackup(t.Context(), "bad.zip"); !errors.Is(err, broken) {
		t.Fatal(err)
	}
	if !strings.Contains(log.String(), `level=ERROR msg="a backup has failed" name=bad.zip error="the bucket is gone"`) {
		t.Errorf("the log is %s", &log)
	}
	info, err := os.Stat(filepath.Join(app.DataDir(), core.LocalBackupsDirName, "good.zip"))
	if err != nil {
		t.Fatal(err)
	}
	if watched.failures != 1 || watched.size != info.Size() || watched.duration <= 0 || watched.made.Before(before) {
		t.Errorf("known are %d failures, %d bytes, %s, made at %s", watched.failures, watched.size, watched.duration, watched.made)
	}
	if n := readMetric(t, watched, "dataimport_backup_failures_total"); n != 1 {
		t.Errorf("the metric of failures is %g", n)
	}
}

// A service that was started anew knows when its last backup was made.
func TestTheLastBackupIsKnownAfterAStart(t *testing.T) {
	app := databasetest.NewApp(t)
	b := &Backups{log: slog.New(slog.DiscardHandler)}
	if b.readLast(app, ""); readMetric(t, b, "dataimport_backup_last_success_timestamp_seconds") != 0 {
		t.Error("a backup is known where there is none")
	}
	for _, name := range []string{"older.zip", "latest.zip", "b_20260101000000.zip"} {
		if err := app.CreateBackup(t.Context(), name); err != nil {
			t.Fatal(err)
		}
	}
	dir := filepath.Join(app.DataDir(), core.LocalBackupsDirName)
	made := time.Now().Add(-time.Hour).Truncate(time.Second)
	for name, at := range map[string]time.Time{"older.zip": made.Add(-time.Hour), "latest.zip": made, "b_20260101000000.zip": made.Add(-2 * time.Hour)} {
		if err := os.Chtimes(filepath.Join(dir, name), at, at); err != nil {
			t.Fatal(err)
		}
	}
	if b.readLast(app, ""); b.size == 0 || readMetric(t, b, "dataimport_backup_last_success_timestamp_seconds") != float64(made.Unix()) {
		t.Errorf("the last one was made at %s, want %s", b.made, made)
	}
	b = &Backups{log: b.log}
	if b.readLast(app, "b"); !b.made.Equal(made.Add(-2 * time.Hour)) {
		t.Errorf("the last one of the prefix was made at %s", b.made)
	}
}

// Services that share a bucket keep to the backups of their own prefix.
func TestScheduledBackupsHaveAPrefix(t *testing.T) {
	app := databasetest.NewApp(t)
	c := DefaultConfig()
	c.Cron, c.Prefix, c.Keep = "0 2 * * *", "acme", 2
	if err := c.Check(); err != nil {
		t.Fatal(err)
	}
	if err := Apply(app, &c); err != nil {
		t.Fatal(err)
	}
	others := []string{"@auto_pb_backup_moves_20260101000000.zip", "acme-b_20260101000000.zip", "acme_by_hand.zip", "b_20260101000000.zip"}
	ours := []string{"acme_20260101000000.zip", "acme_20260102000000.zip"}
	dir := filepath.Join(app.DataDir(), core.LocalBackupsDirName)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	for i, name := range append(others, ours...) {
		path, at := filepath.Join(dir, name), time.Now().Add(time.Duration(i-100)*time.Hour)
		if err := errors.Join(os.WriteFile(path, nil, 0o600), os.Chtimes(path, at, at)); err != nil {
			t.Fatal(err)
		}
	}
	for _, job := range app.Cron().Jobs() {
		if job.Id() == "__pbAutoBackup__" {
			job.Run()
		}
	}
	left := strings.ReplaceAll(names(t, dir), ".zip.attrs", "") // PocketBase keeps attributes beside a file
	for _, name := range append(others, ours[1]) {
		if !strings.Contains(left, name) {
			t.Errorf("%s was removed", name)
		}
	}
	if made := time.Now().UTC().Format("acme_20060102"); strings.Contains(left, ours[0]) || !strings.Contains(left, made) || strings.Count(left, "acme_2") != 3 {
		t.Errorf("there are %s", left)
	}
}
