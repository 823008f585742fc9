package importclient

import (
	"bufio"
	"bytes"
	"encoding/json/v2"
	"errors"
	"fmt"
	"io"
)

// A header is the first line of a journal. Every member must agree for the rest
// to be of use.
type header struct {
	Journal  int    `json:"journal"`
	Size     int64  `json:"book_size"`
	SHA256   string `json:"book_sha256"` // of its first MiB
	URL      string `json:"url"`
	Supplier string `json:"supplier"`
	Mode     mode   `json:"mode"`
}

func newHeader(o options, b *book) (header, error) {
	sum, err := b.fingerprint()
	return header{Journal: 1, Size: b.size, SHA256: sum, URL: o.url, Supplier: o.supplier, Mode: o.mode}, err
}

// difference names what the run of a journal had otherwise.
func (h header) difference(found header) string {
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

// load reads the records of earlier runs and leaves the file ready for more. It
// drops what follows the last whole record: a crash may have cut it short, and
// sending a line again does no harm.
func (j *journal) load(want header) error {
	in := bufio.NewReaderSize(j.file, 64<<10)
	first, err := in.ReadBytes('\n')
	if errors.Is(err, io.EOF) && (len(first) == 0 || bytes.HasPrefix(first, []byte(`{"journal":`))) {
		return j.begin(want) // a crash left not even a header: nothing was sent
	}
	if err != nil && !errors.Is(err, io.EOF) {
		return fmt.Errorf("the journal cannot be read: %w", err)
	}
	var found header
	if json.Unmarshal(first, &found) != nil || found.Journal == 0 {
		return fmt.Errorf("%s is not a journal of an import; move it away, or overwrite it with --restart", j.path)
	}
	good, err := j.readRecords(in)
	if err != nil {
		return fmt.Errorf("the journal cannot be read: %w", err)
	}
	if other := want.difference(found); other != "" {
		if j.tally.finished == 0 {
			return j.begin(want)
		}
		return fmt.Errorf("%s is the journal of a run with %s; to begin anew, add --restart", j.path, other)
	}
	return j.cut(int64(len(first)) + good)
}

func (j *journal) readRecords(in *bufio.Reader) (good int64, err error) {
	for {
		record, err := in.ReadSlice('\n')
		if errors.Is(err, io.EOF) || errors.Is(err, bufio.ErrBufferFull) {
			return good, nil
		}
		if err != nil {
			return good, err
		}
		if !j.read(string(record)) {
			return good, nil
		}
		good += int64(len(record))
	}
}

func (j *journal) begin(h header) error {
	if err := j.cut(0); err != nil {
		return err
	}
	first, err := json.Marshal(h)
	if err != nil {
		return fmt.Errorf("the journal cannot be written: %w", err)
	}
	return j.write(append(first, '\n'))
}

func (j *journal) cut(size int64) error {
	if err := j.file.Truncate(size); err != nil {
		return fmt.Errorf("the journal cannot be written: %w", err)
	}
	return nil
}
