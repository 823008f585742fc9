package observe

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync/atomic"

	"github.com/pocketbase/pocketbase/core"

	"dataimport/modules/kit/module"
	"dataimport/modules/kit/ops/disk"
	"dataimport/modules/kit/store/documents"
	"dataimport/modules/kit/store/writer"
)

// What is said of a check that failed. The cause is in the log.
var (
	errDatabase   = errors.New("the database does not answer")
	errWriter     = errors.New("nothing can be written")
	errDataFile   = errors.New("what is written stays in the database's log, which grows: its data file takes nothing")
	errMigrations = errors.New("the database is not of this version: migrations are missing")
	errDocuments  = errors.New("the document store does not answer")
	errStopping   = errors.New("the service is stopping")
)

// checks are what the service needs to do its work.
func checks(s *module.Runtime) []check {
	list := []check{
		logged(s, "database", errDatabase, func() error { return readable(s) }),
		logged(s, "writer", errWriter, func() error { return writable(s) }),
		logged(s, "data file", errDataFile, func() error { return s.Checkpoints.Err() }),
		logged(s, "migrations", errMigrations, func() error { return migrated(s) }),
		logged(s, "documents", errDocuments, func() error { return reachable(s.Documents) }),
		{name: "disk", do: func() error { return roomy(s.App.DataDir(), s.Config.MinDisk) }},
	}
	for i := range list {
		list[i].busy = new(atomic.Bool)
	}
	return list
}

// logged says of a failure no more than public, and logs the rest.
func logged(s *module.Runtime, name string, public error, do func() error) check {
	return check{name: name, do: func() error {
		err := do()
		if err == nil {
			return nil
		}
		s.Log().Warn("the service is not ready", slog.String("check", name), slog.Any("error", err))
		return public
	}}
}

func readable(s *module.Runtime) error {
	var n int64
	return s.Reader.QueryRow(`SELECT n FROM settings_revision`).Scan(&n)
}

// writable has the writer write a row as it is, with the disk: what is full or was
// mounted anew without the right to write shows nowhere else.
func writable(s *module.Runtime) error {
	if err := s.Writer.Err(); err != nil {
		return err
	}
	return s.Writer.Do(func(tx *writer.Tx) error {
		_, err := tx.Exec(`UPDATE settings_revision SET n = n`)
		return err
	})
}

// migrated says whether the database has all migrations that the program has.
func migrated(s *module.Runtime) error {
	rows, err := s.Reader.Query(`SELECT file FROM ` + core.DefaultMigrationsTable)
	if err != nil {
		return err
	}
	defer rows.Close()
	applied := make(map[string]bool)
	for rows.Next() {
		var file string
		if err := rows.Scan(&file); err != nil {
			return err
		}
		applied[file] = true
	}
	if err := rows.Err(); err != nil {
		return err
	}
	for _, m := range core.AppMigrations.Items() {
		if !applied[m.File] {
			return fmt.Errorf("the migration %s was not applied", m.File)
		}
	}
	return nil
}

// nowhere is a path at which no document is.
const nowhere = ".dataimport/ready"

// reachable asks the store for a document that it does not have: a store that says
// so answers.
func reachable(store documents.Store) error {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	body, err := documents.Unwatched(store).Open(ctx, nowhere)
	if err == nil {
		return body.Close()
	}
	if errors.Is(err, documents.ErrNotFound) {
		return nil
	}
	return err
}

// roomy says whether a folder's disk has at least floor bytes left.
func roomy(dir string, floor int64) error {
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

func (r *readiness) running() error {
	if r.stopping.Load() {
		return errStopping
	}
	return nil
}
