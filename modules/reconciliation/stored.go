package reconciliation

import (
	"bufio"
	"context"
	"encoding/json/jsontext"
	"encoding/json/v2"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/figures"
	"dataimport/modules/kit/http/apiclient"
	"dataimport/modules/kit/http/paths"
)

// storedAccount is an account, as the service has it.
type storedAccount struct {
	number, service, sha256 string
	state                   account.State
	tally                   *figures.Tally
}

// isErased reports whether the customer of the account was erased: the service then has no
// checksum of what was sent, and no paths of documents.
func (a *storedAccount) isErased() bool { return a.state == account.Imported && a.sha256 == "" }

// storedReader reads the accounts of a supplier from the service, in the order of the bytes of
// their numbers.
type storedReader struct {
	client   *apiclient.Client
	supplier string
	known    []figures.Figure

	accounts chan *storedAccount
	failed   error // set before accounts is closed
	after    string
}

// ahead is how many accounts are read before they are compared.
const ahead = 1000

// start reads until all accounts are read or ctx ends.
func (r *storedReader) start(ctx context.Context) {
	r.accounts = make(chan *storedAccount, ahead)
	go func() {
		defer close(r.accounts)
		r.failed = r.client.Repeat(ctx, func() error { return r.readOnce(ctx) })
	}()
}

// readAccount returns the next account, and nil at the end.
func (r *storedReader) readAccount() (*storedAccount, error) {
	a, open := <-r.accounts
	if !open {
		return nil, explainFailure(r.failed)
	}
	return a, nil
}

// readOnce makes one request, for the accounts behind those that were read.
func (r *storedReader) readOnce(ctx context.Context) error {
	before := r.after
	path := paths.Reconciliation + "/" + url.PathEscape(r.supplier) + "/"
	if r.after != "" {
		path += "?" + url.Values{"after": {r.after}}.Encode()
	}
	_, err := r.client.Attempt(ctx, apiclient.Request{Method: http.MethodGet, Path: path}, func(_ http.Header, body io.Reader) error {
		return r.readLines(ctx, body)
	})
	if err != nil && r.after != before {
		return &apiclient.ProgressError{Err: err}
	}
	return err
}

func (r *storedReader) readLines(ctx context.Context, body io.Reader) error {
	lines := bufio.NewReaderSize(body, 64<<10)
	for {
		text, err := lines.ReadBytes('\n')
		switch {
		case errors.Is(err, io.EOF) && len(text) == 0:
			return nil
		case err != nil:
			return apiclient.BrokenError(err)
		}
		a, err := r.parseLine(text)
		if err != nil {
			return &apiclient.StopError{Reason: "the answer of the service is not understood: " + err.Error()}
		}
		select {
		case r.accounts <- a:
			r.after = a.number
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func (r *storedReader) parseLine(text []byte) (*storedAccount, error) {
	var line storedLine
	if err := json.Unmarshal(text, &line); err != nil {
		return nil, err
	}
	if line.ExternalAccountNumber <= r.after {
		return nil, fmt.Errorf("the accounts are not in order")
	}
	tally, err := figures.Parse(line.Figures, r.known)
	if err != nil {
		return nil, err
	}
	for _, d := range line.Documents {
		tally.AddDocument(d.Path, d.SHA256)
	}
	return &storedAccount{number: line.ExternalAccountNumber, service: line.ServiceAccountNumber, sha256: line.SHA256, state: line.State, tally: tally}, nil
}

// explainFailure returns an error that says what to do about it.
func explainFailure(err error) error {
	refusal, ok := errors.AsType[*apiclient.Refusal](err)
	switch {
	case !ok:
		return err
	case refusal.HasCode(fault.SupplierNotFound):
		return fmt.Errorf("the import supplier is unknown to the service, or not granted to this API key, see --supplier (%w)", refusal)
	case refusal.Status == http.StatusNotFound:
		return fmt.Errorf("the service at this address reconciles nothing: --url is wrong, or the service is older than this program (%w)", refusal)
	}
	return fmt.Errorf("the service refuses to be read: %w", refusal)
}

// storedLine is a line of the service's answer.
type storedLine struct {
	ExternalAccountNumber string         `json:"external_account_number"`
	ServiceAccountNumber  string         `json:"service_account_number"`
	State                 account.State  `json:"state"`
	SHA256                string         `json:"sha256"`
	Figures               jsontext.Value `json:"figures"`
	Documents             []struct {
		Path   string `json:"path"`
		SHA256 string `json:"sha256"`
	} `json:"documents"`
}
