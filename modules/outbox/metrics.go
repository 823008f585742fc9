package outbox

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"dataimport/modules/kit/module"
	"dataimport/modules/kit/store/database"
)

// maxReceivers bounds how many receivers the metrics show.
const maxReceivers = 3_000

// receiverLabels identify a receiver: an event endpoint, or a supplier's customers. The customers
// have no receiver name.
var receiverLabels = []string{"supplier", "kind", "receiver"}

var (
	waitingDesc = prometheus.NewDesc("dataimport_outbox_waiting", "Deliveries to a receiver that wait.", receiverLabels, nil)
	oldestDesc  = prometheus.NewDesc("dataimport_outbox_oldest_waiting_seconds",
		"Age of the oldest delivery that waits for a receiver; 0 where none does. A receiver that is disabled has none.", receiverLabels, nil)
	deadDesc = prometheus.NewDesc("dataimport_outbox_dead", "Deliveries to a receiver that were given up.", receiverLabels, nil)
)

// lag collects the metrics of deliveries that wait or are dead.
type lag struct {
	runtime *module.Runtime
}

// Describe sends the descriptions of the metrics.
func (l *lag) Describe(descs chan<- *prometheus.Desc) {
	descs <- waitingDesc
	descs <- oldestDesc
	descs <- deadDesc
}

// Collect reads the metrics from the database. An error becomes an invalid metric.
func (l *lag) Collect(to chan<- prometheus.Metric) {
	if err := l.collectGauges(to, time.Now()); err != nil {
		to <- prometheus.NewInvalidMetric(waitingDesc, err)
	}
}

// collectGauges counts by indexes that hold waiting or dead deliveries alone. The ids sort by time.
// The index on (receiver, id) is not used: it also holds each row that was delivered.
func (l *lag) collectGauges(to chan<- prometheus.Metric, now time.Time) error {
	const query = `WITH receivers (id, supplier, kind, name, served) AS (
			SELECT id, id, 'email', '', TRUE FROM suppliers UNION ALL SELECT id, supplier, 'event', name, NOT disabled FROM event_endpoints)
		SELECT s.code, r.kind, r.name, r.served,
			(SELECT count(*) FROM outbox INDEXED BY outbox_order WHERE receiver = r.id AND state = 'waiting'),
			COALESCE((SELECT created FROM outbox WHERE id = (
				SELECT min(id) FROM outbox INDEXED BY outbox_order WHERE receiver = r.id AND state = 'waiting')), ''),
			(SELECT count(*) FROM outbox INDEXED BY outbox_dead WHERE receiver = r.id AND state = 'dead')
		FROM receivers r JOIN suppliers s ON s.id = r.supplier ORDER BY s.code, r.kind, r.name LIMIT ?`
	return database.EachRow(l.runtime.Reader, func(row database.Row) error {
		var supplier, kind, name, since string
		var served bool
		var waiting, dead float64
		if err := row.Scan(&supplier, &kind, &name, &served, &waiting, &since, &dead); err != nil {
			return err
		}
		gauge := func(desc *prometheus.Desc, value float64) {
			to <- prometheus.MustNewConstMetric(desc, prometheus.GaugeValue, value, supplier, kind, name)
		}
		gauge(waitingDesc, waiting)
		gauge(deadDesc, dead)
		switch {
		case since == "":
			gauge(oldestDesc, 0)
		case served:
			gauge(oldestDesc, now.Sub(database.ParseTime(since)).Seconds())
		}
		return nil
	}, query, maxReceivers)
}
