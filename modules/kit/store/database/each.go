package database

import "database/sql"

// Each runs a query and calls scan for each of its rows. Inside a write transaction scan
// must not run another statement. The error is of the query, or the first one of scan,
// which ends the iteration.
func Each(q Querier, query string, args []any, scan func(*sql.Rows) error) error {
	rows, err := q.Query(query, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := scan(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}
