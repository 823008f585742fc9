package accountevents

import (
	"database/sql"
	"errors"
	"slices"
	"strings"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/store/progress"
	"dataimport/modules/kit/store/writer"
)

// The progress counters of accounts that have faults. An account counts in Refused while it is
// not created, and in Incomplete while it is imported without further data that was refused.
const (
	RefusedCounter    = "refused"
	UnstagedCounter   = "unstaged" // of the refused accounts: those of which nothing is staged
	IncompleteCounter = "incomplete"
	FaultCounter      = "fault:" // prefix; the code follows
)

// The current faults of an account have the kind of data that was refused, such as "notes".
// Those of the account itself have no kind.
const (
	ofAccount = ""
	ofAll     = "*"
)

// ClearFaults removes the current faults of the account itself: its data was checked and has
// none.
func ClearFaults(tx *writer.Tx, supplierID, externalAccountNumber string) error {
	return replaceFaults(tx, supplierID, externalAccountNumber, ofAccount, nil)
}

// ClearMissing removes the current faults of a kind of further data: the account has that data
// now.
func ClearMissing(tx *writer.Tx, supplierID, externalAccountNumber, kind string) error {
	return replaceFaults(tx, supplierID, externalAccountNumber, kind, nil)
}

// updateFaults brings the account's current faults up to date with the event.
func (e *Event) updateFaults(tx *writer.Tx) error {
	replace := func(kind string, codes []string) error {
		return replaceFaults(tx, e.SupplierID, e.ExternalAccountNumber, kind, codes)
	}
	switch e.Name {
	case Validated, Staged, Imported:
		return replace(ofAccount, nil)
	case TakenBack, Skipped:
		return replace(ofAll, nil)
	case Refused:
		return e.keepFaults(tx, ofAccount, replace)
	}
	if kind, imported := strings.CutSuffix(e.Name, importedSuffix); imported {
		return replace(kind, nil)
	}
	if kind, refused := strings.CutSuffix(e.Name, refusedSuffix); refused {
		return e.keepFaults(tx, kind, replace)
	}
	return nil
}

// keepFaults makes the faults of a refusal current, unless they are outdated. The account itself
// has faults until it is imported or skipped, and further data has them afterwards.
func (e *Event) keepFaults(tx *writer.Tx, kind string, replace func(string, []string) error) error {
	codes := e.codes()
	if len(codes) == 0 {
		return nil
	}
	state, err := readState(tx, e.SupplierID, e.ExternalAccountNumber)
	if err != nil {
		return err
	}
	// An event is recorded after its answer: the data may have been accepted since.
	names := []any{Validated, Staged, Imported}
	if kind != ofAccount {
		names = []any{kind + importedSuffix, Imported, TakenBack}
	}
	if kind == ofAccount && (state == account.Imported || state == account.Skipped) || kind != ofAccount && state != account.Imported {
		return nil
	}
	const query = `SELECT EXISTS (SELECT 1 FROM account_events WHERE supplier = ? AND external_account_number = ?
		AND row_time(created, id) > ? AND event IN (?, ?, ?))`
	var outdated bool
	args := append([]any{e.SupplierID, e.ExternalAccountNumber, database.Time(e.At)}, names...)
	if err := tx.QueryRow(query, args...).Scan(&outdated); err != nil || outdated {
		return err
	}
	return replace(kind, codes)
}

// readState reads the state of an account. It is empty where nothing is staged.
func readState(q database.Querier, supplierID, number string) (state account.State, err error) {
	err = q.QueryRow(`SELECT state FROM import_processes WHERE supplier = ? AND external_account_number = ?`, supplierID, number).Scan(&state)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return state, err
}

// currentFault is a fault that an account has now.
type currentFault struct{ kind, code string }

func isOfAccount(f currentFault) bool { return f.kind == ofAccount }
func isOfData(f currentFault) bool    { return f.kind != ofAccount }

// replaceFaults replaces the account's faults of a kind by codes, and changes the counters. It
// reads first: most accounts have no faults, and a DELETE of no rows is slower than a SELECT.
func replaceFaults(tx *writer.Tx, supplierID, number, kind string, codes []string) error {
	const here = ` FROM current_faults WHERE supplier = ? AND external_account_number = ?`
	scan := func(row database.Row, f *currentFault) error { return row.Scan(&f.kind, &f.code) }
	before, err := database.ReadRows(tx, scan, `SELECT kind, code`+here, supplierID, number)
	if err != nil || len(before) == 0 && len(codes) == 0 {
		return err
	}
	after := slices.DeleteFunc(slices.Clone(before), func(f currentFault) bool { return kind == ofAll || f.kind == kind })
	kept := len(after)
	for _, code := range codes {
		after = append(after, currentFault{kind, code})
	}
	if err := countFaults(tx, supplierID, number, before, after); err != nil {
		return err
	}
	if kept < len(before) {
		if _, err := tx.Exec(`DELETE`+here+` AND (? = '*' OR kind = ?)`, supplierID, number, kind, kind); err != nil {
			return err
		}
	}
	return tx.Insert("current_faults", []string{"supplier", "external_account_number", "kind", "code"}, len(codes), func(i int) []any {
		return []any{supplierID, number, kind, codes[i]}
	})
}

// countFaults changes the counters where the faults of an account change. An account counts once
// for each code.
func countFaults(tx *writer.Tx, supplierID, number string, before, after []currentFault) error {
	change := func(was, is bool, names ...string) {
		for _, name := range names {
			if was != is {
				progress.Count(tx, supplierID, name, map[bool]int{true: 1, false: -1}[is])
			}
		}
	}
	codes := make(map[string]bool)
	for _, f := range append(slices.Clone(before), after...) {
		if codes[f.code] {
			continue
		}
		codes[f.code] = true
		same := func(other currentFault) bool { return other.code == f.code }
		change(slices.ContainsFunc(before, same), slices.ContainsFunc(after, same), FaultCounter+f.code)
	}
	change(slices.ContainsFunc(before, isOfData), slices.ContainsFunc(after, isOfData), IncompleteCounter)
	was, is := slices.ContainsFunc(before, isOfAccount), slices.ContainsFunc(after, isOfAccount)
	if was == is {
		return nil
	}
	change(was, is, RefusedCounter)
	state, err := readState(tx, supplierID, number)
	if state == "" {
		change(was, is, UnstagedCounter)
	}
	return err
}

// circumstances are the codes of refusals that say nothing about the data of an account.
var circumstances = []string{
	fault.AccountAlreadyImported, fault.AccountMarkedAsSkipped, fault.AccountNotFound, fault.SupplierNotFound, fault.SupplierMismatch,
	fault.SupplierNotOngoing, fault.ProcessDoesNotExist, fault.ProcessInProgress, fault.DryRunRolledBack, fault.PermissionDenied,
}

// codes returns the codes of a refusal's faults, each once. A refusal by circumstances, such as
// an operator's decision or a concurrent request, has none.
func (e *Event) codes() []string {
	var codes []string
	for _, f := range e.Faults {
		if !slices.Contains(codes, f.Code) && !slices.Contains(circumstances, f.Code) {
			codes = append(codes, f.Code)
		}
	}
	if len(e.Faults) == 0 && e.Code != "" && !slices.Contains(circumstances, e.Code) {
		codes = []string{e.Code}
	}
	return codes
}
