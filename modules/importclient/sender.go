package importclient

import (
	"errors"

	"dataimport/modules/kit/module"
)

// A sender sends a line's requests, step by step. It holds no state of a line, so all workers share
// it.
type sender struct {
	kinds          []module.PostImport
	api            *api
	steps          []step
	mode           mode
	supplier, team string
}

func newSender(o options) *sender {
	return &sender{api: newAPI(o), kinds: o.kinds, steps: listSteps(o.mode, o.kinds), mode: o.mode, supplier: o.supplier, team: o.team}
}

// A result is what a worker returns for a line.
type result struct {
	line    line
	entry   entry
	outcome outcome
	refusal *refusal // set if the line was refused
	err     error    // set if the line is not finished
}

// sendLine carries out a line's steps until one fails.
func (s *sender) sendLine(life lifetime, l line) result {
	r := result{line: l, outcome: outcome{account: stateNone}}
	if r.entry, r.refusal = parseLine(l, s.supplier, s.kinds); r.refusal != nil {
		r.outcome.setRefusal(r.refusal)
		return r
	}
	for _, next := range s.steps {
		err := next.run(s, life, &r.entry, &r.outcome)
		if err == nil {
			continue
		}
		refused, ok := errors.AsType[*refusal](err)
		if !ok {
			r.err = err
			return r
		}
		if r.err = findStopError(next.name, refused); r.err != nil {
			return r
		}
		refused.step, r.refusal = next.name, refused
		r.outcome.setRefusal(refused)
		return r
	}
	return r
}

func isRefusedAs(err error, code string) bool {
	refused, ok := errors.AsType[*refusal](err)
	return ok && refused.hasCode(code)
}
