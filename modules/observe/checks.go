package observe

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync/atomic"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"dataimport/modules/kit/module"
	"dataimport/modules/kit/ops/disk"
	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/store/documents"
	"dataimport/modules/kit/store/writer"
)

// The public errors of failed checks. The causes are in the log.
var (
	errDatabase   = errors.New("the database does not answer")
	errWriter     = errors.New("nothing can be written")
	errDataFile   = errors.New("what is written stays in the database's log, which grows: its data file takes nothing")
	errDamage     = errors.New("the database is damaged: stop the service and restore a backup")
	errMigrations = errors.New("the database is not of this version: migrations are missing")
	errDocuments  = errors.New("the document store does not answer")
	errReplica    = errors.New("the storage of the replica takes nothing, or another machine may take over: no write is answered")
	errStopping   = errors.New("the service is stopping")
)

// newChecks returns the checks of what the service needs for its work.
func newChecks(s *module.Runtime) []check {
	list := []check{
		hideCause(s, "database", errDatabase, func() error { return checkReader(s) }),
		hideCause(s, "writer", errWriter, func() error { return checkWriter(s) }),
		hideCause(s, "data file", errDataFile, func() error { return s.Checkpoints.Err() }),
		hideCause(s, "damage", errDamage, func() error { return checkDamage(s) }),
		hideCause(s, "migrations", errMigrations, func() error { return checkMigrations(s) }),
		hideCause(s, "documents", errDocuments, func() error { return checkDocuments(s.Documents) }),
		{name: "disk", do: func() error { return checkDiskSpace(s.App.DataDir(), s.Config.MinDisk) }},
	}
	if s.Replica != nil {
		list = append(list, newReplicaCheck(s))
	}
	for i := range list {
		list[i].running = new(atomic.Bool)
	}
	return list
}

// hideCause makes a check that reports the error public and logs the cause.
func hideCause(s *module.Runtime, name string, public error, do func() error) check {
	return check{name: name, do: func() error {
		err := do()
		if err == nil {
			return nil
		}
		s.Log().Warn("the service is not ready", slog.String("check", name), slog.Any("error", err))
		return public
	}}
}

// newReplicaCheck checks that writes are answered as the replica's mode asks for. In async mode the
// storage may be away, and the note says so.
func newReplicaCheck(s *module.Runtime) check {
	c := hideCause(s, "replica", errReplica, s.Replica.Ready)
	c.note = func() string {
		status := s.Replica.Status()
		switch {
		case status.Failing > 0:
			return fmt.Sprintf("%s, and the storage has taken nothing for %.0f seconds; it last had all at %s",
				status.Mode, status.Failing.Seconds(), status.Synced.UTC().Format(time.RFC3339))
		case status.Standby == "":
			return fmt.Sprintf("%s, %.1f seconds behind, and no standby follows", status.Mode, status.Lag.Seconds())
		}
		return fmt.Sprintf("%s, %.1f seconds behind, and a standby follows; the lease holds for %.1f seconds",
			status.Mode, status.Lag.Seconds(), status.Lease.Seconds())
	}
	return c
}

func checkReader(s *module.Runtime) error {
	var n int64
	return s.Reader.QueryRow(`SELECT n FROM settings_revision`).Scan(&n)
}

// checkWriter has the writer write a row without changing it, through to the disk. Only a write
// shows that the disk is full or mounted read-only.
func checkWriter(s *module.Runtime) error {
	if err := s.Writer.Err(); err != nil {
		return err
	}
	return s.Writer.Do(func(tx *writer.Tx) error {
		_, err := tx.Exec(`UPDATE settings_revision SET n = n`)
		return err
	})
}

// checkDamage stops the writer where it finds damage.
func checkDamage(s *module.Runtime) error {
	ctx, cancel := context.WithTimeout(context.Background(), checkTimeout)
	defer cancel()
	return s.Writer.ClassifyError(s.Damage.Err(ctx))
}

// checkMigrations returns an error where the database lacks one of the program's migrations.
func checkMigrations(s *module.Runtime) error {
	applied, err := database.ReadTexts(s.Reader, `SELECT file FROM `+core.DefaultMigrationsTable)
	if err != nil {
		return err
	}
	for _, m := range core.AppMigrations.Items() {
		if !slices.Contains(applied, m.File) {
			return fmt.Errorf("the migration %s was not applied", m.File)
		}
	}
	return nil
}

// missingDocument is a location at which no document exists.
var missingDocument = documents.Location{Root: ".dataimport", Path: "ready"}

// checkDocuments asks the store for a missing document. The answer that it is missing shows that
// the store works.
func checkDocuments(store documents.Store) error {
	ctx, cancel := context.WithTimeout(context.Background(), checkTimeout)
	defer cancel()
	body, err := documents.Unwatched(store).Open(ctx, missingDocument)
	if err == nil {
		return body.Close()
	}
	if errors.Is(err, documents.ErrNotFound) {
		return nil
	}
	return err
}

// checkDiskSpace returns an error where the disk of a folder has less than floor bytes left.
func checkDiskSpace(dir string, floor int64) error {
	free, err := disk.Free(dir)
	switch {
	case errors.Is(err, errors.ErrUnsupported):
		return nil
	case err != nil:
		return errors.New("the disk does not say how much is free")
	case free < uint64(floor):
		return fmt.Errorf("%d MiB are free on the disk, and --min-disk asks for %d", free>>20, floor>>20)
	}
	return nil
}

func (r *readiness) countRunning() error {
	if r.stopping.Load() {
		return errStopping
	}
	return nil
}
