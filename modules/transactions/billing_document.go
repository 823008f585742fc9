package transactions

import (
	"strconv"

	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/settings"
)

var ruleDocumentMismatch = catalogue.Rule{
	Code: "historical_statement_billing_document_identifier_mismatch", Area: areaTransactions,
	Meaning: "Two historical transactions of a ledger name different statements, and together they are its last one.",
	Remedy:  "Correct billing_document_identifier, or leave it out.",
	Attr:    "historical_statement_transactions.1.billing_document_identifier",
	Bad: `{"last_statement_closing_date": "2024-01-31", "historical_statement_transactions": [
		{"transaction_id": "T-1", "transaction_date": "2024-01-15", "amount": "20.00", "type": "PAYMENT", "billing_document_identifier": "S-1"},
		{"transaction_id": "T-2", "transaction_date": "2024-01-16", "amount": "20.00", "type": "PAYMENT", "billing_document_identifier": "S-2"}]}`,
	Good: `{"last_statement_closing_date": "2024-01-31", "historical_statement_transactions": [
		{"transaction_id": "T-1", "transaction_date": "2024-01-15", "amount": "20.00", "type": "PAYMENT", "billing_document_identifier": "S-1"},
		{"transaction_id": "T-2", "transaction_date": "2024-01-16", "amount": "20.00", "type": "PAYMENT", "billing_document_identifier": "S-1"}]}`,
}

var ruleDocumentMissing = catalogue.Rule{
	Code: "historical_statement_billing_document_identifier_missing", Area: areaTransactions,
	Meaning: "A historical transaction does not name its statement, which the supplier requires.",
	Remedy:  "Add billing_document_identifier.",
	Attr:    "historical_statement_transactions.0.billing_document_identifier", Settings: `{"billing_document_identifiers": "required"}`,
	Bad: `{"last_statement_closing_date": "2024-01-31", "historical_statement_transactions": [
		{"transaction_id": "T-1", "transaction_date": "2024-01-15", "amount": "20.00", "type": "PAYMENT"}]}`,
	Good: `{"last_statement_closing_date": "2024-01-31", "historical_statement_transactions": [
		{"transaction_id": "T-1", "transaction_date": "2024-01-15", "amount": "20.00", "type": "PAYMENT", "billing_document_identifier": "S-1"}]}`,
}

var ruleDocumentRefused = catalogue.Rule{
	Code: "historical_statement_billing_document_identifier_not_allowed_when_feature_flag_disabled", Area: areaTransactions,
	Meaning: "A historical transaction names its statement, which the supplier does not take.",
	Remedy:  "Leave billing_document_identifier out.",
	Attr:    "historical_statement_transactions.0.billing_document_identifier", Settings: `{"billing_document_identifiers": "refused"}`,
	Bad: `{"last_statement_closing_date": "2024-01-31", "historical_statement_transactions": [
		{"transaction_id": "T-1", "transaction_date": "2024-01-15", "amount": "20.00", "type": "PAYMENT", "billing_document_identifier": "S-1"}]}`,
	Good: `{"last_statement_closing_date": "2024-01-31", "historical_statement_transactions": [
		{"transaction_id": "T-1", "transaction_date": "2024-01-15", "amount": "20.00", "type": "PAYMENT"}]}`,
}

// checkStatements: the historical transactions of a ledger name one statement, and whether
// they name any is as the supplier's settings say.
func (l *Ledger) checkStatements(at *fault.At, s *scope) {
	const member = "billing_document_identifier"
	list, first, where := at.Field("historical_statement_transactions"), "", 0
	presence := s.facts.Rules().BillingDocumentIdentifiers
	for i := range l.Historical {
		t, place := &l.Historical[i], list.Index(i)
		switch {
		case t.BillingDocument == "":
			if presence == settings.Required && t.wasRead(&place) && place.CleanAt(member) {
				place.AddAt(member, ruleDocumentMissing.Code, "This supplier's historical transactions name the statement that they are on: add it.")
			}
		case presence == settings.Refused:
			place.AddAt(member, ruleDocumentRefused.Code, "This supplier's historical transactions name no statement: leave this out.")
		case first == "":
			first, where = t.BillingDocument, i
		case t.BillingDocument != first:
			place.AddAt(member, ruleDocumentMismatch.Code, "This names the statement "+fault.Shown(t.BillingDocument)+", and historical_statement_transactions."+strconv.Itoa(where)+" names "+
				fault.Shown(first)+": the historical transactions of a ledger are on one statement.")
		}
	}
}
