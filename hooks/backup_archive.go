package hooks

import (
	"archive/zip"
	"compress/flate"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"dataimport/modules/kit/store/database"
)

const (
	dataFile      = database.DataFile
	auxiliaryFile = "auxiliary.db"
	// flushSize is how many bytes of an archive are flushed to the disk together. With more
	// unflushed bytes, the service's commits wait for the disk.
	flushSize = 8 << 20
)

// databaseFiles are copied by the database engine alone.
var databaseFiles = []string{
	dataFile, dataFile + "-wal", dataFile + "-shm", auxiliaryFile, auxiliaryFile + "-wal", auxiliaryFile + "-shm",
}

// archive is a backup that is being made: a zip file of the data folder, in the form that
// PocketBase restores.
type archive struct {
	*zip.Writer
	root string
}

// writeArchive writes an archive of the data folder.
func writeArchive(e *core.BackupEvent, path string) error {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	defer file.Close()
	a := &archive{zip.NewWriter(&flushingFile{file: file}), e.App.DataDir()}
	a.RegisterCompressor(zip.Deflate, func(to io.Writer) (io.WriteCloser, error) { return flate.NewWriter(to, flate.BestSpeed) })
	if err := a.addDatabases(e.Context, e.App); err != nil {
		return err
	}
	if err := a.addFiles(e.Exclude); err != nil {
		return err
	}
	if err := a.Close(); err != nil {
		return err
	}
	return file.Sync()
}

// addDatabases adds the databases, each in its state of one moment.
func (a *archive) addDatabases(ctx context.Context, app core.App) error {
	if err := a.addDatabase(ctx, dataFile, app.ConcurrentDB()); err != nil {
		return err
	}
	return a.addDatabase(ctx, auxiliaryFile, app.AuxConcurrentDB())
}

func (a *archive) addDatabase(ctx context.Context, name string, db dbx.Builder) error {
	info, err := os.Stat(filepath.Join(a.root, name))
	if err != nil {
		return err
	}
	w, err := a.addEntry(name, info)
	if err != nil {
		return err
	}
	return database.Snapshot(ctx, db, w)
}

// addFiles adds all other files of the data folder except the excluded ones. A file may be removed
// meanwhile.
func (a *archive) addFiles(excluded []string) error {
	return fs.WalkDir(os.DirFS(a.root), ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return nil
		case err != nil:
			return err
		case slices.Contains(excluded, name) && entry.IsDir():
			return fs.SkipDir
		case slices.Contains(excluded, name), slices.Contains(databaseFiles, name), entry.IsDir():
			return nil
		}
		if err := a.addFile(name); !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return nil
	})
}

func (a *archive) addFile(name string) error {
	file, err := os.Open(filepath.Join(a.root, name))
	if err != nil {
		return err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return err
	}
	w, err := a.addEntry(name, info)
	if err != nil {
		return err
	}
	_, err = io.Copy(w, file)
	return err
}

// addEntry begins a file of the archive.
func (a *archive) addEntry(name string, info fs.FileInfo) (io.Writer, error) {
	header, err := zip.FileInfoHeader(info)
	if err != nil {
		return nil, err
	}
	header.Name, header.Method = name, zip.Deflate
	return a.CreateHeader(header)
}

// flushingFile is a file that is flushed to the disk in parts, while there is space left.
type flushingFile struct {
	file      *os.File
	unflushed int
}

func (f *flushingFile) Write(p []byte) (int, error) {
	n, err := f.file.Write(p)
	if f.unflushed += n; err != nil || f.unflushed < flushSize {
		return n, err
	}
	f.unflushed = 0
	if err := f.file.Sync(); err != nil {
		return n, err
	}
	return n, checkFreeSpace(filepath.Dir(f.file.Name()), reservedSpace)
}
