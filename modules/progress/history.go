package progress

import (
	"encoding/json/v2"
	"time"

	"dataimport/modules/kit/store/database"
)

const valuesBeforeQuery = `SELECT COALESCE((SELECT n FROM progress_history WHERE supplier = ?1 AND name = ?2 AND at < m.value ORDER BY at DESC LIMIT 1), 0)
		FROM json_each(?3) m ORDER BY m.key`

// readValuesBefore returns the value of a counter at each moment: its value at the end of the last
// minute before. It takes one seek in an index for each moment.
func readValuesBefore(q database.Querier, supplierID, name string, moments []time.Time) ([]int, error) {
	texts := make([]string, len(moments))
	for i, moment := range moments {
		texts[i] = database.Time(moment)
	}
	encoded, err := json.Marshal(texts)
	if err != nil {
		return nil, err
	}
	values := make([]int, 0, len(moments))
	err = database.EachRow(q, func(row database.Row) error {
		var n int
		if err := row.Scan(&n); err != nil {
			return err
		}
		values = append(values, n)
		return nil
	}, valuesBeforeQuery, supplierID, name, string(encoded))
	return values, err
}

// readActivePeriod returns the first and the last minute in which a counter changed. Both are zero
// where it never did.
func readActivePeriod(q database.Querier, supplierID, name string) (first, last time.Time, err error) {
	const query = `SELECT COALESCE((SELECT at FROM progress_history WHERE supplier = ?1 AND name = ?2 ORDER BY at LIMIT 1), ''),
		COALESCE((SELECT at FROM progress_history WHERE supplier = ?1 AND name = ?2 ORDER BY at DESC LIMIT 1), '')`
	var from, to string
	err = q.QueryRow(query, supplierID, name).Scan(&from, &to)
	return database.ParseTime(from), database.ParseTime(to), err
}

// divideTime returns n moments at even distances from one to another, both included.
func divideTime(from, to time.Time, n int) []time.Time {
	moments := make([]time.Time, n)
	for i := range moments {
		moments[i] = from.Add(to.Sub(from) * time.Duration(i) / time.Duration(n-1))
	}
	return moments
}
