package processing

import (
	"cmp"
	"net/http"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/settings"
	"dataimport/modules/kit/http/endpoint"
	"dataimport/modules/kit/module"
	"dataimport/modules/kit/store/accountevents"
	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/store/imports"
	"dataimport/modules/kit/store/progress"
	"dataimport/modules/kit/store/settingsdb"
	"dataimport/modules/kit/store/writer"
)

type processor struct {
	runtime *module.Runtime
}

// created is the answer to a call that created the account.
type created struct {
	ServiceAccountNumber string `json:"service_account_number"`
}

var ruleDryRun = catalogue.Rule{
	Code: fault.DryRunRolledBack, Area: catalogue.Imports, Statuses: []int{http.StatusBadRequest},
	Meaning: "This was a dry run, and the account would have been created: everything was done and undone.",
	Remedy:  "Send the request without dry_run to create the account.",
}

// process creates the account that a request names.
func (p *processor) process(c *endpoint.Call, in *request) (endpoint.Reply, error) {
	supplier := c.Supplier(in.ImportSupplierCode)
	a, err := p.begin(supplier, in.ExternalAccountNumber)
	if err != nil {
		return endpoint.Reply{}, err
	}
	defer p.runtime.Creating.End(a.processID)
	number, err := p.try(c, in, a, supplier)
	switch {
	case err == nil && in.DryRun:
		return endpoint.Reply{}, fault.New(http.StatusBadRequest, fault.DryRunRolledBack,
			"The account would successfully import. It was rolled back, since this was a dry run.")
	case err != nil && !in.DryRun:
		p.recordFailure(c, a, err)
	}
	return endpoint.Reply{Status: http.StatusCreated, Body: created{number}}, err
}

// try validates the payload again and prepares its rows, outside the writer, and then
// creates the account. A dry run does all of that, and undoes its writes.
func (p *processor) try(c *endpoint.Call, in *request, a *attempt, supplier *settings.Supplier) (number string, err error) {
	read, faults, err := p.runtime.Accounts.Read(c.Request.Context(), []byte(a.payload), c.Settings, c.Client, c.Now, c.WaitOutside)
	if err != nil {
		return "", err
	}
	if err := fault.Invalid(fault.AccountFailedValidation, faults); err != nil {
		return "", err
	}
	prepared, err := Prepare(p.runtime, c, supplier, in.OperationsTeamName, read)
	if err != nil {
		return "", err
	}
	err = p.runtime.Writer.DoTraced(c.Request.Context(), func(tx *writer.Tx) error {
		create := func() error {
			return prepared.Write(tx, imports.Staged{ProcessID: a.processID, StagingID: a.stagingID})
		}
		if in.DryRun {
			return tx.RunAndUndo(create)
		}
		return create()
	})
	return prepared.Account.Number, err
}

// creation is an account that is being created, with its rows.
type creation struct {
	runtime  *module.Runtime
	clientID string
	team     string // its name
	to       *account.Account
	read     *account.Payload
	rows     *writer.PreparedRows
}

// Prepare prepares the rows of an account that was read and has no faults. The team is that
// of the request, else that of the account, else that of the supplier.
func Prepare(runtime *module.Runtime, c *endpoint.Call, supplier *settings.Supplier, team string, read *account.Payload) (*imports.PreparedCreation, error) {
	to := &account.Account{ID: database.NewID(), ExternalAccountNumber: read.Facts.ExternalAccountNumber, Supplier: supplier, Documents: read.Documents}
	rows, err := runtime.Accounts.PrepareRows(to, read)
	if err != nil {
		return nil, err
	}
	team = cmp.Or(team, read.Facts.OperationsTeam, supplier.DefaultTeam)
	if team == "" && !account.MayLackTeam(supplier) {
		return nil, fault.Invalid(fault.RequestFailedValidation, fault.List{{Attr: "operations_team_name", Code: account.RuleTeamRequired.Code, Detail: account.TeamRequiredDetail}})
	}
	n := creation{runtime: runtime, clientID: c.Client.ID, team: team, to: to, read: read, rows: rows}
	return &imports.PreparedCreation{Account: to, Write: n.write}, nil
}

// write writes the account and all of its rows. It repeats the checks of the request, since
// no other request can change anything during the write.
func (n *creation) write(tx *writer.Tx, from imports.Staged) error {
	to := n.to
	team, err := checkSettings(tx, n.team, to.Supplier.ID)
	if err != nil {
		return err
	}
	if done, err := checkStillOpen(tx, from, to); done || err != nil {
		return err
	}
	if err := n.runtime.Accounts.CheckClaims(tx, to, n.read); err != nil {
		return err
	}
	if err := tx.InsertPrepared(n.rows); err != nil {
		return err
	}
	if err := imports.CreateAccountRow(tx, to, from.ProcessID, team); err != nil {
		return err
	}
	const update = `UPDATE import_processes SET state = 'imported', account = ?, service_account_number = ?, account_created_at = ?,
		attempts = attempts + 1, last_attempt_at = ?, last_error = '', updated = ? WHERE id = ?`
	now := database.Time(tx.Now())
	if _, err := tx.Exec(update, to.ID, to.Number, now, now, now, from.ProcessID); err != nil {
		return err
	}
	progress.Count(tx, to.Supplier.ID, string(account.Staged), -1)
	progress.Count(tx, to.Supplier.ID, string(account.Imported), 1)
	return accountevents.Record(tx, accountevents.Event{
		Name: accountevents.Imported, SupplierID: to.Supplier.ID, ExternalAccountNumber: to.ExternalAccountNumber,
		ServiceAccountNumber: to.Number, ClientID: n.clientID,
	})
}

// checkSettings checks the settings again, which may have changed since the request was
// read. It returns the team's id.
func checkSettings(tx *writer.Tx, teamName, supplierID string) (team string, err error) {
	current, err := settingsdb.InTransaction(tx)
	if err != nil {
		return "", err
	}
	supplier := current.SupplierByID(supplierID)
	if supplier == nil {
		return "", fault.Refused(fault.SupplierNotFound, "import_supplier_code", account.SupplierNotFoundDetail)
	}
	if err := account.RequireOngoing(supplier, "import_supplier_code"); err != nil {
		return "", err
	}
	if teamName == "" && account.MayLackTeam(supplier) {
		return "", nil
	}
	team, exists := current.Team(teamName)
	if !exists {
		return "", fault.Refused(fault.TeamDoesNotExist, "operations_team_name", teamDetail)
	}
	return team, nil
}
