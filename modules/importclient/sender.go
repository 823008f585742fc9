package importclient

import "errors"

// A sender takes lines through their steps. It holds no state of a line, so all
// workers share it.
type sender struct {
	api            *api
	steps          []step
	mode           mode
	supplier, team string
}

func newSender(o options) *sender {
	return &sender{api: newAPI(o), steps: stepsOf(o.mode), mode: o.mode, supplier: o.supplier, team: o.team}
}

// A result is what a worker hands back of a line.
type result struct {
	line    line
	entry   entry
	outcome outcome
	refusal *refusal // set if the line was refused
	err     error    // set if it is not finished
}

// send takes one line through its steps, to the first that fails.
func (s *sender) send(life lifetime, l line) result {
	r := result{line: l, outcome: outcome{account: stateNone}}
	if r.entry, r.refusal = parse(l, s.supplier); r.refusal != nil {
		r.outcome.refuse(r.refusal)
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
		if r.err = endsRun(next.name, refused); r.err != nil {
			return r
		}
		refused.step, r.refusal = next.name, refused
		r.outcome.refuse(refused)
		return r
	}
	return r
}

func refusedAs(err error, code string) bool {
	refused, ok := errors.AsType[*refusal](err)
	return ok && refused.has(code)
}
