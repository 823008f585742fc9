package account

import "time"

// RowWriter takes the rows of an account: a write, or rows that are prepared for one.
type RowWriter interface {
	// Now is the moment of the write, or of the preparation.
	Now() time.Time
	// Insert writes n rows into table, in bounded statements. Each row gets an id of its
	// own, and the moment of the write. The function
	// values gives the other columns of a row, in their order and in the types that the
	// driver stores: decimals and dates as text. Insert copies them.
	Insert(table string, columns []string, n int, values func(i int) []any) error
	// InsertAs is Insert of rows whose ids are known before.
	InsertAs(ids []string, table string, columns []string, values func(i int) []any) error
	// Count changes a supplier's progress counter by n in the same transaction.
	Count(supplierID, name string, n int)
}
