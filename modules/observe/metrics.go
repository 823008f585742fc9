package observe

import (
	"log/slog"
	"net/http"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"dataimport/modules/kit/module"
	"dataimport/modules/kit/ops/disk"
	"dataimport/modules/kit/ops/telemetry"
)

const namespace = "dataimport"

// newCollectors returns the collectors that read their values when they are scraped.
func newCollectors(s *module.Runtime) []prometheus.Collector {
	gauge := func(name, help string, value func() float64) prometheus.Collector {
		return prometheus.NewGaugeFunc(prometheus.GaugeOpts{Namespace: namespace, Name: name, Help: help}, value)
	}
	return []prometheus.Collector{
		collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
		telemetry.Build(),
		&progressCollector{runtime: s},
		gauge("writer_queue_jobs", "Jobs that wait to be written.", func() float64 { return float64(s.Writer.Waiting()) }),
		gauge("disk_free_bytes", "Bytes that are free on the data folder's disk; -1 where that cannot be told.", func() float64 {
			free, err := disk.Free(s.App.DataDir())
			if err != nil {
				return -1
			}
			return float64(free)
		}),
		gauge("disk_floor_bytes", "Bytes that must be free for the service to be ready.", func() float64 { return float64(s.Config.MinDisk) }),
		prometheus.NewCounterFunc(prometheus.CounterOpts{Namespace: namespace, Name: "settings_loads_total",
			Help: "How often the operators' settings were read anew, after a change."}, func() float64 { return float64(s.Settings.Loads()) }),
	}
}

// newMetricsHandler serves all metrics to requests that may read them. A metric that cannot be read
// is left out and logged.
func newMetricsHandler(s *module.Runtime) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		page := promhttp.HandlerFor(s.Telemetry.Registry, promhttp.HandlerOpts{
			ErrorHandling: promhttp.ContinueOnError, ErrorLog: slog.NewLogLogger(s.Log().Handler(), slog.LevelWarn),
		})
		requireToken(s.Config.MetricsToken, page).ServeHTTP(w, r)
	})
}
