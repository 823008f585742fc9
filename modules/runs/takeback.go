package runs

import (
	"errors"
	"net/http"

	"golang.org/x/sync/errgroup"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/http/endpoint"
	"dataimport/modules/kit/module"
	"dataimport/modules/kit/store/audit"
	"dataimport/modules/kit/store/database"
)

// accountsPerTakeBack is how many accounts one request takes back, each in a job of its own.
// The jobs share commits, and are few enough that other jobs do not wait long.
const accountsPerTakeBack = 64

// takenBack is the answer to a request that takes accounts back.
type takenBack struct {
	TakenBack int `json:"taken_back"`
	Left      int `json:"left"`
}

// importedLines are the lines of a run that created an account which is there still.
const importedLines = ` FROM run_lines WHERE run = ? AND creates_account AND outcome IN ('imported', 'incomplete')`

// takeBack takes back some of the accounts that a rehearsal has imported. The client sends
// the request until none is left.
func (s *service) takeBack(c *endpoint.Call) (endpoint.Reply, error) {
	r, supplier, err := s.readOwnRun(c)
	if err != nil {
		return endpoint.Reply{}, err
	}
	if r.mode != modeRehearsal {
		return endpoint.Reply{}, fault.New(http.StatusConflict, ruleNotRehearsal.Code, "This run is no rehearsal: ask the operator to take its accounts back.")
	}
	var faults fault.Collector
	at := fault.Root(&faults)
	account.CheckOngoing(supplier, &at)
	if err := fault.InvalidRequest(faults.List()); err != nil {
		return endpoint.Reply{}, err
	}
	numbers, err := database.ReadRows(s.runtime.Reader, func(row database.Row, number *string) error { return row.Scan(number) },
		`SELECT external_account_number`+importedLines+` LIMIT ?`, r.id, accountsPerTakeBack)
	if err != nil {
		return endpoint.Reply{}, err
	}
	by := audit.Actor{ID: c.Client.ID, Name: c.Client.Name, Role: "api client"}
	var answer takenBack
	var group errgroup.Group
	taken := make([]bool, len(numbers))
	for i, number := range numbers {
		group.Go(func() (err error) {
			taken[i], err = s.steps.TakeBack(s.runtime, supplier.ID, number, by, "rehearsal "+r.id+" is taken back")
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return endpoint.Reply{}, asTakeBackError(err)
	}
	for _, done := range taken {
		if done {
			answer.TakenBack++
		}
	}
	err = s.runtime.Reader.QueryRow(`SELECT count(*)`+importedLines, r.id).Scan(&answer.Left)
	return endpoint.Reply{Status: http.StatusOK, Body: answer}, err
}

// asTakeBackError is an error of another module in the form of the interface.
func asTakeBackError(err error) error {
	var refused *module.Refusal
	if !errors.As(err, &refused) {
		return err
	}
	return fault.New(http.StatusBadRequest, fault.SupplierNotOngoing, refused.Text)
}
