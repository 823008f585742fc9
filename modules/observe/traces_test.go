package observe_test

import (
	"bytes"
	"context"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	collector "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	tracepb "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"

	"dataimport/modules/kit/testing/apptest"
)

// traceReceiver takes traces as a collector does.
type traceReceiver struct {
	mu    sync.Mutex
	spans []*tracepb.Span
	about string // of the sender
	raw   []byte
}

func receive(t *testing.T) *traceReceiver {
	t.Helper()
	r := &traceReceiver{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, request *http.Request) {
		body, err := io.ReadAll(request.Body)
		var sent collector.ExportTraceServiceRequest
		if err == nil {
			err = proto.Unmarshal(body, &sent)
		}
		if err != nil || request.URL.Path != "/v1/traces" {
			t.Errorf("%s: %v", request.URL.Path, err)
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		r.mu.Lock()
		defer r.mu.Unlock()
		r.raw = append(r.raw, body...)
		for _, resource := range sent.ResourceSpans {
			r.about = resource.Resource.String()
			for _, scope := range resource.ScopeSpans {
				r.spans = append(r.spans, scope.Spans...)
			}
		}
		w.Header().Set("Content-Type", "application/x-protobuf")
	}))
	t.Cleanup(server.Close)
	t.Setenv("OTEL_EXPORTER_OTLP_ENDPOINT", server.URL)
	return r
}

// awaitSpans returns the spans after the service has sent all.
func (r *traceReceiver) awaitSpans(env *apptest.Env) []*tracepb.Span {
	env.Runtime.Telemetry.Close(context.Background())
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.spans
}

// listChildren lists the names of a span's children, in the order of their start.
func listChildren(spans []*tracepb.Span, parent *tracepb.Span) []string {
	var children []*tracepb.Span
	for _, s := range spans {
		if bytes.Equal(s.ParentSpanId, parent.SpanId) {
			children = append(children, s)
		}
	}
	slices.SortStableFunc(children, func(a, b *tracepb.Span) int { return int(int64(a.StartTimeUnixNano) - int64(b.StartTimeUnixNano)) })
	var names []string
	for _, c := range children {
		name := c.Name
		if inner := listChildren(spans, c); len(inner) > 0 {
			name += fmt.Sprint(inner)
		}
		names = append(names, name)
	}
	return names
}

func TestARequestIsTraced(t *testing.T) {
	r := receive(t)
	env := serveObserved(t)
	sendTraffic(t, env)
	got := make(map[string][]string) // what stands below the spans of an operation
	for _, s := range r.awaitSpans(env) {
		for _, about := range s.Attributes {
			if route := about.Value.GetStringValue(); about.Key == "http.route" && strings.ContainsAny(route, " $") {
				t.Errorf("the route of %s is %q", s.Name, route)
			}
		}
		if len(s.ParentSpanId) == 0 {
			got[s.Name] = append(got[s.Name], strings.Join(listChildren(r.spans, s), " "))
		}
	}
	const write = "writer.wait writer.commit"
	for operation, want := range map[string][]string{
		"stageAccount":             {"validate", "validate " + write},
		"createAccount":            {"validate validate " + write},
		"createNotes":              {"validate[documents.stat]", "validate[documents.stat] " + write},
		"createPaymentInstruction": {"validate vendor.verify", "validate vendor.verify " + write},
		"getAccountStatus":         {""},
		"unknown":                  {""},
	} {
		if !slices.Equal(got[operation], want) {
			t.Errorf("below %s stand %q, want %q", operation, got[operation], want)
		}
	}
	if !strings.Contains(r.about, `"dataimport"`) {
		t.Errorf("the sender is %s", r.about)
	}
	for _, name := range personal {
		if bytes.Contains(r.raw, []byte(name)) {
			t.Errorf("%q is in the traces", name)
		}
	}
}

func TestATraceThatBeganElsewhereGoesOn(t *testing.T) {
	r := receive(t)
	env := serveObserved(t)
	const trace, parent = "4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"
	for _, sampled := range []string{"01", "00"} {
		request, err := http.NewRequest(http.MethodGet, env.URL+"/v1/nothing/", nil)
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("Traceparent", "00-"+trace+"-"+parent+"-"+sampled)
		request.Header.Set("X-Request-Id", "of-the-client")
		env.Do(request, "")
	}
	spans := r.awaitSpans(env)
	if len(spans) != 1 {
		t.Fatalf("%d spans: one of the two requests was chosen by who began its trace", len(spans))
	}
	s := spans[0]
	if hex.EncodeToString(s.TraceId) != trace || hex.EncodeToString(s.ParentSpanId) != parent || s.Kind != tracepb.Span_SPAN_KIND_SERVER {
		t.Errorf("%s", s)
	}
	if text := s.String(); !strings.Contains(text, "of-the-client") || !strings.Contains(text, "404") || !strings.Contains(text, "not_found") {
		t.Errorf("the span does not say what became of the request: %s", text)
	}
}

func TestNothingIsTracedUnasked(t *testing.T) {
	r := receive(t)
	t.Setenv("OTEL_SDK_DISABLED", "true")
	env := serveObserved(t)
	sendTraffic(t, env)
	if spans := r.awaitSpans(env); len(spans) > 0 {
		t.Errorf("%d spans", len(spans))
	}
}
