package writer

import (
	"errors"
	"fmt"
	"log/slog"

	"dataimport/modules/kit/store/database"
)

// ErrStorage says that the storage takes no writes: nothing was written. A full disk
// takes writes again when there is space. After an error of [Writer.Err] the writer stays
// stopped.
var ErrStorage = errors.New("writer: the storage takes nothing")

// Err returns nil while the writer writes, and otherwise why it has stopped. It stops
// when the storage has failed, until the program starts anew. After such a failure an
// answer to a later write could be wrong: what the system calls written need not be on
// the disk.
func (w *Writer) Err() error {
	if failed := w.failed.Load(); failed != nil {
		return *failed
	}
	return nil
}

// ClassifyError wraps an error of the storage in [ErrBusy] or [ErrStorage], so that the
// caller can tell what to do. It returns any other error as it is. An error that says
// that the storage has failed stops the writer.
func (w *Writer) ClassifyError(err error) error {
	if err == nil || errors.Is(err, ErrStorage) || errors.Is(err, ErrBusy) {
		return err
	}
	switch database.ClassifyError(err) {
	case database.Busy:
		return fmt.Errorf("%w: %w", ErrBusy, err)
	case database.Full:
		return fmt.Errorf("%w: %w", ErrStorage, err)
	case database.Broken:
		err = fmt.Errorf("%w: %w", ErrStorage, err)
		if w.failed.CompareAndSwap(nil, &err) {
			slog.Error("writing has stopped until the service starts anew", "error", err)
		}
		return err
	}
	return err
}
