package telemetry

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"go.opentelemetry.io/otel/attribute"

	"dataimport/modules/kit/http/tracing"
	"dataimport/modules/kit/store/documents"
	"dataimport/modules/kit/store/writer"
	"dataimport/modules/kit/vendors"
)

var (
	// holds are the bucket bounds of the durations of transactions and commits, in
	// seconds.
	holds = []float64{.0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 5}
	// groups are the bucket bounds of the number of jobs in one transaction.
	groups = []float64{1, 2, 4, 8, 16, 32, 64, 128, 256}
	// waits are the bucket bounds of the answer times of other services, in seconds.
	waits = []float64{.001, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30}
)

// Writer returns the function that counts the writer's transactions.
func (t *Telemetry) Writer() writer.Watch {
	histogram := func(name, help string, bounds []float64) prometheus.Histogram {
		return prometheus.NewHistogram(prometheus.HistogramOpts{Namespace: namespace, Subsystem: "writer", Name: name, Help: help, Buckets: bounds})
	}
	jobs := histogram("transaction_jobs", "Jobs that were written in one transaction.", groups)
	held := histogram("transaction_duration_seconds", "How long transactions held the write connection.", holds)
	commit := histogram("commit_duration_seconds", "How long commits took, which is the disk's time.", holds)
	failed := prometheus.NewCounter(prometheus.CounterOpts{Namespace: namespace, Subsystem: "writer", Name: "errors_total",
		Help: "Transactions that failed as a whole."})
	t.Registry.MustRegister(jobs, held, commit, failed)
	return writer.Watch{
		Committed: func(n int, took, committing time.Duration, err error) {
			jobs.Observe(float64(n))
			held.Observe(took.Seconds())
			if committing > 0 {
				commit.Observe(committing.Seconds())
			}
			if err != nil {
				failed.Inc()
			}
		},
		Trace: tracing.Adder,
	}
}

// Documents returns the watch of the document store: it counts, times and traces each call.
func (t *Telemetry) Documents() documents.Watch {
	total, took := t.calls("document_store", "the document store", "operation")
	return func(ctx context.Context, operation string) (context.Context, func(outcome string)) {
		began := time.Now()
		ctx, span := tracing.Start(ctx, "documents."+operation)
		return ctx, func(outcome string) {
			span.End(outcome == documents.OutcomeUnavailable)
			total.WithLabelValues(operation, outcome).Inc()
			took.WithLabelValues(operation).Observe(time.Since(began).Seconds())
		}
	}
}

// Vendors returns the watch of the payment vendors: it counts, times and traces each Verify.
func (t *Telemetry) Vendors() vendors.Watch {
	total, took := t.calls("payment_vendor", "payment vendors", "kind")
	return func(ctx context.Context, kind string) (context.Context, func(outcome string)) {
		began := time.Now()
		ctx, span := tracing.Start(ctx, "vendor.verify", attribute.String("dataimport.vendor", kind))
		return ctx, func(outcome string) {
			span.End(outcome == vendors.OutcomeUnavailable)
			total.WithLabelValues(kind, outcome).Inc()
			took.WithLabelValues(kind).Observe(time.Since(began).Seconds())
		}
	}
}

// calls returns the metrics of calls to another service: their number, and their
// duration. label is the name of the label with the kind of call.
func (t *Telemetry) calls(subsystem, whom, label string) (*prometheus.CounterVec, *prometheus.HistogramVec) {
	total := prometheus.NewCounterVec(prometheus.CounterOpts{Namespace: namespace, Subsystem: subsystem, Name: "calls_total",
		Help: "What was asked of " + whom + ", by how it ended."}, []string{label, "outcome"})
	took := prometheus.NewHistogramVec(prometheus.HistogramOpts{Namespace: namespace, Subsystem: subsystem, Name: "call_duration_seconds",
		Help: "How long the answers of " + whom + " took.", Buckets: waits}, []string{label})
	t.Registry.MustRegister(total, took)
	return total, took
}
