package module

import "strings"

// Table is a table of the database. Exactly one module owns it.
//
// Every column but id, created, updated and those of the key has one privacy class: it
// says what becomes of the column when the customer of the account is erased. The classes
// list the names of columns with space between them.
type Table struct {
	Name   string
	Access Access
	Key    Key
	// Counted says that the supplier has a progress counter of the table's name.
	Counted bool

	// Kept columns stay: money, dates and codes, which say nothing of a person by
	// themselves, and all columns of tables without personal data of customers.
	Kept string
	// Emptied columns are texts, which are empty afterwards.
	Emptied string
	// Unset columns are false afterwards.
	Unset string
	// Rewritten columns lose a part: the value is the SQL of what remains.
	Rewritten map[string]string
	// Removed is an SQL condition of rows that an erasure deletes; empty for none.
	Removed string
	// Sent columns hold what a client sent. They are emptied by an erasure, and when the
	// payloads of the supplier are purged. The column that PurgedAt names keeps when that was.
	Sent, PurgedAt string

	// Packed lists the columns that hold packed texts, see package packed.
	Packed string
	// JSON lists the columns that hold JSON. An export shows their values as JSON.
	JSON string
	// Documents are the places that name a document of the document store. Each is a
	// column, or a column with the path in its JSON: document_paths.*.document_path. The
	// checksum of the document is in the column, or in the member, sha256.
	Documents []string
	// SentDocuments are the places of a sent account that become Documents:
	// notes.*.document_paths.*.document_path.
	SentDocuments []string
	// Undated says that the table has no column updated.
	Undated bool
	// TakenBack changes rows that stay when the account is taken back. Rows that have the
	// account's id are deleted then.
	TakenBack Change
}

// Access says who changes the rows of a table, beside the service itself.
type Access int

const (
	// ReadOnly rows are written by the service alone. Operators read them. The dashboard
	// refuses to change them and the form of their collection, also for admins.
	ReadOnly Access = iota
	// Edited rows are changed by operators. The audit log has every change.
	Edited
	// AppendOnly rows are never changed or deleted, and only the service adds them.
	AppendOnly
	// Internal tables are no collections: no interface shows them.
	Internal
)

// Key says which columns name the account of a row. The zero value is the key of tables
// whose rows belong to no account.
type Key struct {
	Account string // the column with the account's id
	Process string // the column with the id of the account's import process
	Number  bool   // the columns supplier and external_account_number
}

// Identity is an account, by all the names that rows have for it.
type Identity struct {
	SupplierID, ExternalAccountNumber string
	ProcessID                         string
	AccountID                         string // empty where the account is not imported
}

// Change is a change of rows, in SQL.
type Change struct {
	Set   string // empty for no change
	Where string // a further condition; empty for none
}

// IsOfAccounts reports whether rows of the table belong to accounts.
func (t *Table) IsOfAccounts() bool { return t.Key != Key{} }

// Condition is the SQL condition that finds the rows of an account, and its arguments.
func (t *Table) Condition(of Identity) (where string, args []any) {
	switch {
	case t.Key.Account != "":
		return t.Key.Account + ` = ?`, []any{of.AccountID}
	case t.Key.Process != "":
		return t.Key.Process + ` = ?`, []any{of.ProcessID}
	}
	return `supplier = ? AND external_account_number = ?`, []any{of.SupplierID, of.ExternalAccountNumber}
}

// Classified are the columns that have a privacy class.
func (t *Table) Classified() []string {
	columns := strings.Fields(t.Kept + " " + t.Emptied + " " + t.Unset + " " + t.Sent + " " + t.PurgedAt)
	for column := range t.Rewritten {
		columns = append(columns, column)
	}
	return columns
}

// Unclassified are the columns that need no privacy class: the row's own id and dates, and
// those of the key.
func (t *Table) Unclassified() []string {
	columns := []string{"id", "created"}
	if !t.Undated {
		columns = append(columns, "updated")
	}
	if t.Key.Number {
		columns = append(columns, "supplier", "external_account_number")
	}
	for _, column := range []string{t.Key.Account, t.Key.Process} {
		if column != "" && column != "id" {
			columns = append(columns, column)
		}
	}
	return columns
}

// WithoutMembers is the SQL of a column's JSON array of objects without some members.
func WithoutMembers(column string, members ...string) string {
	return `(SELECT json_group_array(json_remove(value, '$.` + strings.Join(members, `', '$.`) + `')) FROM json_each(NULLIF(` + column + `, '')))`
}
