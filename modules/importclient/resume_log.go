package importclient

import (
	"errors"
	"fmt"
	"os"
	"time"
)

// A resumeLog stores across runs which lines are finished. Where a run cannot be resumed, it has no
// file and stores nothing.
type resumeLog struct {
	file     *os.File
	path     string
	finished lineSet // by earlier runs
	counts   *counts // of earlier runs and of this one
	complete bool    // nothing was left to do

	pendingRecords []byte // records of refusals whose report lines may not be on disk yet
	lastSync       time.Time
}

// openResumeLog opens the resume log of an import, or creates it. An import that cannot be resumed
// gets one without a file. An error means that the file cannot be used, or is of another import.
func openResumeLog(o options, b *book) (*resumeLog, error) {
	log := &resumeLog{path: o.book + ".journal", counts: newCounts(), lastSync: time.Now()}
	if o.mode != modeImport || b.file == nil {
		return log, nil
	}
	header, err := newHeader(o, b)
	if err != nil {
		return nil, err
	}
	flags := os.O_RDWR | os.O_CREATE | os.O_APPEND
	if o.restart {
		flags |= os.O_TRUNC
	}
	if log.file, err = os.OpenFile(log.path, flags, 0o600); err != nil {
		return nil, fmt.Errorf("the journal cannot be opened: %w", err)
	}
	if err := log.loadRecords(header); err != nil {
		return nil, errors.Join(err, log.file.Close())
	}
	return log, nil
}

// hasFile reports whether this run can be resumed.
func (log *resumeLog) hasFile() bool { return log.file != nil }

// recordLine records a finished line. The record of a refusal waits for the next syncWithReport,
// which puts the report on disk first.
func (log *resumeLog) recordLine(number int, o outcome) error {
	record := formatLineRecord(number, o)
	switch {
	case !log.hasFile():
	case o.isRefused():
		log.pendingRecords = append(log.pendingRecords, record...)
	default:
		if err := log.writeRecords([]byte(record)); err != nil {
			return err
		}
	}
	log.counts.addOutcome(o)
	return nil
}

// syncWithReport puts the report, the pending records and the time since the last sync on disk.
func (log *resumeLog) syncWithReport(r *report) error {
	now := time.Now()
	ran := now.Sub(log.lastSync)
	log.lastSync = now
	log.counts.duration += ran
	if !log.hasFile() {
		return nil
	}
	if err := r.syncFile(); err != nil {
		return err
	}
	if err := log.writeRecords(append(log.pendingRecords, formatTimeRecord(ran)...)); err != nil {
		return err
	}
	log.pendingRecords = log.pendingRecords[:0]
	return log.flushFile()
}

// markComplete records that the book was read to its end and every line is finished.
func (log *resumeLog) markComplete() error {
	if !log.hasFile() {
		return nil
	}
	if err := log.writeRecords([]byte(recordComplete + "\n")); err != nil {
		return err
	}
	return log.flushFile()
}

func (log *resumeLog) writeRecords(records []byte) error {
	if _, err := log.file.Write(records); err != nil {
		return fmt.Errorf("the journal cannot be written: %w", err)
	}
	return nil
}

func (log *resumeLog) flushFile() error {
	if err := log.file.Sync(); err != nil {
		return fmt.Errorf("the journal cannot be written: %w", err)
	}
	return nil
}

// closeFile closes the file, and removes it where it has no records.
func (log *resumeLog) closeFile() error {
	if !log.hasFile() {
		return nil
	}
	err := log.file.Close()
	if log.counts.finished == 0 && !log.complete {
		err = errors.Join(err, os.Remove(log.path))
	}
	return err
}
