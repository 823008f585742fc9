// Package database opens the engine under PocketBase and reads from it. It is the only
// place that names a driver or sets a PRAGMA. All other packages use plain SQL, so that
// another engine with a database/sql driver takes one change in this package. Import data
// is written only through the writer package.
package database

import (
	"path/filepath"

	"github.com/pocketbase/dbx"
	_ "modernc.org/sqlite" // the engine
)

// MaxReaders bounds the connections that read data.db at the same time. Each has a page
// cache of its own.
const MaxReaders = 8

// common are the settings of both files. The busy timeout comes first, so that setting
// the journal mode already waits for another process.
const common = "?_pragma=busy_timeout(10000)&_pragma=journal_mode(WAL)&_pragma=foreign_keys(ON)" +
	"&_pragma=temp_store(MEMORY)&_pragma=journal_size_limit(200000000)&_pragma=secure_delete(ON)&_defensive=1"

// Connect opens a data file of PocketBase. Acknowledged writes to data.db must survive a
// power cut, so each commit waits for the disk. A transaction takes the write lock when
// it begins, so that it cannot fail after it has read. Deleted content is overwritten,
// because it may be personal. [Checkpoints] move the log of data.db, or closing the last
// connection does. The auxiliary file holds PocketBase's own log, which may lose its last
// second.
func Connect(path string) (*dbx.DB, error) {
	settings := "&_pragma=synchronous(NORMAL)&_pragma=cache_size(-2000)"
	if filepath.Base(path) == "data.db" {
		settings = "&_pragma=synchronous(FULL)&_pragma=cache_size(-6000)&_pragma=wal_autocheckpoint(0)&_txlock=immediate"
	}
	return dbx.Open("sqlite", path+common+settings)
}
