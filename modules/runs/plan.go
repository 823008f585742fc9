package runs

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/http"
	"slices"
	"strings"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/http/postimport"
	"dataimport/modules/kit/module"
	"dataimport/modules/kit/store/accountevents"
	"dataimport/modules/kit/store/imports"
)

// plan is what is to be done with a line: all that comes before its write.
type plan struct {
	*batch
	line   *line
	entry  *entry
	number string // of the account; empty where it could not be read

	staging  *imports.PreparedStaging  // nil where the account is not to be created
	creation *imports.PreparedCreation // as staging
	imported *imports.Process          // of an account that is imported already; nil for none
	nothing  bool                      // whether the line is to be left as it is
	parts    []*part
	claims   []claim

	// refusal is why nothing of the line can be imported, at a step; nil where it can.
	refusal *fault.Error
	step    string
	faults  fault.List // of the refusal, at their places in the line
}

// part is the further data of one kind.
type part struct {
	module.LineData
	prepared *postimport.Prepared
	refusal  *fault.Error // why it cannot be imported; nil where it can
}

// newPlan decodes and checks all of a line. The error is that of a service that could not
// be asked, so that nothing is known of the line.
func (b *batch) newPlan(l *line) (*plan, error) {
	if l.failed != nil {
		p := &plan{batch: b, line: l, entry: &entry{}}
		return p, p.refuse(readStep, l.failed, nil)
	}
	p := &plan{batch: b, line: l, entry: l.entry, number: l.entry.Number}
	if faults := l.entry.faults; len(faults) > 0 {
		if err := p.refuse(readStep, fault.Invalid(faults[0].Code, faults), faults); err != nil {
			return nil, err
		}
	}
	if err := p.planAccount(); err != nil {
		return nil, err
	}
	return p, p.prepareParts()
}

// refuse makes err the refusal of the whole line. The error is err where it is no refusal.
// The first refusal gives the line its step and its code, and later ones add their faults.
func (p *plan) refuse(step string, err error, faults fault.List) error {
	var why *fault.Error
	if !errors.As(err, &why) || isTrouble(why) {
		return err
	}
	if p.refusal == nil {
		p.refusal, p.step = why, step
	}
	p.faults = append(p.faults, faults...)
	return nil
}

// troubles are the codes of refusals that do not depend on the line: it is to be sent again.
var troubles = []string{fault.SupplierNotOngoing, fault.SupplierNotFound, fault.TeamDoesNotExist, fault.ProcessInProgress}

func isTrouble(why *fault.Error) bool {
	return why.Status == http.StatusTooManyRequests || why.Status >= http.StatusInternalServerError || slices.Contains(troubles, why.Code)
}

// planAccount finds out whether the account is to be created or compared.
func (p *plan) planAccount() error {
	if p.number != "" {
		process, err := imports.FindProcess(p.runtime.Reader, p.supplier.ID, p.number)
		if err != nil {
			return err
		}
		if process != nil && process.State == account.Imported {
			p.imported = process
			return p.compareImported()
		}
	}
	if p.entry.Account == nil {
		return p.refuse(accountevents.StageStep, account.NotImported(), fault.List{{
			Attr: numberMember, Code: fault.AccountNotFound, Detail: "This account is not imported: send the account, or correct the number.",
		}})
	}
	if p.entry.Account.Kind() != '{' {
		return nil // it is refused already
	}
	return p.prepareAccount()
}

// prepareAccount reads the account, and prepares its rows where it has no faults.
func (p *plan) prepareAccount() error {
	call := p.call.Part(p.entry.Account)
	staging, err := p.steps.Stage(p.runtime, call)
	if staging != nil {
		p.number = staging.Account.Facts.ExternalAccountNumber
		if other := staging.Account.Facts.ImportSupplier; other != "" && other != p.supplier.Code {
			return p.refuseSupplier(err)
		}
		p.addClaims(staging.Account)
	}
	if err != nil {
		var why *fault.Error
		if !errors.As(err, &why) {
			return err
		}
		faults := why.Faults
		if len(faults) == 0 {
			faults = fault.List{{Code: why.Code, Detail: why.Detail}}
		}
		return p.refuse(accountevents.StageStep, err, p.entry.locate(faults))
	}
	p.staging = staging
	p.creation, err = p.steps.Create(p.runtime, call, p.supplier, p.team, staging.Account)
	return err
}

// refuseSupplier refuses an account of another supplier. What was found of it by the rules of
// that supplier is left out, but for the faults of the account itself.
func (p *plan) refuseSupplier(err error) error {
	faults := fault.List{{Attr: supplierMember, Code: fault.SupplierMismatch,
		Detail: "The account is of another import supplier than the run, " + fault.Shown(p.supplier.Code) + ": correct it, or send the line to a run of that supplier."}}
	var why *fault.Error
	if errors.As(err, &why) {
		for _, f := range why.Faults {
			if f.Attr != supplierMember {
				faults = append(faults, f)
			}
		}
	}
	return p.refuse(accountevents.StageStep, fault.Invalid(fault.SupplierMismatch, faults), p.entry.locate(faults))
}

// addClaims keeps what the account alone may have, for a check across lines.
func (p *plan) addClaims(read *account.Payload) {
	if p.run.mode != modeCheck {
		return
	}
	var ignored fault.Collector
	root := fault.Root(&ignored)
	for _, c := range read.Claims(&read.Facts, &root) {
		sum := sha256.Sum256([]byte(strings.Join(c.Key, "\x00")))
		place := p.entry.locate(fault.List{{Attr: c.Place.Attr()}})
		p.claims = append(p.claims, claim{c.Register, hex.EncodeToString(sum[:]), place[0].Attr, c.Code})
	}
}

// prepareParts decodes and checks the further data.
func (p *plan) prepareParts() error {
	if p.nothing {
		return nil
	}
	for i := range p.entry.data {
		one := &part{LineData: p.entry.data[i]}
		prepared, err := p.prepareOf(one.Kind)(p.call.Part(one.Body(p.supplier.Code, p.number)))
		one.prepared = prepared
		if err := one.refuse(err); err != nil {
			return err
		}
		p.parts = append(p.parts, one)
	}
	return nil
}

// refuse makes err the refusal of a part. The error is err where it is no refusal.
func (one *part) refuse(err error) error {
	var why *fault.Error
	switch {
	case err == nil:
		return nil
	case !errors.As(err, &why) || isTrouble(why):
		return err
	}
	one.refusal = why
	return nil
}
