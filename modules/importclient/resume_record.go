package importclient

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// The words of a resume log's records. The package comment shows the records.
const (
	recordRan      = "ran"
	recordComplete = "complete"
	recordStaged   = "staged"
	recordNothing  = "-"
)

func formatLineRecord(number int, o outcome) string {
	staged, code := recordNothing, recordNothing
	if o.staged {
		staged = recordStaged
	}
	if o.isRefused() {
		code = o.code
		if len(o.faults) > 0 {
			code += ":" + strings.Join(o.faults, ",")
		}
	}
	return fmt.Sprintf("%d %s %s %s\n", number, staged, o.account, code)
}

func formatTimeRecord(d time.Duration) string {
	return fmt.Sprintf("%s %s\n", recordRan, d.Round(time.Millisecond))
}

// readRecord reads one record and reports whether it is valid.
func (log *resumeLog) readRecord(record string) bool {
	fields := strings.Fields(record)
	switch {
	case len(fields) == 1 && fields[0] == recordComplete:
		log.complete = true
		return true
	case len(fields) == 2 && fields[0] == recordRan:
		d, err := time.ParseDuration(fields[1])
		log.counts.duration += max(0, d)
		return err == nil
	case len(fields) == 4:
		number, err := strconv.Atoi(fields[0])
		if err != nil || number < 1 {
			return false
		}
		if log.finished.addLine(number) {
			log.counts.addOutcome(parseOutcome(fields[1:]))
		}
		return true
	default:
		return false
	}
}

func parseOutcome(fields []string) outcome {
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
