package database

// Row gives the columns of the current row of a query.
type Row interface {
	Scan(columns ...any) error
}

// EachRow runs a query and calls read for each row. It ends with the first error, of the
// query or of read. The rows are closed when it returns. Inside a write transaction read must
// not run another statement.
func EachRow(q Querier, read func(row Row) error, query string, args ...any) error {
	rows, err := q.Query(query, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := read(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

// ReadRows runs a query and returns an item for each row, which read fills. It returns no
// items where there is an error.
func ReadRows[T any](q Querier, read func(row Row, item *T) error, query string, args ...any) (items []T, err error) {
	err = EachRow(q, func(row Row) error {
		var item T
		if err := read(row, &item); err != nil {
			return err
		}
		items = append(items, item)
		return nil
	}, query, args...)
	if err != nil {
		return nil, err
	}
	return items, nil
}

// ReadTexts returns the values of the only column of a query, which are texts.
func ReadTexts(q Querier, query string, args ...any) (texts []string, err error) {
	err = EachRow(q, func(row Row) error {
		var text string
		err := row.Scan(&text)
		texts = append(texts, text)
		return err
	}, query, args...)
	return texts, err
}
