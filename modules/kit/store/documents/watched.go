package documents

import (
	"context"
	"errors"
	"io"
	"net/http"
	"time"

	"dataimport/modules/kit/ops/tracing"
)

// The outcomes of what a store is asked.
const (
	OutcomeFound       = "found"
	OutcomeNotFound    = "not_found"
	OutcomeUnavailable = "unavailable"
)

// Watch is told what a store was asked, "stat" or "open", how it answered, and after
// how long. Where the document itself was read on afterwards is not in that.
type Watch func(operation, outcome string, took time.Duration)

// Watched is a store whose every question is told to watch and stands in its trace.
func Watched(s Store, watch Watch) Store {
	w := &watched{s, watch}
	if handler, ok := s.(http.Handler); ok {
		return &watchedHandler{w, handler}
	}
	return w
}

// Unwatched is the store below one that is watched: what the service asks for itself
// is none of its traffic.
func Unwatched(s Store) Store {
	switch w := s.(type) {
	case *watched:
		return w.Store
	case *watchedHandler:
		return w.Store
	}
	return s
}

type watched struct {
	Store
	watch Watch
}

// watchedHandler serves the links that its store gives.
type watchedHandler struct {
	*watched
	http.Handler
}

// Stat looks a document up.
func (w *watched) Stat(ctx context.Context, path string) (info Info, err error) {
	err = w.ask(ctx, "stat", func(ctx context.Context) error {
		info, err = w.Store.Stat(ctx, path)
		return err
	})
	return info, err
}

// Open reads a document.
func (w *watched) Open(ctx context.Context, path string) (body io.ReadCloser, err error) {
	err = w.ask(ctx, "open", func(ctx context.Context) error {
		body, err = w.Store.Open(ctx, path)
		return err
	})
	return body, err
}

func (w *watched) ask(ctx context.Context, operation string, do func(ctx context.Context) error) error {
	began := time.Now()
	ctx, s := tracing.Start(ctx, "documents."+operation)
	err := do(ctx)
	outcome := outcomeOf(err)
	s.End(outcome == OutcomeUnavailable)
	w.watch(operation, outcome, time.Since(began))
	return err
}

func outcomeOf(err error) string {
	switch {
	case err == nil:
		return OutcomeFound
	case errors.Is(err, ErrNotFound):
		return OutcomeNotFound
	}
	return OutcomeUnavailable
}
