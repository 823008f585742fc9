package importclient

import (
	"slices"
	"strings"
)

// The result for an account. Resume logs hold these values: never change one.
type state string

const (
	stateNone        state = "-"
	stateImported    state = "imported"
	stateAlready     state = "already_imported"
	stateWouldImport state = "would_import"
	stateValid       state = "valid"
)

// An outcome is what the summary and the resume log hold of a finished line. A line can be both
// imported and refused: its account exists, its notes do not.
type outcome struct {
	staged  bool
	account state
	code    string   // why the line was refused, "" if it was not
	faults  []string // the distinct codes of the refusal's faults
}

func (o outcome) isRefused() bool { return o.code != "" }

// maxFaults bounds the fault codes of a record in the resume log. The report has all of them.
const maxFaults = 100

// setRefusal stores the codes of a refusal. Faults with the refusal's own code are left out.
func (o *outcome) setRefusal(r *refusal) {
	o.code = sanitizeCode(r.code)
	for _, f := range r.faults {
		code := sanitizeCode(f.Code)
		if len(o.faults) < maxFaults && code != o.code && !slices.Contains(o.faults, code) {
			o.faults = append(o.faults, code)
		}
	}
}

// sanitizeCode makes a code a single word for the resume log. The service's own codes stay
// unchanged.
func sanitizeCode(code string) string {
	plain := strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '_', r == '.':
			return r
		default:
			return '_'
		}
	}, code)
	if plain == "" {
		return "no_code"
	}
	return plain[:min(len(plain), 80)]
}
