package telemetry_test

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"
	"dataimport/modules/kit/http/endpoint"
	"dataimport/modules/kit/ops/telemetry"
	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/store/settingsdb"
	"dataimport/modules/kit/testing/apptest"
)

// discard is a response writer that drops the answer.
type discard struct{ header http.Header }

func (d *discard) Header() http.Header         { return d.header }
func (d *discard) Write(p []byte) (int, error) { return len(p), nil }
func (d *discard) WriteHeader(int)             {}

// BenchmarkRequest measures a request that needs no database, because the database's
// share would hide the rest: without a watcher, and with the service's own watchers.
func BenchmarkRequest(b *testing.B) {
	quiet := slog.New(slog.DiscardHandler)
	watch, err := telemetry.Open(b.Context(), quiet)
	if err != nil {
		b.Fatal(err)
	}
	for _, test := range []struct {
		name    string
		observe func(string) endpoint.RequestObserver
	}{{"unwatched", nil}, {"watched", watch.Requests}} {
		server := &endpoint.Server{
			Settings: settingsdb.NewStore(database.NewReader(apptest.App(b))), Log: quiet, Observe: test.observe,
			Limits: payload.Limits{Items: 10, Depth: 4}, MaxBody: 100,
		}
		handler := server.Handler(nil, nil)
		b.Run(test.name, func(b *testing.B) {
			w := &discard{header: make(http.Header)}
			b.ReportAllocs()
			for b.Loop() {
				r := httptest.NewRequest(http.MethodPost, "/v1/nothing/", strings.NewReader("{}"))
				clear(w.header)
				handler.ServeHTTP(w, r)
			}
		})
	}
}

// BenchmarkWatcher measures the cost of counting alone.
func BenchmarkWatcher(b *testing.B) {
	watch, err := telemetry.Open(b.Context(), slog.New(slog.DiscardHandler))
	if err != nil {
		b.Fatal(err)
	}
	watcher := watch.Requests("greet")
	r := httptest.NewRequest(http.MethodPost, "/v1/greet/", nil)
	o := &endpoint.Outcome{Method: http.MethodPost, Status: http.StatusBadRequest, Code: fault.RequestFailedValidation,
		Faults: fault.List{{Code: "unknown_field"}}, Received: 5000, Took: time.Millisecond}
	b.ReportAllocs()
	b.RunParallel(func(p *testing.PB) {
		for p.Next() {
			watcher.Begin(r)
			watcher.End(context.Background(), o)
		}
	})
}
