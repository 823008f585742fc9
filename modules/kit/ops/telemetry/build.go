package telemetry

import (
	"runtime"

	"github.com/prometheus/client_golang/prometheus"

	"dataimport/modules/kit/ops/release"
)

// Build returns a metric whose labels name the running release.
func Build() prometheus.Collector {
	return prometheus.NewGaugeFunc(prometheus.GaugeOpts{Namespace: namespace, Name: "build_info",
		Help:        "What is running; always 1.",
		ConstLabels: prometheus.Labels{"version": release.Version(), "revision": release.Commit(), "goversion": runtime.Version()},
	}, func() float64 { return 1 })
}
