package writer

import (
	"errors"
	"fmt"
	"log/slog"

	"dataimport/modules/kit/store/database"
)

// ErrStorage says that the storage takes nothing at the moment: nothing was done.
// A full disk passes by itself. After [Writer.Err] it is for good.
var ErrStorage = errors.New("writer: the storage takes nothing")

// Err is nil while there is no reason not to write, and then why writing has
// stopped until the program starts anew: once the storage has failed, an answer to
// a later write could be wrong, since what the system calls written need not be on
// the disk.
func (w *Writer) Err() error {
	if failed := w.failed.Load(); failed != nil {
		return *failed
	}
	return nil
}

// Judge tells those who wait what to make of the storage's trouble, and stops
// writing where it has failed.
func (w *Writer) Judge(err error) error {
	if errors.Is(err, ErrStorage) || errors.Is(err, ErrBusy) {
		return err
	}
	switch database.TroubleOf(err) {
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
