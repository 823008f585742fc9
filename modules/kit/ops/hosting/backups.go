package hosting

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/filesystem/blob"
	"github.com/pocketbase/pocketbase/tools/hook"
	"github.com/prometheus/client_golang/prometheus"
)

const (
	// scheduledPrefix begins the names of the backups that PocketBase's schedule makes.
	scheduledPrefix = "@auto_pb_backup_"
	// keepAll has PocketBase remove no backup: it would also remove those of other services
	// in the bucket.
	keepAll = 1 << 30
)

// Backups knows how the service's backups went.
type Backups struct {
	log *slog.Logger

	mu       sync.Mutex
	made     time.Time // when the last good backup was made
	size     int64     // of the last good backup; 0 is unknown
	duration time.Duration
	failures int
	failed   time.Time // when the last backup failed; zero where the last one is good
}

// WatchBackups logs the backups of app that fail, and counts all. It reads in the background
// which backup was the last one before the service started.
func WatchBackups(app core.App, c *Config, log *slog.Logger) *Backups {
	b := &Backups{log: log}
	app.OnBackupCreate().Bind(&hook.Handler[*core.BackupEvent]{Priority: -1000, Func: func(e *core.BackupEvent) error {
		began := time.Now()
		err := e.Next()
		b.note(e, began, err)
		return err
	}})
	go b.readLast(app, c.Prefix)
	return b
}

// note records the outcome of a backup.
func (b *Backups) note(e *core.BackupEvent, began time.Time, err error) {
	if err != nil {
		b.log.Error("a backup has failed", "name", e.Name, "error", err)
		b.mu.Lock()
		defer b.mu.Unlock()
		b.failures++
		b.failed = time.Now()
		return
	}
	ended := time.Now()
	var size int64
	if made, err := findBackup(e.App, e.Name); err == nil {
		size = made.Size
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.made, b.size, b.duration, b.failed = ended, size, ended.Sub(began), time.Time{}
}

// Failed returns when the last backup failed. It is zero where the last one was good, and where
// none was made since the service started.
func (b *Backups) Failed() time.Time {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.failed
}

func findBackup(app core.App, name string) (*blob.Attributes, error) {
	files, err := app.NewBackupsFilesystem()
	if err != nil {
		return nil, err
	}
	defer files.Close()
	return files.Attributes(name)
}

// readLast finds the latest backup that there is.
func (b *Backups) readLast(app core.App, prefix string) {
	list, err := listBackups(app, prefix)
	if err != nil {
		b.log.Warn("the backups cannot be listed, so that it is not known when the last one was made", "error", err)
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(list) > 0 && b.made.IsZero() {
		b.made, b.size = list[0].ModTime, list[0].Size
	}
}

// listBackups lists the backups whose names begin with a prefix, the latest first.
func listBackups(app core.App, prefix string) ([]*blob.ListObject, error) {
	files, err := app.NewBackupsFilesystem()
	if err != nil {
		return nil, err
	}
	defer files.Close()
	list, err := files.List(prefix)
	if err != nil {
		return nil, err
	}
	list = slices.DeleteFunc(list, func(o *blob.ListObject) bool { return !strings.HasSuffix(o.Key, ".zip") })
	slices.SortFunc(list, func(a, b *blob.ListObject) int {
		return cmp.Or(b.ModTime.Compare(a.ModTime), strings.Compare(b.Key, a.Key))
	})
	return list, nil
}

var (
	backupMadeDesc = prometheus.NewDesc("dataimport_backup_last_success_timestamp_seconds", "When the last good backup was made; 0 where none is known.", nil, nil)
	backupSizeDesc = prometheus.NewDesc("dataimport_backup_last_size_bytes", "Size of the last good backup; 0 where none is known.", nil, nil)
	backupTimeDesc = prometheus.NewDesc("dataimport_backup_last_duration_seconds", "How long the last good backup since the start took; 0 where there was none.", nil, nil)
	backupFailDesc = prometheus.NewDesc("dataimport_backup_failures_total", "Backups that have failed since the start.", nil, nil)
)

// Describe implements [prometheus.Collector].
func (b *Backups) Describe(to chan<- *prometheus.Desc) { prometheus.DescribeByCollect(b, to) }

// Collect implements [prometheus.Collector].
func (b *Backups) Collect(to chan<- prometheus.Metric) {
	b.mu.Lock()
	defer b.mu.Unlock()
	made := 0.0
	if !b.made.IsZero() {
		made = float64(b.made.UnixMilli()) / 1000
	}
	to <- prometheus.MustNewConstMetric(backupMadeDesc, prometheus.GaugeValue, made)
	to <- prometheus.MustNewConstMetric(backupSizeDesc, prometheus.GaugeValue, float64(b.size))
	to <- prometheus.MustNewConstMetric(backupTimeDesc, prometheus.GaugeValue, b.duration.Seconds())
	to <- prometheus.MustNewConstMetric(backupFailDesc, prometheus.CounterValue, float64(b.failures))
}

// prefixPattern is what --backup-prefix may be: part of the name of a file.
var prefixPattern = regexp.MustCompile(`^[a-zA-Z0-9][a-zA-Z0-9-]{0,39}$`)

// nameBackups gives the scheduled backups of app names that begin with a prefix, and removes
// the oldest of those alone.
func nameBackups(app core.App, prefix string, keep int) {
	app.OnBackupCreate().BindFunc(func(e *core.BackupEvent) error {
		if !strings.HasPrefix(e.Name, scheduledPrefix) {
			return e.Next()
		}
		e.Name = fmt.Sprintf("%s_%s.zip", prefix, time.Now().UTC().Format("20060102150405"))
		if err := e.Next(); err != nil {
			return err
		}
		if err := removeOldBackups(e.Context, e.App, prefix, keep); err != nil {
			return fmt.Errorf("the backup was made, and older ones cannot be removed: %w", err)
		}
		return nil
	})
}

func removeOldBackups(ctx context.Context, app core.App, prefix string, keep int) error {
	list, err := listBackups(app, prefix+"_")
	if err != nil {
		return err
	}
	ours := regexp.MustCompile(`^` + regexp.QuoteMeta(prefix) + `_\d{14}\.zip$`)
	list = slices.DeleteFunc(list, func(o *blob.ListObject) bool { return !ours.MatchString(o.Key) })
	files, err := app.NewBackupsFilesystem()
	if err != nil {
		return err
	}
	defer files.Close()
	files.SetContext(ctx)
	for _, old := range list[min(keep, len(list)):] {
		if err := files.Delete(old.Key); err != nil {
			return err
		}
	}
	return nil
}
