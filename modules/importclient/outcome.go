package importclient

import (
	"slices"
	"strings"
)

// What became of an account. It is recorded in journals: never change a value.
type state string

const (
	stateNone        state = "-"
	stateImported    state = "imported"
	stateAlready     state = "already_imported"
	stateWouldImport state = "would_import"
	stateValid       state = "valid"
)

// An outcome is what a summary and a journal keep of a finished line. A line
// can be both imported and refused: its account exists, its notes do not.
type outcome struct {
	staged  bool
	account state
	code    string   // why the line was refused, "" if it was not
	faults  []string // the distinct codes of the refusal's faults
}

func (o outcome) refused() bool { return o.code != "" }

// maxFaults bounds a journal record. A payload with more kinds of fault has
// them all in the report.
const maxFaults = 100

// refuse notes why. Faults that only repeat the code add nothing.
func (o *outcome) refuse(r *refusal) {
	o.code = plainCode(r.code)
	for _, f := range r.faults {
		code := plainCode(f.Code)
		if len(o.faults) < maxFaults && code != o.code && !slices.Contains(o.faults, code) {
			o.faults = append(o.faults, code)
		}
	}
}

// plainCode is the code as a word of a journal record. The service's own codes
// pass unchanged.
func plainCode(code string) string {
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
