// Package importclient is the `import` command. It sends a book of accounts to a running
// service and reports the result of each line.
//
// It runs stand-alone. It opens no database, imports no other module and uses only the
// service's published HTTP interface, so it runs on any machine that reaches the service.
// Its one invariant: an account counts as finished only after the service's final answer.
// Every line may be sent again without harm, because the service then answers
// account_already_imported and does not import twice.
//
// # The book
//
// A book is NDJSON: one JSON object a line. Empty lines are skipped. A line has 32 MiB at
// most. A line is either a bare account or an envelope around one:
//
//	{"account": {...}, "notes": [...], "transactions": [...],
//	 "statements": [...], "payment_instruction": {...}}
//
// The account is sent byte for byte as it stands in the book. The other members of an
// envelope are sent once the account is imported, in the order above. An empty array is
// not sent. An account is refused without being sent where its import_supplier is not the
// one of the command line. So is an envelope with a member that is neither one of these nor
// one of a report's: a misspelt "notes" must not be lost in silence.
//
// # The report
//
// Every refused line becomes one line of the report. The report is itself a book: correct
// the account, delete nothing, and import the report. Reading ignores the members that
// explain the refusal.
//
//	{"line": 12, "external_account_number": "X-1", "step": "stage",
//	 "code": "account_failed_validation", "detail": "...",
//	 "errors": [{"code": "...", "attr": "...", "detail": "..."}],
//	 "account": {...}, "notes": [...]}
//
// step is read (refused here, never sent), validate, stage, process, notes, transactions,
// statements or payment_instruction. A line from which no account could be read has
// "account": null and its text in "raw". Of a line that is too long only the number is
// kept. The report exists only if a line was refused. A resumed run appends to it, any
// other run replaces it. Runs that import nothing have a report of their own.
//
// # The resume log
//
// An import of a regular file keeps the file BOOK.journal beside it. With it, the same
// command continues where an interrupted run ended. Its first line holds the book's size
// and the SHA-256 of its first MiB, the address, the supplier and the mode. A run with
// others is refused until --restart. Then come records:
//
//	12 staged imported -
//	13 staged - account_failed_validation:invalid_phone_number,required
//	ran 1.000s
//	complete
//
// A record of a line has its number, whether this run staged it, the result for the
// account, and the code of a refusal with the codes of its faults. The record "ran" has the
// time spent. The record "complete" ends a run that left nothing unfinished. A record that
// a crash cut short is dropped and its line sent again. A refusal is recorded only after
// its report line is on disk: a lost record costs a repeated request, but a lost report
// line would lose an account.
package importclient
