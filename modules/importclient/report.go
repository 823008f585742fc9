package importclient

import (
	"encoding/json/jsontext"
	"encoding/json/v2"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strconv"
)

// A report is the file of refused lines. The first refused line creates it.
type report struct {
	path     string
	resume   bool // keep what earlier runs of this import wrote
	file     *os.File
	unsynced bool
}

func newReport(path string, resume bool) *report {
	return &report{path: path, resume: resume}
}

// checkPaths returns an error where the report would overwrite its book or its resume log.
func (r *report) checkPaths(others ...string) error {
	mine, err := os.Stat(r.path)
	if err != nil {
		mine = nil // there is no such file yet: only its name can be the same
	}
	for _, other := range others {
		theirs, err := os.Stat(other)
		if other == r.path || (mine != nil && err == nil && os.SameFile(mine, theirs)) {
			return fmt.Errorf("--report %s would overwrite %s", r.path, other)
		}
	}
	return nil
}

// writeRefusal adds a refused line, with one write, so no reader sees half of it.
func (r *report) writeRefusal(found result) error {
	if err := r.openFile(); err != nil {
		return err
	}
	if _, err := r.file.Write(formatReportLine(found)); err != nil {
		return fmt.Errorf("the report cannot be written: %w", err)
	}
	r.unsynced = true
	return nil
}

func (r *report) openFile() error {
	if r.file != nil {
		return nil
	}
	flags := os.O_RDWR | os.O_CREATE | os.O_APPEND
	if !r.resume {
		flags |= os.O_TRUNC
	}
	file, err := os.OpenFile(r.path, flags, 0o600)
	if err != nil {
		return fmt.Errorf("the report cannot be written: %w", err)
	}
	r.file = file
	if r.resume {
		return repairLastLine(file)
	}
	return nil
}

func (r *report) syncFile() error {
	if !r.unsynced {
		return nil
	}
	if err := r.file.Sync(); err != nil {
		return fmt.Errorf("the report cannot be written: %w", err)
	}
	r.unsynced = false
	return nil
}

// removeStale removes the report of an earlier import of the book. It is called after an import
// without a refusal.
func (r *report) removeStale() error {
	if r.resume || r.file != nil {
		return nil
	}
	if err := os.Remove(r.path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("the old report cannot be removed: %w", err)
	}
	return nil
}

func (r *report) closeFile() error {
	if r.file == nil {
		return nil
	}
	return r.file.Close()
}

// formatReportLine returns the refused line, after its explanation. The account and the rest of the
// envelope keep their bytes.
func formatReportLine(found result) []byte {
	why := found.refusal
	b := append([]byte(`{"line":`), strconv.Itoa(found.line.number)...)
	b = appendJSONString(append(b, `,"external_account_number":`...), found.entry.number)
	b = appendJSONString(append(b, `,"step":`...), why.step)
	b = appendJSONString(append(b, `,"code":`...), why.code)
	b = appendJSONString(append(b, `,"detail":`...), why.detail)
	b = append(append(b, `,"errors":`...), marshalFaults(why.faults)...)
	b = append(b, `,"account":`...)
	if found.entry.account != nil {
		b = append(b, found.entry.account...)
	} else {
		b = append(b, "null"...)
		b = appendRaw(b, found)
	}
	for _, m := range found.entry.members {
		if !slices.Contains(reportMembers, m.name) {
			b = appendJSONString(append(b, ','), m.name)
			b = append(append(b, ':'), m.raw...)
		}
	}
	return append(b, "}\n"...)
}

// appendRaw adds the text of a line without an account. A line of a report that was not corrected
// keeps the text it has, so the text is not quoted twice.
func appendRaw(b []byte, found result) []byte {
	if i := slices.IndexFunc(found.entry.members, hasName("raw")); i >= 0 {
		return append(append(b, `,"raw":`...), found.entry.members[i].raw...)
	}
	if len(found.line.text) == 0 {
		return b
	}
	return appendJSONString(append(b, `,"raw":`...), string(found.line.text))
}

func marshalFaults(faults []reportedFault) []byte {
	encoded, err := json.Marshal(faults, jsontext.AllowInvalidUTF8(true))
	if err != nil { // strings alone do not fail
		return []byte("[]")
	}
	return encoded
}
