package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// statusPause is the time between two statuses that are asked for while a book is imported.
const statusPause = 50 * time.Millisecond

// imported is what the import of a book before the measurement took.
type imported struct {
	Accounts int     `json:"accounts"`
	Seconds  float64 `json:"seconds"`
	Rate     float64 `json:"rate"`
	RSS      float64 `json:"rss_mb"`        // the most that the service had
	Client   float64 `json:"client_rss_mb"` // the most that the import client had
	Folder   int64   `json:"folder_bytes"`  // of the service, afterwards
	Bytes    float64 `json:"bytes_per_account"`
	Statuses int     `json:"statuses"` // that were asked for meanwhile
	P50      float64 `json:"status_p50_ms"`
	P99      float64 `json:"status_p99_ms"`
}

// importPreloaded has the import client import a book of accounts with all of their data, before
// the measurement.
func (b *bench) importPreloaded(ctx context.Context) error {
	w := &b.load
	fmt.Printf("Writing a book of %d accounts ...\n", b.book)
	path, err := w.client.writeBook(w.accounts, 0, b.book)
	if err != nil {
		return err
	}
	defer os.Remove(path)
	before, err := measureFolder(w.service.dir)
	if err != nil {
		return err
	}
	fmt.Println("Importing it ...")
	latencies := w.watchStatus(ctx)
	ofService, ofClient := watchMemory(w.service.process.Process.Pid), func() float64 { return 0 }
	began := time.Now()
	err = w.client.importBook(ctx, w.service.address, supplier, path, func(pid int) { ofClient = watchMemory(pid) })
	elapsed := time.Since(began).Seconds()
	i := &imported{Accounts: b.book, Seconds: elapsed, Rate: float64(b.book) / elapsed, RSS: ofService(), Client: ofClient()}
	asked, failed := latencies()
	if err := errors.Join(err, failed); err != nil {
		return err
	}
	if i.Folder, err = measureFolder(w.service.dir); err != nil {
		return err
	}
	i.Bytes = float64(i.Folder-before) / float64(b.book)
	if i.Statuses = len(asked); len(asked) > 0 {
		i.P50, i.P99 = toMilliseconds(asked[len(asked)/2]), toMilliseconds(asked[len(asked)*99/100])
	}
	b.imported, w.preloaded = i, b.book
	i.print(os.Stdout)
	return nil
}

// watchStatus asks for the status of an account of another supplier, again and again, until most
// is called. That returns how long the answers took, in order of length.
func (w *load) watchStatus(ctx context.Context) (stop func() ([]time.Duration, error)) {
	ctx, end := context.WithCancel(ctx)
	var took []time.Duration
	done := make(chan error)
	go func() {
		c := &connection{}
		err := c.dialServer(w.service.address)
		for n := 0; err == nil && ctx.Err() == nil; n++ {
			began := time.Now()
			err = w.readStatusOf(c, sampleSupplier, n%w.bytes.Accounts)
			took = append(took, time.Since(began))
			select {
			case <-ctx.Done():
			case <-time.After(statusPause):
			}
		}
		if c.Conn != nil {
			_ = c.Close()
		}
		done <- err
	}()
	return func() ([]time.Duration, error) {
		end()
		err := <-done
		slices.Sort(took)
		return took, err
	}
}

// measureFolder returns the size of a folder's files.
func measureFolder(dir string) (bytes int64, err error) {
	err = filepath.WalkDir(dir, func(_ string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		info, err := entry.Info()
		if errors.Is(err, fs.ErrNotExist) { // the service has removed it
			return nil
		}
		if err == nil {
			bytes += info.Size()
		}
		return err
	})
	return bytes, err
}

func (i *imported) print(w io.Writer) {
	fmt.Fprintf(w, "The import client imported a book of %d accounts in %.0f s, %.0f a second. The service had %.0f MB of memory at most, the client %.0f.\n"+
		"The service's folder has %.0f MB then, %.0f bytes for each account. The status of an account took %.1f ms meanwhile, p99 %.1f, of %d.\n",
		i.Accounts, i.Seconds, i.Rate, i.RSS, i.Client, float64(i.Folder)/megabyte, i.Bytes, i.P50, i.P99, i.Statuses)
}
