package documents

import (
	"context"
	"errors"
	"io"
	"net/http"

	"dataimport/modules/kit/domain/document"
)

// The outcomes of a call of a store.
const (
	OutcomeFound       = "found"
	OutcomeNotFound    = "not_found"
	OutcomeUnavailable = "unavailable"
)

// Watch is called before each call of a store with the operation ("stat" or "open"). It
// returns the context of the call, for example with a span, and a function that is called
// with the outcome. Reading an opened document is not part of the call.
type Watch func(ctx context.Context, operation string) (within context.Context, end func(outcome string))

// Watched returns a store that reports every call to watch.
func Watched(s Store, watch Watch) Store {
	w := &watched{s, watch}
	if handler, ok := s.(http.Handler); ok {
		return &watchedHandler{w, handler}
	}
	return w
}

// Unwatched returns the store below a watched one. The service's own checks use it,
// because they are not traffic.
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

// watchedHandler is a watched store that also serves its links.
type watchedHandler struct {
	*watched
	http.Handler
}

// Stat looks a document up.
func (w *watched) Stat(ctx context.Context, at Location) (info document.Info, err error) {
	err = w.ask(ctx, "stat", func(ctx context.Context) error {
		info, err = w.Store.Stat(ctx, at)
		return err
	})
	return info, err
}

// Open reads a document.
func (w *watched) Open(ctx context.Context, at Location) (body io.ReadCloser, err error) {
	err = w.ask(ctx, "open", func(ctx context.Context) error {
		body, err = w.Store.Open(ctx, at)
		return err
	})
	return body, err
}

func (w *watched) ask(ctx context.Context, operation string, do func(ctx context.Context) error) error {
	ctx, end := w.watch(ctx, operation)
	err := do(ctx)
	end(outcomeOf(err))
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
