package runs

// The examples of the documentation are a rehearsal of a book with one line.
const (
	exampleHolder = "7f3c9a52"
	exampleSHA256 = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"

	openExample = `{"import_supplier": "ACME", "name": "book.ndjson", "mode": "rehearsal", "operations_team_name": "Migration",
		"book": {"sha256": "` + exampleSHA256 + `", "bytes": 143, "lines": 1}, "holder": "` + exampleHolder + `"}`

	lineExample = `{"line": 1, "entry": {"import_supplier": "ACME", "external_account_number": "1002", "customers": [{"given_name": "Siân", "family_name": "Ó Briain"}]}}` + "\n"

	reconciliationExample = `{"agrees": true, "verdict": "Everything agrees.", "book_sha256": "` + exampleSHA256 + `",
		"totals": [{"title": "Accounts", "sent": "1", "stored": "1", "difference": "0", "agrees": true}]}`
)
