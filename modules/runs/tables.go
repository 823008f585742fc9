package runs

import "dataimport/modules/kit/module"

// tables are the tables of runs. A line whose account is taken back is carried out again
// when it is sent again.
var tables = []module.Table{
	{
		Name: "runs", JSON: "expected unsent reconciliation",
		Kept: `supplier client name mode if_imported team state complete holder seen_at opened_at closed_at previous
			book_sha256 book_bytes book_lines book_accounts expected unsent reconciliation`,
	},
	{
		Name: "run_lines", Key: module.Key{Number: true}, JSON: "faults",
		Rewritten: map[string]string{"sha256": "'erased-' || id"}, // the hash of a line would tell what it said
		Kept:      "run line outcome creates_account done step code service_account_number", Emptied: "detail faults",
		TakenBack: module.Change{
			Set:   `outcome = 'taken_back', service_account_number = '', done = '', creates_account = FALSE`,
			Where: `outcome <> 'refused' AND outcome <> 'taken_back'`,
		},
	},
	{Name: "run_counts", Kept: "run name member n"},
}
