package runs

import (
	"errors"
	"slices"

	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/http/endpoint"
	"dataimport/modules/kit/store/accountevents"
	"dataimport/modules/kit/store/writer"
)

// maxPlans is how often a line is planned anew, where its account was imported meanwhile.
const maxPlans = 3

var errImportedMeanwhile = errors.New("the account was imported meanwhile")

// refusedPart is the refusal of a part by the write; nil is the account.
type refusedPart struct {
	part *part
	step string // of the account
	why  error
}

func (r *refusedPart) Error() string { return r.why.Error() }

// Unwrap returns the refusal.
func (r *refusedPart) Unwrap() error { return r.why }

// carryOut does with a line what the run is for. The answer is an outcome, or says that the
// line is to be sent again.
func (b *batch) carryOut(l *line) *answer {
	a, err := b.tryLine(l)
	if err == nil {
		a.Line, a.SHA256 = l.number, l.sha256
		return a
	}
	known := endpoint.KnownError(err)
	switch {
	case errors.Is(err, errClosed):
		known = closedRun().(*fault.Error)
	case known == nil:
		b.logFailure(l, err)
		known = fault.New(500, fault.InternalError, "Something went wrong on our side. Sending the same line again does no harm.")
	}
	return &answer{Line: l.number, SHA256: l.sha256, Retry: true, Code: known.Code, Detail: known.Detail}
}

func (b *batch) tryLine(l *line) (*answer, error) {
	if b.run.mode.stores() {
		if found, err := findStored(b.runtime.Reader, b.run.id, l.sha256); found != nil || err != nil {
			return found, err
		}
	}
	for range maxPlans {
		p, err := b.newPlan(l)
		if err != nil {
			return nil, err
		}
		a, err := p.execute()
		if !errors.Is(err, errImportedMeanwhile) {
			return a, err
		}
	}
	return nil, fault.New(429, fault.Throttled, "Other requests change this account at the moment: send the line again.")
}

// execute writes the line. An account that is created counts among those that are created at
// once, where the service limits them.
func (p *plan) execute() (*answer, error) {
	if limit := p.runtime.Config.ProcessingLimit; limit > 0 && p.creation != nil {
		account := p.supplier.ID + "/" + p.number
		if err := p.runtime.Creating.Begin(account, limit); err != nil {
			return nil, err
		}
		defer p.runtime.Creating.End(account)
	}
	return p.writeUntilAccepted()
}

// writeUntilAccepted writes the line. Where the write refuses a part, nothing of it is stored, and it
// runs again without that part.
func (p *plan) writeUntilAccepted() (a *answer, err error) {
	for {
		if a, err = p.writeOnce(); err == nil {
			return a, nil
		}
		var refused *refusedPart
		if !errors.As(err, &refused) {
			return nil, err
		}
		if refused.part != nil {
			err = refused.part.refuse(refused.why)
		} else {
			var why *fault.Error
			if !errors.As(refused.why, &why) {
				return nil, err
			}
			err = p.refuse(refused.step, why, p.entry.locate(why.Faults))
		}
		if err != nil {
			return nil, err
		}
	}
}

// writeOnce runs the job of the line.
func (p *plan) writeOnce() (a *answer, err error) {
	if !p.run.mode.stores() && (p.refusal != nil || p.run.mode == modeCheck && len(p.parts) == 0) {
		return p.newAnswer(0), nil
	}
	err = p.runtime.Writer.DoTraced(p.call.Request.Context(), func(tx *writer.Tx) error {
		if p.run.mode.stores() {
			a, err = p.store(tx)
			return err
		}
		return tx.RunAndUndo(func() error {
			added, err := p.writeParts(tx)
			a = p.newAnswer(added)
			return err
		})
	})
	if err != nil {
		return nil, err
	}
	return a, nil
}

// store writes the line with its outcome and its events. Where the line has an outcome by
// now, nothing is written.
func (p *plan) store(tx *writer.Tx) (*answer, error) {
	if found, err := findStored(tx, p.run.id, p.line.sha256); found != nil || err != nil {
		return found, err
	}
	added, err := p.writeParts(tx)
	if err != nil {
		return nil, err
	}
	if err := p.recordRefusals(tx); err != nil {
		return nil, err
	}
	a := p.newAnswer(added)
	return a, p.insertOutcome(tx, a)
}

// writeParts writes the account and its further data, and returns how many items of further
// data the account did not have.
func (p *plan) writeParts(tx *writer.Tx) (added int, err error) {
	if p.refusal != nil {
		return 0, nil
	}
	if p.creation != nil {
		if err := p.createAccount(tx); err != nil {
			return 0, err
		}
	}
	for _, one := range p.parts {
		if one.refusal != nil {
			continue
		}
		n, err := one.prepared.Write(tx)
		if err != nil {
			return 0, asRefusal(err, &refusedPart{part: one, why: err})
		}
		added += n
		if n > 0 || p.creation != nil {
			err = one.prepared.RecordImport(tx, p.call.Client.ID)
		} else {
			err = accountevents.ClearMissing(tx, p.supplier.ID, p.number, one.Kind.Member)
		}
		if err != nil {
			return 0, err
		}
	}
	return added, nil
}

func (p *plan) createAccount(tx *writer.Tx) error {
	staged, err := p.staging.Write(tx)
	if err != nil {
		return refuseAccount(accountevents.StageStep, err)
	}
	if err := p.creation.Write(tx, staged); err != nil {
		return refuseAccount(accountevents.ProcessStep, err)
	}
	return nil
}

func refuseAccount(step string, err error) error {
	var why *fault.Error
	if errors.As(err, &why) && why.Code == fault.AccountAlreadyImported {
		return errImportedMeanwhile
	}
	return asRefusal(err, &refusedPart{step: step, why: err})
}

// asRefusal is refused where err is a refusal, and err otherwise.
func asRefusal(err error, refused *refusedPart) error {
	var why *fault.Error
	if errors.As(err, &why) && !isTrouble(why) {
		return refused
	}
	return err
}

// recordRefusals records the events that refused requests leave.
func (p *plan) recordRefusals(tx *writer.Tx) error {
	record := func(step string, why error) error {
		answer := accountevents.Answer{
			SupplierID: p.supplier.ID, ExternalAccountNumber: p.number, ClientID: p.call.Client.ID, Step: step, At: tx.Now(), Err: why,
		}
		if e, ok := answer.Event(); ok {
			return accountevents.Record(tx, e)
		}
		return nil
	}
	if p.refusal != nil {
		if p.step == readStep || p.refusal.Code == fault.SupplierMismatch || p.entry.Account == nil {
			return nil
		}
		return record(p.step, p.refusal)
	}
	for _, one := range p.parts {
		if one.refusal != nil {
			if err := record(one.Kind.Member, one.refusal); err != nil {
				return err
			}
		}
	}
	return nil
}

// newAnswer is the answer to the line, after a write that has added items.
func (p *plan) newAnswer(added int) *answer {
	a := &answer{Line: p.line.number, SHA256: p.line.sha256, ExternalAccountNumber: p.number, Claims: p.claims}
	switch {
	case p.refusal == nil && p.creation != nil:
		a.ServiceAccountNumber = p.creation.Account.Number
	case p.imported != nil:
		a.ServiceAccountNumber = p.imported.AccountNumber
	}
	if !p.run.mode.stores() && p.imported == nil {
		a.ServiceAccountNumber = ""
	}
	refused := p.addFaults(a)
	a.Outcome = p.chooseOutcome(added, refused)
	if a.Outcome == outcomeIncomplete {
		a.Done = p.listDone()
	}
	return a
}

// addFaults adds the faults of all parts, and returns how many parts are refused.
func (p *plan) addFaults(a *answer) (refused int) {
	if p.refusal != nil {
		a.Step, a.Code, a.Detail, a.Errors = p.step, p.refusal.Code, p.refusal.Detail, slices.Clone(p.faults)
	}
	for _, one := range p.parts {
		if one.refusal == nil {
			continue
		}
		refused++
		if a.Code == "" {
			a.Step, a.Code, a.Detail = one.Kind.Member, one.refusal.Code, one.refusal.Detail
		}
		a.Errors = append(a.Errors, one.Locate(one.refusal)...)
	}
	return refused
}

func (p *plan) chooseOutcome(added, refused int) string {
	switch {
	case p.refusal != nil, refused == len(p.parts) && refused > 0 && p.entry.Account == nil:
		return outcomeRefused
	case refused > 0:
		return outcomeIncomplete
	case p.creation == nil && added == 0:
		if p.run.mode == modeCheck && p.imported == nil {
			return outcomeValid
		}
		return outcomeAlready
	case p.run.mode == modeCheck:
		return outcomeValid
	case p.run.mode == modeDryRun:
		return outcomeWould
	case p.creation != nil:
		return outcomeImported
	}
	return outcomeAdded
}

// listDone lists the parts of the line that are imported.
func (p *plan) listDone() (done []string) {
	if p.entry.Account != nil {
		done = append(done, accountMember)
	}
	for _, one := range p.parts {
		if one.refusal == nil {
			done = append(done, one.Kind.Member)
		}
	}
	return done
}
