package statements

import (
	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/store/documents"
)

const area = "Statements"

// rules describes the codes of historical statements.
var rules = []catalogue.Rule{
	{
		Code: codeEndInFuture, Area: area,
		Meaning: "The billing period of a historical statement has not ended yet, in the supplier's time zone.",
		Remedy:  "Correct bill_period_to_date, or leave the statement out.",
		Attr:    "statements.0.bill_period_to_date",
		Bad:     `{"statements": [{"statement_id": "S-1", "bill_period_from_date": "2024-01-01", "bill_period_to_date": "2999-01-31"}]}`,
		Good:    `{"statements": [{"statement_id": "S-1", "bill_period_from_date": "2024-01-01", "bill_period_to_date": "2024-01-31"}]}`,
	},
	{
		Code: codeAlreadyExists, Area: area,
		Meaning: "Two statements of the account have one statement_id and different content; an exact repetition is no fault.",
		Remedy:  "Give each statement an identifier of its own, or send the content that is there already.",
		Attr:    "statements.1.statement_id",
		Bad: `{"statements": [
			{"statement_id": "S-1", "bill_period_from_date": "2024-01-01", "bill_period_to_date": "2024-01-31"},
			{"statement_id": "S-1", "bill_period_from_date": "2024-02-01", "bill_period_to_date": "2024-02-29"}]}`,
		Good: `{"statements": [
			{"statement_id": "S-1", "bill_period_from_date": "2024-01-01", "bill_period_to_date": "2024-01-31"},
			{"statement_id": "S-2", "bill_period_from_date": "2024-02-01", "bill_period_to_date": "2024-02-29"}]}`,
	},
	{
		Code: codeStartAfterEnd, Area: catalogue.Dates,
		Attr: "statements.0.bill_period_from_date",
		Bad:  `{"statements": [{"statement_id": "S-1", "bill_period_from_date": "2024-01-31", "bill_period_to_date": "2024-01-01"}]}`,
		Good: `{"statements": [{"statement_id": "S-1", "bill_period_from_date": "2024-01-01", "bill_period_to_date": "2024-01-31"}]}`,
	},
	documents.InvalidPathRule.With("statements.0.statement_path",
		`{"statements": [{"statement_id": "S-1", "bill_period_from_date": "2024-01-01", "bill_period_to_date": "2024-01-31",
			"statement_path": "letters\\welcome.pdf"}]}`,
		`{"statements": [{"statement_id": "S-1", "bill_period_from_date": "2024-01-01", "bill_period_to_date": "2024-01-31",
			"statement_path": "/letters/welcome.pdf"}]}`),
	documents.MissingRule.With("statements.0.statement_path",
		`{"statements": [{"statement_id": "S-1", "bill_period_from_date": "2024-01-01", "bill_period_to_date": "2024-01-31",
			"statement_path": "welcome.pdf"}]}`,
		`{"statements": [{"statement_id": "S-1", "bill_period_from_date": "2024-01-01", "bill_period_to_date": "2024-01-31",
			"statement_path": "letters/welcome.pdf"}]}`),
	documents.UnavailableRule,
}
