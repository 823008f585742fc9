package importclient

import (
	"encoding/json/jsontext"
	"encoding/json/v2"
)

// A step is one request of a line's way. It leaves in the outcome what it has
// achieved, and returns the error that ends the way.
type step struct {
	name string
	run  func(*sender, lifetime, *entry, *outcome) error
}

// stepsOf lists the way of a line. A kind of post-import data is one more step.
func stepsOf(m mode) []step {
	switch m {
	case modeValidate:
		return []step{{"validate", validate}}
	case modeDryRun:
		return []step{{"stage", stage}, {"process", process}}
	default:
		return []step{
			{"stage", stage},
			{"process", process},
			{"notes", sendArray("notes", "/v1/data-import/notes/create/")},
			{"transactions", sendArray("transactions", "/v1/data-import/transactions/create/")},
			{"statements", sendArray("statements", "/v1/data-import/historical-statements/create/")},
			{"payment_instruction", sendPaymentInstruction},
		}
	}
}

const (
	validatePath    = "/v1/data-import/validate-account/"
	stagePath       = "/v1/data-import/account-import-process/create-or-update/"
	processPath     = "/v1/data-import/account-import-process/process/"
	instructionPath = "/v1/data-import/payment-instruction/create/"
)

func validate(s *sender, life lifetime, e *entry, o *outcome) error {
	if _, err := s.api.call(life, validatePath, e.account); err != nil {
		return err
	}
	o.account = stateValid
	return nil
}

// stage sends the account. An answer that it is imported already is what a
// repeated request gets when the answer to the first was lost.
func stage(s *sender, life lifetime, e *entry, o *outcome) error {
	found, err := s.api.call(life, stagePath, e.account)
	if refusedAs(err, "account_already_imported") {
		o.account = stateAlready
		return nil
	}
	if err != nil {
		return err
	}
	var staged struct {
		Number string `json:"external_account_number"`
	}
	if err := decode(found, &staged, &staged.Number); err != nil {
		return err
	}
	// As the service normalised it: this is what it finds the account by.
	o.staged, e.number = true, staged.Number
	return nil
}

type processRequest struct {
	Number   string `json:"external_account_number"`
	Supplier string `json:"import_supplier_code"`
	Team     string `json:"operations_team_name,omitzero"`
	DryRun   bool   `json:"dry_run,omitzero"`
}

func process(s *sender, life lifetime, e *entry, o *outcome) error {
	if o.account == stateAlready {
		return nil
	}
	body, err := json.Marshal(processRequest{Number: e.number, Supplier: s.supplier, Team: s.team, DryRun: s.mode == modeDryRun})
	if err != nil {
		return stopf("the supplier or the team is not text: %v", err)
	}
	found, err := s.api.call(life, processPath, body)
	switch {
	case refusedAs(err, "account_already_imported"):
		o.account = stateAlready
		return nil
	case s.mode == modeDryRun && refusedAs(err, "dry_run_rolled_back"):
		o.account = stateWouldImport
		return nil
	case err != nil:
		return err
	}
	var processed struct {
		Number string `json:"service_account_number"`
	}
	if err := decode(found, &processed, &processed.Number); err != nil {
		return err
	}
	o.account = stateImported
	return nil
}

// decode reads a successful answer that must hold the one value wanted.
func decode(found answer, into any, wanted *string) error {
	if err := json.Unmarshal(found.body, into, jsontext.AllowDuplicateNames(true)); err != nil || *wanted == "" {
		return stopf("the service answered %d without the account's number", found.status)
	}
	return nil
}
