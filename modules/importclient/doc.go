// Package importclient is the commands `import`, `book check` and `run`. They send a book of
// accounts to a running service and report the outcome of each line.
//
// The commands run stand-alone. They open no database of the service, import no other module
// and use only the service's published HTTP interface, so they run on any machine that reaches
// the service. Their one invariant: a line counts as finished only after the service's answer.
// Every line may be sent again without harm, because the service knows the lines of a run by
// their content.
//
// # The book
//
// A book is NDJSON: one JSON object a line. Empty lines are skipped. A line has 32 MiB at
// most; the service may take less. A line is a bare account, an envelope around one, or further
// data for an imported account:
//
//	{"import_supplier": "ACME", "external_account_number": "X-1", "customers": [...]}
//	{"account": {...}, "notes": [...], "transactions": [...], "statements": [...], "payment_instruction": {...}}
//	{"external_account_number": "X-1", "notes": [...]}
//
// A line is sent byte for byte as it stands in the book, without the members that a report
// adds. Further data is sent after all accounts.
//
// The book is read twice. The first time makes an index of it, in a scratch database: where
// each line is, its SHA-256, and the number of its account. Lines of one number with different
// content are refused, all of them, and none is sent. Lines of the same bytes are sent once.
// The second time sends the lines. A line that has changed in between ends the run.
//
// # The run
//
// A run is the service's record of an import: its book and the outcome of each line. A client
// opens a run or resumes the open one of the same supplier, API client, name and mode, asks for
// the outcomes that it has, sends the other lines in batches, and closes it. So no state of an
// import is on the client's machine. A client that ends before the end of its book lets go of
// the run, which stays open. Another client that works on the run is waited for, for a minute at
// most, because it may have been killed; --take-over does not wait.
//
// A check belongs to no run, and nothing of it is stored. The keys that lines claim come with
// the answers, and the client finds those that two lines claim.
//
// # The report
//
// Every refused line becomes one line of the report, once the book is sent. The report is
// itself a book: correct the lines, delete nothing, and import the report.
//
//	{"line": 12, "external_account_number": "X-1", "step": "stage",
//	 "code": "account_failed_validation", "detail": "...",
//	 "errors": [{"code": "...", "attr": "...", "detail": "..."}],
//	 "account": {...}, "notes": [...]}
//
// A line of which a part is imported has the parts in done. A line from which nothing could be
// read has "account": null and its text in "raw". Of a line that is too long only the number is
// kept. The report exists only if a line was refused. It is written as a whole and replaces the
// report of an earlier run. Runs that import nothing have a report of their own.
package importclient
