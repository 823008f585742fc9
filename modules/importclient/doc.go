// Package importclient is the `import` command: it sends a book of accounts to
// a running service and says, line by line, what became of it.
//
// It runs stand-alone. It opens no database, imports no other module and knows
// the service only by its published HTTP interface, so it may run on any
// machine that reaches the service. Its one invariant: an account is counted as
// finished only after the service has given its final answer, and every line
// may be sent again without harm, because the service answers
// account_already_imported instead of importing twice.
//
// # The book
//
// A book is NDJSON: one JSON object a line, empty lines skipped, 32 MiB a line
// at most. A line is either a bare account or an envelope around one:
//
//	{"account": {...}, "notes": [...], "transactions": [...],
//	 "statements": [...], "payment_instruction": {...}}
//
// The account is sent byte for byte as it stands in the book. The other members
// of an envelope are sent once the account is imported, in the order above; an
// empty array is not sent. An account whose import_supplier is not the one of
// the command line is refused without being sent, and so is an envelope with a
// member that is neither one of these nor one of a report's: a misspelt "notes"
// must not be lost in silence.
//
// # The report
//
// Every refused line becomes one line of the report, which is itself a book:
// correct the account, delete nothing, and import the report. The members that
// explain the refusal are ignored on reading.
//
//	{"line": 12, "external_account_number": "X-1", "step": "stage",
//	 "code": "account_failed_validation", "detail": "...",
//	 "errors": [{"code": "...", "attr": "...", "detail": "..."}],
//	 "account": {...}, "notes": [...]}
//
// step is read (refused here, never sent), validate, stage, process, notes,
// transactions, statements or payment_instruction. A line from which no account
// could be read has "account": null and its text in "raw"; of a line that is
// too long only the number is kept. The report exists only if something was
// refused. A resumed run appends to it, any other run replaces it; runs that import
// nothing have a report of their own.
//
// # The journal
//
// An import of a regular file keeps BOOK.journal beside it, so that the same
// command carries on where an interrupted run left off. Its first line names
// the book (size and SHA-256 of its first MiB), the address, the supplier and
// the mode; a run with others is refused until --restart. Then come records:
//
//	12 staged imported -
//	13 staged - account_failed_validation:invalid_phone_number,required
//	ran 1.000s
//	complete
//
// the number of a finished line, whether this run staged it, what became of the
// account, and the code of a refusal with the codes of its faults; the time
// spent; and the mark of a run that left nothing unfinished. A record that a
// crash cut short is dropped and its line sent again. A refusal is recorded
// only after its report line is on disk: losing a record costs a repeated
// request, losing a report line would lose an account.
package importclient
