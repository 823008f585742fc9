package importclient

import (
	"bufio"
	"bytes"
	"encoding/json/v2"
	"errors"
	"fmt"
	"io"
)

// A header is the first line of a resume log. A run continues a log only if all members are the
// same.
type header struct {
	Journal  int    `json:"journal"`
	Size     int64  `json:"book_size"`
	SHA256   string `json:"book_sha256"` // of its first MiB
	URL      string `json:"url"`
	Supplier string `json:"supplier"`
	Mode     mode   `json:"mode"`
}

func newHeader(o options, b *book) (header, error) {
	sum, err := b.computeFingerprint()
	return header{Journal: 1, Size: b.size, SHA256: sum, URL: o.url, Supplier: o.supplier, Mode: o.mode}, err
}

// describeDifference names the first member that differs from the header found, and is empty where
// none does.
func (h header) describeDifference(found header) string {
	switch {
	case h.Journal != found.Journal:
		return "another version of this program"
	case h.Size != found.Size || h.SHA256 != found.SHA256:
		return "another content of the book"
	case h.URL != found.URL:
		return "another address, " + found.URL
	case h.Supplier != found.Supplier:
		return "another import supplier, " + found.Supplier
	case h.Mode != found.Mode:
		return "another mode, " + string(found.Mode)
	default:
		return ""
	}
}

// loadRecords reads the records of earlier runs and prepares the file for more. It removes what
// follows the last whole record: a crash may have cut that short, and sending its line again does
// no harm.
func (log *resumeLog) loadRecords(want header) error {
	in := bufio.NewReaderSize(log.file, 64<<10)
	first, err := in.ReadBytes('\n')
	if errors.Is(err, io.EOF) && (len(first) == 0 || bytes.HasPrefix(first, []byte(`{"journal":`))) {
		return log.writeHeader(want) // a crash left no whole header: nothing was sent
	}
	if err != nil && !errors.Is(err, io.EOF) {
		return fmt.Errorf("the journal cannot be read: %w", err)
	}
	var found header
	if json.Unmarshal(first, &found) != nil || found.Journal == 0 {
		return fmt.Errorf("%s is not a journal of an import; move it away, or overwrite it with --restart", log.path)
	}
	good, err := log.readRecords(in)
	if err != nil {
		return fmt.Errorf("the journal cannot be read: %w", err)
	}
	if other := want.describeDifference(found); other != "" {
		if log.counts.finished == 0 {
			return log.writeHeader(want)
		}
		return fmt.Errorf("%s is the journal of a run with %s; to begin anew, add --restart", log.path, other)
	}
	return log.truncateFile(int64(len(first)) + good)
}

func (log *resumeLog) readRecords(in *bufio.Reader) (good int64, err error) {
	for {
		record, err := in.ReadSlice('\n')
		if errors.Is(err, io.EOF) || errors.Is(err, bufio.ErrBufferFull) {
			return good, nil
		}
		if err != nil {
			return good, err
		}
		if !log.readRecord(string(record)) {
			return good, nil
		}
		good += int64(len(record))
	}
}

func (log *resumeLog) writeHeader(h header) error {
	if err := log.truncateFile(0); err != nil {
		return err
	}
	first, err := json.Marshal(h)
	if err != nil {
		return fmt.Errorf("the journal cannot be written: %w", err)
	}
	return log.writeRecords(append(first, '\n'))
}

func (log *resumeLog) truncateFile(size int64) error {
	if err := log.file.Truncate(size); err != nil {
		return fmt.Errorf("the journal cannot be written: %w", err)
	}
	return nil
}
