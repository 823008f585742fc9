package runs

import (
	"encoding/json/v2"
	"net/http"
	"time"

	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"
	"dataimport/modules/kit/http/endpoint"
	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/store/writer"
)

// reconciliation is the result of a comparison of the run's book with what is stored. It has
// totals, and of single accounts no values: those stay in the report of the command.
type reconciliation struct {
	Agrees      bool             `json:"agrees" rule:"doc=Whether everything agrees, also with the control totals."`
	Verdict     string           `json:"verdict" rule:"required,max=512,impersonal,doc=The result in a sentence."`
	BookSHA256  string           `json:"book_sha256" rule:"required,max=64,impersonal,doc=Of the file that was compared: that of the run."`
	Program     string           `json:"program,omitzero" rule:"max=128,impersonal,doc=Which has compared."`
	NotCompared string           `json:"not_compared,omitzero" rule:"max=512,impersonal,doc=What was left out."`
	Control     string           `json:"control,omitzero" rule:"max=512,impersonal,doc=Where the control totals are from."`
	Totals      []reconciledSum  `json:"totals" rule:"required"`
	Accounts    []reconciledDiff `json:"accounts,omitzero"`
	More        int              `json:"more_accounts,omitzero" rule:"range=0..1000000000000,doc=How many accounts differ that accounts does not name."`
}

// reconciledSum is a figure of all accounts. The values are texts, as they are shown.
type reconciledSum struct {
	Title      string `json:"title" rule:"required,max=128,impersonal"`
	Sent       string `json:"sent" rule:"required,max=128,impersonal"`
	Stored     string `json:"stored" rule:"required,max=128,impersonal"`
	Control    string `json:"control,omitzero" rule:"max=128,impersonal"`
	Difference string `json:"difference" rule:"required,max=128,impersonal"`
	Agrees     bool   `json:"agrees"`
}

// reconciledDiff is an account that differs, and in what.
type reconciledDiff struct {
	ExternalAccountNumber string `json:"external_account_number" rule:"max=512,impersonal"`
	What                  string `json:"what" rule:"required,max=512,impersonal,doc=How it differs: no values."`
}

// keptReconciliation is a result with what the service knows of it.
type keptReconciliation struct {
	reconciliation
	At     time.Time `json:"at"`
	Client string    `json:"client"`
}

// The most totals and accounts that a result has.
const (
	maxKeptTotals   = 100
	maxKeptAccounts = 100
)

func checkReconciliation(_ *endpoint.Call, in *reconciliation, at *fault.At) error {
	if len(in.Totals) > maxKeptTotals {
		at.AddAt("totals", payload.RuleTooManyItems.Code, "A result has at most 100 totals.")
	}
	if len(in.Accounts) > maxKeptAccounts {
		at.AddAt("accounts", payload.RuleTooManyItems.Code, "A result names at most 100 accounts: count the others in more_accounts.")
	}
	return nil
}

// keepReconciliation keeps a result with its run, in place of an earlier one.
func (s *service) keepReconciliation(c *endpoint.Call, in *reconciliation) (endpoint.Reply, error) {
	r, _, err := s.readRun(c)
	if err != nil {
		return endpoint.Reply{}, err
	}
	if r.bookSHA256 != "" && r.bookSHA256 != in.BookSHA256 {
		return endpoint.Reply{}, fault.New(http.StatusConflict, ruleOtherBook.Code, "The run is of a book with another SHA-256, "+r.bookSHA256+": compare that one, or name the run of this one.")
	}
	kept := keptReconciliation{reconciliation: *in, At: c.Now.UTC().Truncate(time.Millisecond), Client: c.Client.Name}
	text, err := json.Marshal(kept)
	if err != nil {
		return endpoint.Reply{}, err
	}
	err = s.runtime.Writer.DoTraced(c.Request.Context(), func(tx *writer.Tx) error {
		_, err := tx.Exec(`UPDATE runs SET reconciliation = ?, updated = ? WHERE id = ?`, string(text), database.Time(tx.Now()), r.id)
		return err
	})
	if err != nil {
		return endpoint.Reply{}, err
	}
	return endpoint.Reply{Status: http.StatusOK, Body: kept}, nil
}

// readReconciliation reads the result that a run keeps. It is nil where there is none.
func readReconciliation(q database.Querier, runID string) (*keptReconciliation, error) {
	var text string
	if err := q.QueryRow(`SELECT reconciliation FROM runs WHERE id = ?`, runID).Scan(&text); err != nil || text == "" {
		return nil, err
	}
	kept := new(keptReconciliation)
	return kept, json.Unmarshal([]byte(text), kept)
}
