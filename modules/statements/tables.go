package statements

import "dataimport/modules/kit/module"

// tables are the tables of statements.
var tables = []module.Table{
	{
		Name: "statements", Key: module.Key{Account: "account"}, Counted: true,
		Kept:          "statement_id bill_period_from_date bill_period_to_date issued_date number gross_amount size",
		Emptied:       "statement_path sha256",
		Documents:     []string{"statement_path"},
		SentDocuments: []string{"statements.*.statement_path"},
	},
}
