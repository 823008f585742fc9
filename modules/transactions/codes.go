package transactions

// The codes of the rules.
const (
	codeTransferBalance = "balance_mismatch_on_transfer_balance"
	codeHistoricalSum   = "historical_statement_transactions_balance_mismatch"
	codeLedgerBalances  = "ledger_balances_not_equal_to_transfer_balance"
	codeAmount          = "ledger_transaction_amount_does_not_match_with_line_item_net_amount_and_tax_amount"
	codeNetAmount       = "incorrect_line_item_net_amount"

	codeMissingID            = "missing_transaction_id"
	codeDuplicateID          = "duplicate_transaction_ids"
	codeInFuture             = "transaction_in_future"
	codeAfterCurrent         = "historical_statement_transaction_after_current_statement_transaction"
	codeAfterClosing         = "historical_statement_transaction_after_last_statement_closing_date"
	codeWithoutClosing       = "historical_statement_transactions_without_last_statement_closing_date_or_last_billed_to_date"
	codeBeforeOpening        = "current_statement_transaction_before_current_statement_opening_date"
	codeBeforeBilled         = "current_statement_transaction_before_last_billed_to_date"
	codeDocumentNotAllowed   = "billing_document_identifier_not_allowed_for_current_statement_transactions"
	codeDocumentMismatch     = "historical_statement_billing_document_identifier_mismatch"
	codeConflictingRateBand  = "conflicting_rate_band_specification"
	codeTwoReadings          = "line_item_units_must_be_two_values"
	codeSupplyPointRequired  = "supply_point_identifier_required_for_rate_specification_code"
	codeStartAfterEnd        = "start_date_later_than_end_date"
	codeIssuedBeforeClosing  = "last_statement_issued_before_closing_date"
	codeDuplicateLedgers     = "duplicate_ledger_entries_found"
	codeDuplicateIdentifiers = "duplicate_identifiers_entries_found"
	codeLedgersAndFlat       = "ledgers_and_flat_fields_both_provided"
	codeRequired             = "required"
)
