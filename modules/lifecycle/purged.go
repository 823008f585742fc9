package lifecycle

import (
	"dataimport/modules/kit/module"
	"dataimport/modules/kit/store/database"
)

// isPurged reports whether the payload of a staging was removed.
func isPurged(q database.Querier, tables module.Tables, stagingID string) (purged bool, err error) {
	for i := range tables {
		t := &tables[i]
		if t.Sent == "" {
			continue
		}
		var one bool
		if err := q.QueryRow(`SELECT EXISTS (SELECT 1 FROM `+t.Name+` WHERE id = ? AND `+t.PurgedAt+` <> '')`, stagingID).Scan(&one); err != nil {
			return false, err
		}
		purged = purged || one
	}
	return purged, nil
}

// countPurged counts a supplier's imported accounts whose payload was removed.
func countPurged(q database.Querier, tables module.Tables, supplierID string) (n int, err error) {
	for i := range tables {
		t := &tables[i]
		if t.Sent == "" {
			continue
		}
		var some int
		query := `SELECT count(*) FROM import_processes p JOIN ` + t.Name + ` s ON s.id = p.staging
			WHERE p.supplier = ? AND p.state = 'imported' AND s.` + t.PurgedAt + ` <> ''`
		if err := q.QueryRow(query, supplierID).Scan(&some); err != nil {
			return 0, err
		}
		n += some
	}
	return n, nil
}
