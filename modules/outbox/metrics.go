package outbox

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"dataimport/modules/kit/module"
	"dataimport/modules/kit/store/database"
)

// maxReceivers bounds how many receivers are shown.
const maxReceivers = 3_000

// receiverLabels name a receiver: an event endpoint, or a supplier's customers, who
// have no name of their own.
var receiverLabels = []string{"supplier", "kind", "receiver"}

var (
	waitingDesc = prometheus.NewDesc("dataimport_outbox_waiting", "Deliveries to a receiver that wait.", receiverLabels, nil)
	oldestDesc  = prometheus.NewDesc("dataimport_outbox_oldest_waiting_seconds",
		"Age of the oldest delivery that waits for a receiver; 0 where none does. A receiver that is disabled has none.", receiverLabels, nil)
	deadDesc = prometheus.NewDesc("dataimport_outbox_dead", "Deliveries to a receiver that were given up.", receiverLabels, nil)
)

// lag shows how far behind the deliveries are.
type lag struct {
	runtime *module.Runtime
}

// Describe names the metrics.
func (l *lag) Describe(descs chan<- *prometheus.Desc) {
	descs <- waitingDesc
	descs <- oldestDesc
	descs <- deadDesc
}

// Collect reads them.
func (l *lag) Collect(to chan<- prometheus.Metric) {
	if err := l.collect(to, time.Now()); err != nil {
		to <- prometheus.NewInvalidMetric(waitingDesc, err)
	}
}

// collect goes through what waits by an index that has nothing else in it: ids sort by
// time, and the one on (receiver, id) would have it look at all that was ever delivered.
func (l *lag) collect(to chan<- prometheus.Metric, now time.Time) error {
	const query = `WITH receivers (id, supplier, kind, name, served) AS (
			SELECT id, id, 'email', '', TRUE FROM suppliers UNION ALL SELECT id, supplier, 'event', name, NOT disabled FROM event_endpoints)
		SELECT s.code, r.kind, r.name, r.served,
			(SELECT count(*) FROM outbox INDEXED BY outbox_order WHERE receiver = r.id AND state = 'waiting'),
			COALESCE((SELECT created FROM outbox WHERE id = (
				SELECT min(id) FROM outbox INDEXED BY outbox_order WHERE receiver = r.id AND state = 'waiting')), ''),
			(SELECT count(*) FROM outbox INDEXED BY outbox_dead WHERE receiver = r.id AND state = 'dead')
		FROM receivers r JOIN suppliers s ON s.id = r.supplier ORDER BY s.code, r.kind, r.name LIMIT ?`
	rows, err := l.runtime.Reader.Query(query, maxReceivers)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var supplier, kind, name, since string
		var served bool
		var waiting, dead float64
		if err := rows.Scan(&supplier, &kind, &name, &served, &waiting, &since, &dead); err != nil {
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
	}
	return rows.Err()
}
