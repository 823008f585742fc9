package importclient

import (
	"errors"
	"fmt"
	"os"
	"time"
)

// A journal remembers across runs which lines are finished. A run that keeps
// none has one without a file, which remembers nothing.
type journal struct {
	file     *os.File
	path     string
	finished spans  // by earlier runs
	tally    *tally // of earlier runs, and then of this one too
	complete bool   // nothing was left to do

	pending []byte // records of refusals whose report lines may not be on disk yet
	synced  time.Time
}

// openJournal opens the journal of this import, a new one if there is none. It
// keeps none for what cannot be resumed.
func openJournal(o options, b *book) (*journal, error) {
	j := &journal{path: o.book + ".journal", tally: newTally(), synced: time.Now()}
	if o.mode != modeImport || b.file == nil {
		return j, nil
	}
	header, err := newHeader(o, b)
	if err != nil {
		return nil, err
	}
	flags := os.O_RDWR | os.O_CREATE | os.O_APPEND
	if o.restart {
		flags |= os.O_TRUNC
	}
	if j.file, err = os.OpenFile(j.path, flags, 0o600); err != nil {
		return nil, fmt.Errorf("the journal cannot be opened: %w", err)
	}
	if err := j.load(header); err != nil {
		return nil, errors.Join(err, j.file.Close())
	}
	return j, nil
}

// kept says whether this run can be resumed.
func (j *journal) kept() bool { return j.file != nil }

// finish records a finished line. The record of a refusal waits for the next
// sync, which puts the report on disk before it.
func (j *journal) finish(number int, o outcome) error {
	record := finishedRecord(number, o)
	switch {
	case !j.kept():
	case o.refused():
		j.pending = append(j.pending, record...)
	default:
		if err := j.write([]byte(record)); err != nil {
			return err
		}
	}
	j.tally.add(o)
	return nil
}

// sync puts on disk what was recorded, and the time since the last sync.
func (j *journal) sync(r *report) error {
	now := time.Now()
	ran := now.Sub(j.synced)
	j.synced = now
	j.tally.ran += ran
	if !j.kept() {
		return nil
	}
	if err := r.sync(); err != nil {
		return err
	}
	if err := j.write(append(j.pending, ranRecord(ran)...)); err != nil {
		return err
	}
	j.pending = j.pending[:0]
	return j.flush()
}

// markComplete says that the book was read to its end and every line is
// finished.
func (j *journal) markComplete() error {
	if !j.kept() {
		return nil
	}
	if err := j.write([]byte(recordComplete + "\n")); err != nil {
		return err
	}
	return j.flush()
}

func (j *journal) write(records []byte) error {
	if _, err := j.file.Write(records); err != nil {
		return fmt.Errorf("the journal cannot be written: %w", err)
	}
	return nil
}

func (j *journal) flush() error {
	if err := j.file.Sync(); err != nil {
		return fmt.Errorf("the journal cannot be written: %w", err)
	}
	return nil
}

// close leaves no journal behind that has nothing to say.
func (j *journal) close() error {
	if !j.kept() {
		return nil
	}
	err := j.file.Close()
	if j.tally.finished == 0 && !j.complete {
		err = errors.Join(err, os.Remove(j.path))
	}
	return err
}
