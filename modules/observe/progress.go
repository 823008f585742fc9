package observe

import (
	"strings"

	"github.com/prometheus/client_golang/prometheus"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/settings"
	"dataimport/modules/kit/module"
	"dataimport/modules/kit/store/accountevents"
	"dataimport/modules/kit/store/database"
)

// maxCounters bounds how many counters of suppliers are shown.
const maxCounters = 10_000

var (
	accountsDesc = prometheus.NewDesc(namespace+"_accounts", "Accounts of a supplier, by the state of their import.", []string{"supplier", "state"}, nil)
	itemsDesc    = prometheus.NewDesc(namespace+"_imported_items", "Data of a supplier that was imported onto accounts, by kind.", []string{"supplier", "kind"}, nil)
	faultsDesc   = prometheus.NewDesc(namespace+"_account_faults", "Accounts of a supplier whose data has a fault now, by its code.", []string{"supplier", "code"}, nil)
	ongoingDesc  = prometheus.NewDesc(namespace+"_supplier_ongoing", "1 where a supplier's migration is ongoing, 0 where it is paused or complete.", []string{"supplier"}, nil)
)

// states are the counters that count accounts. All others count data.
var states = map[string]bool{
	string(account.Staged): true, string(account.Imported): true, string(account.Skipped): true, accountevents.RefusedCounter: true,
	accountevents.UnstagedCounter: true, accountevents.IncompleteCounter: true,
}

// progressCollector shows the progress of the suppliers' migrations. The counters are stored with
// the data, so a scrape counts no rows.
type progressCollector struct {
	runtime *module.Runtime
}

// Describe sends the descriptions of the metrics.
func (p *progressCollector) Describe(descs chan<- *prometheus.Desc) {
	descs <- accountsDesc
	descs <- itemsDesc
	descs <- faultsDesc
	descs <- ongoingDesc
}

// Collect reads the metrics from the database. An error becomes an invalid metric.
func (p *progressCollector) Collect(to chan<- prometheus.Metric) {
	for _, read := range []func(chan<- prometheus.Metric) error{p.collectSuppliers, p.collectCounters} {
		if err := read(to); err != nil {
			to <- prometheus.NewInvalidMetric(accountsDesc, err)
		}
	}
}

func (p *progressCollector) collectSuppliers(to chan<- prometheus.Metric) error {
	return database.EachRow(p.runtime.Reader, func(row database.Row) error {
		var code, status string
		if err := row.Scan(&code, &status); err != nil {
			return err
		}
		ongoing := 0.0
		if settings.Status(status) == settings.Ongoing {
			ongoing = 1
		}
		to <- prometheus.MustNewConstMetric(ongoingDesc, prometheus.GaugeValue, ongoing, code)
		return nil
	}, `SELECT code, status FROM suppliers ORDER BY code LIMIT ?`, maxCounters)
}

func (p *progressCollector) collectCounters(to chan<- prometheus.Metric) error {
	const query = `SELECT s.code, p.name, p.n FROM progress p JOIN suppliers s ON s.id = p.supplier ORDER BY s.code, p.name LIMIT ?`
	return database.EachRow(p.runtime.Reader, func(row database.Row) error {
		var code, name string
		var n int64
		if err := row.Scan(&code, &name, &n); err != nil {
			return err
		}
		desc := itemsDesc
		if states[name] {
			desc = accountsDesc
		} else if fault, counted := strings.CutPrefix(name, accountevents.FaultCounter); counted {
			desc, name = faultsDesc, fault
		}
		to <- prometheus.MustNewConstMetric(desc, prometheus.GaugeValue, float64(n), code, name)
		return nil
	}, query, maxCounters)
}
