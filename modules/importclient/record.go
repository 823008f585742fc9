package importclient

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// The records of a journal, one a line; the package comment shows them.
const (
	recordRan      = "ran"
	recordComplete = "complete"
	recordStaged   = "staged"
	recordNothing  = "-"
)

func finishedRecord(number int, o outcome) string {
	staged, code := recordNothing, recordNothing
	if o.staged {
		staged = recordStaged
	}
	if o.refused() {
		code = o.code
		if len(o.faults) > 0 {
			code += ":" + strings.Join(o.faults, ",")
		}
	}
	return fmt.Sprintf("%d %s %s %s\n", number, staged, o.account, code)
}

func ranRecord(d time.Duration) string {
	return fmt.Sprintf("%s %s\n", recordRan, d.Round(time.Millisecond))
}

// read takes one record in, and reports whether it is one.
func (j *journal) read(record string) bool {
	fields := strings.Fields(record)
	switch {
	case len(fields) == 1 && fields[0] == recordComplete:
		j.complete = true
		return true
	case len(fields) == 2 && fields[0] == recordRan:
		d, err := time.ParseDuration(fields[1])
		j.tally.ran += max(0, d)
		return err == nil
	case len(fields) == 4:
		number, err := strconv.Atoi(fields[0])
		if err != nil || number < 1 {
			return false
		}
		if j.finished.add(number) {
			j.tally.add(recordedOutcome(fields[1:]))
		}
		return true
	default:
		return false
	}
}

func recordedOutcome(fields []string) outcome {
	o := outcome{staged: fields[0] == recordStaged, account: state(fields[1])}
	if fields[2] == recordNothing {
		return o
	}
	code, faults, some := strings.Cut(fields[2], ":")
	o.code = code
	if some {
		o.faults = strings.Split(faults, ",")
	}
	return o
}
