package importclient

import (
	"bytes"
	"encoding/json/jsontext"
	"errors"
	"fmt"
	"io"
	"os"
)

// repairLastLine makes the file end with a whole line, so the next line starts on its own. A last
// line without an end is completed if it is JSON, because an editor may have left it. Otherwise a
// crash cut it short: it is removed and will be written again.
func repairLastLine(file *os.File) error {
	size, err := file.Seek(0, io.SeekEnd)
	if err != nil {
		return fmt.Errorf("the report cannot be read: %w", err)
	}
	last, err := readUnendedLine(file, size)
	if err != nil {
		return fmt.Errorf("the report cannot be read: %w", err)
	}
	switch {
	case len(last) == 0:
		return nil
	case jsontext.Value(last).IsValid():
		_, err = file.Write([]byte("\n"))
	default:
		err = file.Truncate(size - int64(len(last)))
	}
	if err != nil {
		return fmt.Errorf("the report cannot be written: %w", err)
	}
	return nil
}

// readUnendedLine returns the bytes after the last line end.
func readUnendedLine(file io.ReaderAt, size int64) ([]byte, error) {
	var last []byte
	for end := size; end > 0; {
		part := make([]byte, min(end, 64<<10))
		end -= int64(len(part))
		if _, err := file.ReadAt(part, end); err != nil && !errors.Is(err, io.EOF) {
			return nil, err
		}
		if i := bytes.LastIndexByte(part, '\n'); i >= 0 {
			return append(part[i+1:], last...), nil
		}
		last = append(part, last...)
	}
	return last, nil
}
