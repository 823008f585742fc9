package database

import (
	"context"
	"database/sql"
	"io"
	"time"

	"github.com/pocketbase/dbx"
)

// stretch is how many pages a snapshot reads before it pauses: 256 KiB.
const stretch = 64

// Snapshot writes a data file to w as it is when Snapshot is called, with the content of
// its log, while writes go on. It pauses for as long as it works, so it uses half a
// processor at most. It reads through the engine. If it opened the file itself, closing
// the file would drop the locks that this process holds on it.
func Snapshot(ctx context.Context, db dbx.Builder, w io.Writer) error {
	pages, err := db.(*dbx.DB).DB().QueryContext(ctx, `SELECT data FROM sqlite_dbpage`)
	if err != nil {
		return err
	}
	defer pages.Close()
	var page sql.RawBytes
	rested := time.Now()
	for n := 1; pages.Next(); n++ {
		if err := pages.Scan(&page); err != nil {
			return err
		}
		if _, err := w.Write(page); err != nil {
			return err
		}
		if n%stretch == 0 {
			time.Sleep(time.Since(rested))
			rested = time.Now()
		}
	}
	return pages.Err()
}
