package reconciliation

import (
	"context"
	"encoding/json/jsontext"
	"encoding/json/v2"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"dataimport/modules/kit/domain/figures"
	"dataimport/modules/kit/http/apiclient"
	"dataimport/modules/kit/http/paths"
	"dataimport/modules/kit/ops/cli"
)

// importRun is a run of the service, as far as a comparison needs it.
type importRun struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	Mode string `json:"mode"`
	Book struct {
		SHA256 string `json:"sha256"`
	} `json:"book"`
	Expected *struct {
		Totals jsontext.Value `json:"totals"`
	} `json:"expected"`
}

// findRun finds the run of --run by its id or its name, and otherwise the latest run of the book.
// It returns nil where the book has no run.
func (o *options) findRun(ctx context.Context, client *apiclient.Client, bookSHA256 string) (*importRun, error) {
	const part = 200
	isNamed := false
	for after := ""; ; {
		query := url.Values{"import_supplier": {o.supplier}, "limit": {fmt.Sprint(part)}}
		if after != "" {
			query.Set("after", after)
		}
		var runs []importRun
		if err := client.Repeat(ctx, func() error {
			return client.AttemptInto(ctx, apiclient.Request{Method: http.MethodGet, Path: paths.Runs + "/?" + query.Encode()}, &runs)
		}); err != nil {
			return nil, explainFailure(err)
		}
		for i := range runs {
			r := &runs[i]
			after = r.ID
			named := o.run == "" || r.ID == o.run || r.Name == o.run
			isNamed = isNamed || named && o.run != ""
			if named && r.Book.SHA256 == bookSHA256 && r.Mode != "dry_run" {
				return r, nil
			}
		}
		if len(runs) == part {
			continue
		}
		switch {
		case o.run == "":
			return nil, nil
		case isNamed:
			return nil, cli.Misuse(fmt.Errorf("the run %q is not of this book", o.run))
		}
		return nil, cli.Misuse(fmt.Errorf("the supplier has no run %q: \"run list\" lists them", o.run))
	}
}

// readControl reads the control totals with which the run was opened. It returns nil where there
// are none.
func (r *importRun) readControl(known []figures.Figure) (*figures.Tally, error) {
	if r == nil || r.Expected == nil || len(r.Expected.Totals) == 0 {
		return nil, nil
	}
	totals, err := figures.Parse(r.Expected.Totals, known)
	if err != nil {
		return nil, fmt.Errorf("the control totals of the run %s: %w", r.Name, err)
	}
	return totals, nil
}

// keptResult is what a run keeps of a comparison: totals, and of single accounts no values.
type keptResult struct {
	Agrees      bool          `json:"agrees"`
	Verdict     string        `json:"verdict"`
	BookSHA256  string        `json:"book_sha256"`
	Program     string        `json:"program"`
	NotCompared string        `json:"not_compared,omitzero"`
	Control     string        `json:"control,omitzero"`
	Totals      []keptTotal   `json:"totals"`
	Accounts    []keptAccount `json:"accounts,omitzero"`
	More        int           `json:"more_accounts,omitzero"`
}

type keptTotal struct {
	Title      string `json:"title"`
	Sent       string `json:"sent"`
	Stored     string `json:"stored"`
	Control    string `json:"control,omitzero"`
	Difference string `json:"difference"`
	Agrees     bool   `json:"agrees"`
}

type keptAccount struct {
	ExternalAccountNumber string `json:"external_account_number"`
	What                  string `json:"what"`
}

// maxKept is how many accounts a run keeps.
const maxKept = 100

func (r *report) newKeptResult() (*keptResult, error) {
	k := &keptResult{Agrees: r.Agrees, Verdict: r.verdict(), BookSHA256: r.BookSHA256, Program: "dataimport " + r.Program, NotCompared: r.limits(), Control: r.Control}
	for _, t := range r.Totals {
		k.Totals = append(k.Totals, keptTotal{t.Title, t.Sent, t.Stored, t.Control, t.Difference, t.Agrees})
	}
	for d, err := range r.found.all() {
		if err != nil {
			return nil, err
		}
		if len(k.Accounts) == maxKept {
			k.More = r.found.total() - maxKept
			break
		}
		k.Accounts = append(k.Accounts, keptAccount{d.ExternalAccountNumber, d.name()})
	}
	return k, nil
}

// name says how an account differs, without any value of it.
func (d *Difference) name() string {
	switch {
	case d.Kind == unreadable:
		return d.nameLines() + " of the book cannot be read"
	case d.isNotImported():
		return d.Kind.String() + ", in the service " + string(d.State)
	case d.Kind != differs:
		return d.Kind.String()
	}
	var names []string
	for _, item := range d.Items {
		name := strings.TrimSuffix(item.Name, ", SHA-256")
		if strings.HasPrefix(name, "Document ") {
			name = "Documents" // a path may name a person
		}
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if more := len(names) - maxDescribed; more > 0 {
		names = append(names[:maxDescribed], fmt.Sprintf("and %d more", more))
	}
	return "differs in " + strings.Join(names, "; ")
}

// keep keeps the result with the run, and says so. A client that may only read cannot keep it,
// which is a failure where --run asks for it.
func (o *options) keep(ctx context.Context, client *apiclient.Client, run *importRun, r *report, stdout io.Writer) error {
	kept, err := r.newKeptResult()
	if err != nil {
		return err
	}
	body, err := json.Marshal(kept)
	if err != nil {
		return err
	}
	path := paths.Runs + "/" + run.ID + paths.ReconcileRun + "/"
	err = client.Repeat(ctx, func() error {
		var answered struct{}
		return client.AttemptInto(ctx, apiclient.Request{Method: http.MethodPost, Path: path, Media: apiclient.MediaJSON, Body: body}, &answered)
	})
	refusal, isRefused := errors.AsType[*apiclient.Refusal](err)
	switch {
	case err == nil:
		_, err = fmt.Fprintf(stdout, "The run %s (%s) keeps this result.\n", apiclient.JoinLines(run.Name), run.ID)
		return err
	case isRefused && refusal.Code == "permission_denied" && o.run == "":
		_, err = fmt.Fprintf(stdout, "The run %s does not keep this result: the API key may only read.\n", apiclient.JoinLines(run.Name))
		return err
	}
	return fmt.Errorf("the run does not keep the result: %w", err)
}
