package importclient

import (
	"encoding/json/jsontext"
	"encoding/json/v2"

	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/http/paths"
	"dataimport/modules/kit/module"
)

// A step is one request for a line. It stores its result in the outcome. An error ends the line's
// steps.
type step struct {
	name string
	run  func(*sender, lifetime, *entry, *outcome) error
}

// listSteps lists the steps of a line. Each kind of post-import data is one more step.
func listSteps(m mode, kinds []module.PostImport) []step {
	switch m {
	case modeValidate:
		return []step{{"validate", validateAccount}}
	case modeDryRun:
		return []step{{"stage", stageAccount}, {"process", processAccount}}
	}
	steps := []step{{"stage", stageAccount}, {"process", processAccount}}
	for _, kind := range kinds {
		if kind.Single {
			steps = append(steps, step{kind.Member, newObjectStep(kind.Member, kind.Path+"/")})
		} else {
			steps = append(steps, step{kind.Member, newArrayStep(kind.Member, kind.Path+"/")})
		}
	}
	return steps
}

const (
	validatePath = paths.ValidateAccount + "/"
	stagePath    = paths.StageAccount + "/"
	processPath  = paths.ProcessAccount + "/"
)

func validateAccount(s *sender, life lifetime, e *entry, o *outcome) error {
	if _, err := s.api.callUntilAnswered(life, validatePath, e.account); err != nil {
		return err
	}
	o.account = stateValid
	return nil
}

// stageAccount sends the account. A repeated request, after the answer to the first was lost, is
// answered with account_already_imported.
func stageAccount(s *sender, life lifetime, e *entry, o *outcome) error {
	found, err := s.api.callUntilAnswered(life, stagePath, e.account)
	if isRefusedAs(err, fault.AccountAlreadyImported) {
		o.account = stateAlready
		return nil
	}
	if err != nil {
		return err
	}
	var staged struct {
		Number string `json:"external_account_number"`
	}
	if err := decodeAnswer(found, &staged, &staged.Number); err != nil {
		return err
	}
	// The number as the service has normalised it: the service finds the account by this number.
	o.staged, e.number = true, staged.Number
	return nil
}

type processRequest struct {
	Number   string `json:"external_account_number"`
	Supplier string `json:"import_supplier_code"`
	Team     string `json:"operations_team_name,omitzero"`
	DryRun   bool   `json:"dry_run,omitzero"`
}

func processAccount(s *sender, life lifetime, e *entry, o *outcome) error {
	if o.account == stateAlready {
		return nil
	}
	body, err := json.Marshal(processRequest{Number: e.number, Supplier: s.supplier, Team: s.team, DryRun: s.mode == modeDryRun})
	if err != nil {
		return newStopError("the supplier or the team is not text: %v", err)
	}
	found, err := s.api.callUntilAnswered(life, processPath, body)
	switch {
	case isRefusedAs(err, fault.AccountAlreadyImported):
		o.account = stateAlready
		return nil
	case s.mode == modeDryRun && isRefusedAs(err, fault.DryRunRolledBack):
		o.account = stateWouldImport
		return nil
	case err != nil:
		return err
	}
	var processed struct {
		Number string `json:"service_account_number"`
	}
	if err := decodeAnswer(found, &processed, &processed.Number); err != nil {
		return err
	}
	o.account = stateImported
	return nil
}

// decodeAnswer decodes a successful answer, which must hold the one value wanted.
func decodeAnswer(found answer, into any, wanted *string) error {
	if err := json.Unmarshal(found.body, into, jsontext.AllowDuplicateNames(true)); err != nil || *wanted == "" {
		return newStopError("the service answered %d without the account's number", found.status)
	}
	return nil
}
