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
	"dataimport/modules/kit/store/replica"
)

const namespace = "dataimport"

// newCollectors returns the collectors that read their values when they are scraped.
func newCollectors(s *module.Runtime) []prometheus.Collector {
	gauge := func(name, help string, value func() float64) prometheus.Collector {
		return prometheus.NewGaugeFunc(prometheus.GaugeOpts{Namespace: namespace, Name: name, Help: help}, value)
	}
	replicaGauge := func(name, help string, value func(replica.Status) float64) prometheus.Collector {
		return gauge("replica_"+name, help+" 0 without a replica.", func() float64 {
			if s.Replica == nil {
				return 0
			}
			return value(s.Replica.Status())
		})
	}
	return []prometheus.Collector{
		replicaGauge("generation", "Generation of the replica that this machine writes as the primary.", func(r replica.Status) float64 { return float64(r.Generation) }),
		replicaGauge("lag_seconds", "How old the oldest write is that may not be in the storage.", func(r replica.Status) float64 { return r.Lag.Seconds() }),
		replicaGauge("failing_seconds", "For how long the storage has taken nothing.", func(r replica.Status) float64 { return r.Failing.Seconds() }),
		replicaGauge("sync_mode", "1 where a write is answered when it is in the storage.", func(r replica.Status) float64 {
			if r.Mode != replica.Sync {
				return 0
			}
			return 1
		}),
		replicaGauge("lease_seconds", "For how long this machine may answer as the primary without a renewal of its lease. 0 where it has run out, and where no standby can take over.",
			func(r replica.Status) float64 { return r.Lease.Seconds() }),
		replicaGauge("last_success_timestamp_seconds", "When the storage last had all that was written.", func(r replica.Status) float64 {
			if r.Synced.IsZero() {
				return 0
			}
			return float64(r.Synced.UnixMilli()) / 1000
		}),
		replicaGauge("sync_seconds", "How long the last sync with the storage took.", func(r replica.Status) float64 { return r.LastSync.Seconds() }),
		replicaGauge("waiting_groups", "Groups of writes that wait for the storage.", func(r replica.Status) float64 { return float64(r.Waiting) }),
		replicaGauge("standby", "1 where a standby follows.", func(r replica.Status) float64 {
			if r.Standby == "" {
				return 0
			}
			return 1
		}),
		replicaGauge("standby_behind_transactions", "By how many transactions of the replica the standby was behind when it last said so.", func(r replica.Status) float64 { return float64(r.Behind) }),
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
