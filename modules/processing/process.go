package processing

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"

	"dataimport/modules/kit/account"
	"dataimport/modules/kit/database"
	"dataimport/modules/kit/endpoint"
	"dataimport/modules/kit/fault"
	"dataimport/modules/kit/journal"
	"dataimport/modules/kit/module"
	"dataimport/modules/kit/settings"
	"dataimport/modules/kit/writer"
)

type processor struct {
	services *module.Services
	object   *account.Object
}

// created is the answer to a call that created the account.
type created struct {
	ServiceAccountNumber string `json:"service_account_number"`
}

// process creates the account that a request names.
func (p *processor) process(c *endpoint.Call, in *request) (endpoint.Reply, error) {
	supplier := c.Supplier(in.ImportSupplierCode)
	l, err := p.take(c.Request.Context(), supplier, in.ExternalAccountNumber)
	if err != nil {
		return endpoint.Reply{}, err
	}
	number, err := p.attempt(c, in, l, supplier)
	if err == nil {
		return endpoint.Reply{Status: http.StatusCreated, Body: created{number}}, nil
	}
	if errors.Is(err, errRolledBack) {
		return endpoint.Reply{}, fault.New(http.StatusBadRequest, codeDryRun,
			"The account would successfully import. It was rolled back, since this was a dry run.")
	}
	p.afterFailure(c.Request.Context(), l, in.DryRun, err)
	return endpoint.Reply{}, err
}

// afterFailure frees the process at once; should that fail too, the lease expires.
func (p *processor) afterFailure(ctx context.Context, l *lease, dryRun bool, err error) {
	var why *fault.Error
	if !errors.As(err, &why) {
		why = fault.New(http.StatusInternalServerError, fault.InternalError, "Something went wrong on our side.")
	}
	if err := p.giveUp(ctx, l, dryRun, why); err != nil {
		p.services.Log().Error("a lease could not be given up; it expires", slog.String("process", l.processID), slog.Any("error", err))
	}
}

// attempt validates the leased payload again, outside the writer, and creates the
// account.
func (p *processor) attempt(c *endpoint.Call, in *request, l *lease, supplier *settings.Supplier) (number string, err error) {
	read, faults, err := p.object.Read(c.Request.Context(), []byte(l.payload), c.Settings, c.Client, c.Now)
	if err != nil {
		return "", err
	}
	if err := fault.Invalid(fault.AccountFailedValidation, faults); err != nil {
		return "", err
	}
	to := &account.Account{ExternalAccountNumber: in.ExternalAccountNumber, Supplier: supplier, New: true, Documents: read.Documents}
	err = p.services.Writer.DoIn(c.Request.Context(), func(tx *writer.Tx) error {
		if !in.DryRun {
			if err := p.create(tx, in, l, to, read); err != nil {
				return err
			}
			return journal.Record(tx, journal.Event{
				Name: journal.Imported, SupplierID: to.Supplier.ID, ExternalAccountNumber: to.ExternalAccountNumber,
				ServiceAccountNumber: to.Number, ClientID: c.Client.ID,
			})
		}
		err := tx.Savepoint(func() error {
			if err := p.create(tx, in, l, to, read); err != nil {
				return err
			}
			return errRolledBack
		})
		if !errors.Is(err, errRolledBack) {
			return err
		}
		return l.release(tx)
	})
	if err == nil && in.DryRun {
		err = errRolledBack
	}
	return to.Number, err
}

// errRolledBack says that a dry run would have succeeded.
var errRolledBack = errors.New("dry run")

// create writes the account and all of its rows. What was true before is checked
// again, since the writer is the first place where nobody can change it.
func (p *processor) create(tx *writer.Tx, in *request, l *lease, to *account.Account, read *account.Payload) error {
	team, err := p.permitted(tx, in, l, to)
	if err != nil {
		return err
	}
	to.ID, to.CreatedAt = database.NewID(), tx.Now()
	if to.Number, err = account.NewNumber(tx); err != nil {
		return err
	}
	const insert = `INSERT INTO accounts (id, created, updated, supplier, process, team, number, external_account_number, balance)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, '0')`
	now := database.Time(to.CreatedAt)
	if _, err := tx.Exec(insert, to.ID, now, now, to.Supplier.ID, l.processID, team, to.Number, to.ExternalAccountNumber); err != nil {
		return fmt.Errorf("account: %w", err)
	}
	if err := p.object.Import(tx, to, read); err != nil {
		return err
	}
	const update = `UPDATE import_processes SET state = 'imported', account = ?, service_account_number = ?, account_created_at = ?,
		lease_owner = '', lease_until = '', attempts = attempts + 1, last_attempt_at = ?, last_error = '', updated = ? WHERE id = ?`
	if _, err := tx.Exec(update, to.ID, to.Number, now, now, now, l.processID); err != nil {
		return err
	}
	tx.Count(to.Supplier.ID, string(account.Staged), -1)
	tx.Count(to.Supplier.ID, string(account.Imported), 1)
	return nil
}

// permitted checks what may have changed since the lease was taken, and gives the
// team's id.
func (p *processor) permitted(tx *writer.Tx, in *request, l *lease, to *account.Account) (team string, err error) {
	current, err := tx.Settings()
	if err != nil {
		return "", err
	}
	supplier := current.SupplierByID(to.Supplier.ID)
	if supplier == nil {
		return "", fault.Refused(fault.SupplierNotFound, "import_supplier_code", account.SupplierNotFoundDetail)
	}
	if err := account.Ongoing(supplier, "import_supplier_code"); err != nil {
		return "", err
	}
	team, exists := current.Team(in.OperationsTeamName)
	if !exists {
		return "", fault.Refused(fault.TeamDoesNotExist, "operations_team_name", teamDetail)
	}
	process, err := account.FindProcess(tx, supplier.ID, in.ExternalAccountNumber)
	if err != nil {
		return "", err
	}
	if process == nil {
		return "", fault.Refused(fault.ProcessDoesNotExist, "external_account_number", "Nothing is staged for this account any more: stage its data again.")
	}
	if process.LeaseOwner == l.owner && process.StagingID == l.stagingID && process.State == account.Staged {
		return team, nil
	}
	// The lease ran out and somebody else took over, or staged other data.
	if err := process.Open(in.ExternalAccountNumber, tx.Now()); err != nil {
		return "", err
	}
	return "", fault.Refused(fault.ProcessInProgress, "external_account_number", "The account's data changed while it was being created: send the request again.")
}
