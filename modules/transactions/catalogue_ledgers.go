package transactions

import "dataimport/modules/kit/domain/catalogue"

var ledgerCatalogue = []catalogue.Rule{
	{
		Code: codeLedgersAndFlat, Area: catalogue.Ledgers,
		Meaning: "The account has ledgers, and beside them transactions or a last statement that stand for a single ledger without a name.",
		Remedy:  "Move these members into the ledger that they are of, or leave ledgers out.",
		Attr:    "ledgers",
		Bad:     `{"ledgers": [{"ledger_code": "GAS"}], "last_statement_balance": "20.00"}`,
		Good:    `{"ledgers": [{"ledger_code": "GAS", "last_statement_balance": "20.00"}]}`,
	},
	{
		Code: codeDuplicateLedgers, Area: catalogue.Ledgers,
		Meaning: "Two ledgers of the account have one ledger_code, or without a code one ledger_identifier, or neither of them.",
		Remedy:  "Give each ledger a ledger_code of its own.",
		Attr:    "ledgers.1.ledger_code",
		Bad:     `{"ledgers": [{"ledger_code": "GAS"}, {"ledger_code": "GAS"}]}`,
		Good:    `{"ledgers": [{"ledger_code": "GAS"}, {"ledger_code": "POWER"}]}`,
	},
	{
		Code: codeDuplicateIdentifiers, Area: catalogue.Ledgers,
		Meaning: "One identifier, such as that of a supply point, stands on two ledgers of the account, or twice on one.",
		Remedy:  "Keep it on the ledger that it is for.",
		Attr:    "ledgers.1.identifiers.0",
		Bad: `{"ledgers": [{"ledger_code": "GAS", "identifiers": ["1200023305967"]},
			{"ledger_code": "POWER", "identifiers": ["1200023305967"]}]}`,
		Good: `{"ledgers": [{"ledger_code": "GAS", "identifiers": ["4532671809"]},
			{"ledger_code": "POWER", "identifiers": ["1200023305967"]}]}`,
	},
	{
		Code: codeIssuedBeforeClosing, Area: catalogue.Ledgers,
		Meaning: "The last statement of a ledger was issued before it closed.",
		Remedy:  "Correct last_statement_issue_date or last_statement_closing_date.",
		Attr:    "last_statement_issue_date",
		Bad:     `{"last_statement_closing_date": "2024-01-31", "last_statement_issue_date": "2024-01-30"}`,
		Good:    `{"last_statement_closing_date": "2024-01-31", "last_statement_issue_date": "2024-02-02"}`,
	},
}
