package importclient

import (
	"context"
	"encoding/json/jsontext"
	"encoding/json/v2"
	"errors"
	"net/http"
	"net/url"
	"time"

	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/http/apiclient"
	"dataimport/modules/kit/http/paths"
)

// A runRecord is a run as the service knows it.
type runRecord struct {
	ID         string         `json:"id"`
	Supplier   string         `json:"import_supplier"`
	Market     string         `json:"market"`
	Name       string         `json:"name"`
	Mode       mode           `json:"mode"`
	IfImported string         `json:"if_imported"`
	State      string         `json:"state"`
	OpenedAt   string         `json:"opened_at"`
	ClosedAt   string         `json:"closed_at"`
	Client     string         `json:"client"`
	Previous   string         `json:"previous"`
	Book       bookSummary    `json:"book"`
	Outcomes   map[string]int `json:"outcomes"`
	Faults     []countedFault `json:"faults"`
	Unsent     unsent         `json:"unsent"`
}

// A countedFault counts the lines with a fault.
type countedFault struct {
	Code   string `json:"code"`
	Member string `json:"member"`
	Lines  int    `json:"lines"`
}

// An expectation is what a book has to bring.
type expectation struct {
	Accounts int            `json:"accounts"`
	Totals   jsontext.Value `json:"totals,omitzero"` // control totals of the source system
}

// An openRequest opens a run, or the open run of the same supplier, client, name and mode.
type openRequest struct {
	Supplier   string      `json:"import_supplier"`
	Name       string      `json:"name"`
	Mode       mode        `json:"mode"`
	IfImported string      `json:"if_imported"`
	Team       string      `json:"operations_team_name,omitzero"`
	Book       bookSummary `json:"book"`
	Expected   expectation `json:"expected"`
	Holder     string      `json:"holder"`
	TakeOver   bool        `json:"take_over"`
}

type closeRequest struct {
	Complete bool   `json:"complete"`
	Unsent   unsent `json:"unsent,omitzero"`
}

// unsent counts the lines of a book that the service does not see.
type unsent struct {
	Refused  int `json:"refused"`
	Repeated int `json:"repeated"`
}

// pathOfRun returns the path of a run, with the rest of the path of an endpoint.
func pathOfRun(id, rest string) string { return paths.Runs + "/" + url.PathEscape(id) + rest + "/" }

// openRun opens or resumes a run. A client that was killed holds its run for a minute: the call waits
// that long, so that the same command can be given again at once.
func (a *api) openRun(life lifetime, r openRequest) (run runRecord, err error) {
	body, err := json.Marshal(r)
	if err != nil {
		return runRecord{}, apiclient.NewStopError("the name, the supplier or the team is not text: %v", err)
	}
	call := apiclient.Request{Method: http.MethodPost, Path: paths.Runs + "/", Media: apiclient.MediaJSON, Body: body}
	var until time.Time // when the hold of a client that was killed has ended
	for {
		err := a.callUntilAnswered(life, call, &run)
		held, ok := errors.AsType[*apiclient.Refusal](err)
		if !ok || held.Code != fault.RunInUse {
			return run, explainRunError(err)
		}
		if until.IsZero() {
			until = time.Now().Add(held.After + time.Second)
		}
		left := time.Until(until)
		if held.After == 0 || left <= 0 {
			return runRecord{}, apiclient.NewStopError("another client works on this run (%s); --take-over takes the run from it", held.Detail)
		}
		if err := a.waitForHolder(life, min(left, holderPause)); err != nil {
			return runRecord{}, err
		}
	}
}

// holderPause is the time between two attempts to open a run that another client holds.
const holderPause = 5 * time.Second

func (a *api) waitForHolder(life lifetime, pause time.Duration) error {
	a.SetWait(apiclient.Wait{Reason: "another client holds the run", Until: time.Now().Add(pause)})
	defer a.SetWait(apiclient.Wait{})
	select {
	case <-life.taking.Done():
		return apiclient.ErrUnfinished
	case <-time.After(pause):
		return nil
	}
}

// explainRunError turns a refusal that concerns the run into a *apiclient.StopError.
func explainRunError(err error) error {
	if refused, ok := errors.AsType[*apiclient.Refusal](err); ok {
		return explainRefusal(refused)
	}
	return err
}

// closeRun ends a run whose lines are all finished, or lets go of it.
func (a *api) closeRun(life lifetime, id string, r closeRequest) error {
	body, err := json.Marshal(r)
	if err != nil {
		return err
	}
	var closed runRecord
	return explainRunError(a.callUntilAnswered(life, apiclient.Request{Method: http.MethodPost, Path: pathOfRun(id, paths.CloseRun), Media: apiclient.MediaJSON, Body: body}, &closed))
}

// releaseTime is how long a client that ends tries to let go of its run. After a minute the service
// lets go by itself.
const releaseTime = 3 * time.Second

// releaseRun lets go of a run once, without repetitions.
func (a *api) releaseRun(id string) {
	ctx, cancel := context.WithTimeout(context.Background(), releaseTime)
	defer cancel()
	if body, err := json.Marshal(closeRequest{}); err == nil {
		_, _ = a.Attempt(ctx, apiclient.Request{Method: http.MethodPost, Path: pathOfRun(id, paths.CloseRun), Media: apiclient.MediaJSON, Body: body}, nil)
	}
}

// eachOutcome calls take for the outcomes that a run has.
func (a *api) eachOutcome(life lifetime, id, query string, take func(*lineOutcome) error) error {
	return a.Repeat(life.taking, func() error {
		call := apiclient.Request{Method: http.MethodGet, Path: pathOfRun(id, paths.RunOutcomes) + query}
		_, err := a.Attempt(life.sending, call, readOutcomes(take))
		return explainRunError(err)
	})
}
