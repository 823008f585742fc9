package book

import (
	"encoding/json/jsontext"
	"fmt"
	"slices"
)

// DataFaults lists the kinds of deliberate fault in data that follows an account. They occur in books with data.
func DataFaults() []Fault {
	return slices.Concat(
		ofMember("notes", noteDataFaults),
		ofMember("transactions", transactionDataFaults),
		ofMember("statements", statementDataFaults),
		ofMember("payment_instruction", instructionDataFaults),
	)
}

type dataFault struct {
	name, code string
	spoil      func(*envelope) (attr string)
}

func ofMember(member string, table []dataFault) (faults []Fault) {
	for _, f := range table {
		faults = append(faults, Fault{f.name, f.code, member, flat, f.spoil})
	}
	return faults
}

// absent is the path of a document that no book has.
const absent = "letters/lost.pdf"

var noteDataFaults = []dataFault{
	{"note that says nothing", "note_body_or_document_path_not_found", func(e *envelope) string {
		last := len(e.Notes) - 1
		e.Notes[last].Body, e.Notes[last].DocumentPaths = "", nil
		return fmt.Sprintf("notes.%d.body", last)
	}},
	{"later note unpinned before it was written", "note_unpin_at_earlier_than_creation_date", func(e *envelope) string {
		e.Notes[0].CreatedAt, e.Notes[0].UnpinAt = "2024-03-05T10:22:00Z", "2024-03-04T10:22:00Z"
		return "notes.0.unpin_at"
	}},
	{"letter outside the root", "invalid_document_path", func(e *envelope) string {
		e.Notes[0].DocumentPaths = []document{{"letters/../../../etc/passwd"}}
		return "notes.0.document_paths.0.document_path"
	}},
	{"letter that is not there", "path_does_not_exist_in_file_store", func(e *envelope) string {
		e.Notes[0].DocumentPaths = []document{{absent}}
		return "notes.0.document_paths.0.document_path"
	}},
}

var transactionDataFaults = []dataFault{
	{"later transaction in the future", "transaction_in_future", func(e *envelope) string {
		last := len(e.Transactions) - 1
		e.Transactions[last].TransactionDate = farFuture
		return fmt.Sprintf("transactions.%d.transaction_date", last)
	}},
	{"later transaction without an id", "missing_transaction_id", func(e *envelope) string {
		e.Transactions[0].TransactionID = ""
		return "transactions.0.transaction_id"
	}},
	{"later transaction with a decimal comma", "invalid_decimal", func(e *envelope) string {
		e.Transactions[1].Amount = jsontext.Value(`"10,00"`)
		return "transactions.1.amount"
	}},
}

var statementDataFaults = []dataFault{
	{"later statement that ends before it starts", "start_date_later_than_end_date", func(e *envelope) string {
		e.Statements[0].BillPeriodFromDate = farFuture
		return "statements.0.bill_period_from_date"
	}},
	{"statement whose document is not there", "path_does_not_exist_in_file_store", func(e *envelope) string {
		e.Statements[0].StatementPath = absent
		return "statements.0.statement_path"
	}},
	{"statement that the account has with another amount", "historical_statement_already_exists", func(e *envelope) string {
		again := e.Account.Statements[0]
		again.GrossAmount = jsontext.Value("0.01")
		e.Statements = append(e.Statements, again)
		return fmt.Sprintf("statements.%d.statement_id", len(e.Statements)-1)
	}},
}

var instructionDataFaults = []dataFault{
	{"vendor that nobody knows", "unknown_payment_vendor", func(e *envelope) string {
		e.PaymentInstruction.Vendor = "sandpit"
		return "payment_instruction.vendor"
	}},
	{"instruction that its vendor does not know", "payment_instruction_not_found", func(e *envelope) string {
		e.PaymentInstruction.Reference = "sandbox-missing-" + e.PaymentInstruction.Reference
		return "payment_instruction.reference"
	}},
	{"second active instruction", "account_has_active_instruction", func(e *envelope) string {
		e.Account.PaymentInstructions = []paymentInstruction{*e.PaymentInstruction}
		e.PaymentInstruction.Reference += "-2"
		return "payment_instruction.reference"
	}},
	{"later instruction by cheque", "invalid_choice", func(e *envelope) string {
		e.PaymentInstruction.Type = "CHEQUE"
		return "payment_instruction.type"
	}},
}
