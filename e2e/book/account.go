package book

import "encoding/json/jsontext"

// account is the account object as sent. Numbers are literal JSON, so that no amount passes through a float.
type account struct {
	ImportSupplier           string   `json:"import_supplier"`
	ExternalAccountNumber    string   `json:"external_account_number"`
	AccountType              string   `json:"account_type,omitzero"`
	UnknownOccupier          bool     `json:"unknown_occupier,omitzero"`
	OperationsTeamName       string   `json:"operations_team_name,omitzero"`
	SalesChannel             string   `json:"sales_channel,omitzero"`
	SalesSubchannel          string   `json:"sales_subchannel,omitzero"`
	DateOfSale               string   `json:"date_of_sale,omitzero"`
	BillingName              string   `json:"billing_name,omitzero"`
	BillingSubName           string   `json:"billing_sub_name,omitzero"`
	BillingAttentionOf       string   `json:"billing_attention_of,omitzero"`
	BillingCustomerReference string   `json:"billing_customer_reference,omitzero"`
	BillingEmail             string   `json:"billing_email,omitzero"`
	BillingAddress           *address `json:"billing_address,omitzero"`
	BillingAddress1          string   `json:"billing_address1,omitzero"`
	BillingAddress2          string   `json:"billing_address2,omitzero"`
	BillingAddress3          string   `json:"billing_address3,omitzero"`
	BillingAddress4          string   `json:"billing_address4,omitzero"`
	BillingAddress5          string   `json:"billing_address5,omitzero"`
	BillingPostcode          string   `json:"billing_postcode,omitzero"`
	CommunicationPreference  string   `json:"communication_preference,omitzero"`
	DocumentAccessibility    string   `json:"document_accessibility,omitzero"`
	LanguagePreference       string   `json:"language_preference,omitzero"`

	Customers           []customer           `json:"customers,omitzero"`
	Business            *company             `json:"business,omitzero"`
	Portfolio           *portfolio           `json:"portfolio,omitzero"`
	BillingOptions      *billingOptions      `json:"account_billing_options,omitzero"`
	References          []reference          `json:"references,omitzero"`
	Metadata            []metadatum          `json:"metadata,omitzero"`
	Consents            []consent            `json:"consents,omitzero"`
	Campaigns           []campaign           `json:"account_campaigns,omitzero"`
	DunningPath         *dunningPath         `json:"dunning_path,omitzero"`
	Debts               []debt               `json:"debts,omitzero"`
	PaymentInstructions []paymentInstruction `json:"payment_instructions,omitzero"`
	PaymentSchedules    []paymentSchedule    `json:"payment_schedules,omitzero"`
	PaymentPlans        []paymentPlan        `json:"payment_plans,omitzero"`
	PaymentPromises     []paymentPromise     `json:"payment_promises,omitzero"`
	Notes               []note               `json:"notes,omitzero"`

	TransferBalance       jsontext.Value `json:"transfer_balance,omitzero"`
	LastBilledToDate      string         `json:"last_billed_to_date,omitzero"`
	LastPaymentReviewDate string         `json:"last_payment_review_date,omitzero"`
	NextBillDueDate       string         `json:"next_bill_due_date,omitzero"`
	ledgerMoney
	Ledgers    []ledger    `json:"ledgers,omitzero"`
	Statements []statement `json:"statements,omitzero"`

	// Faults add members as Extra where these types cannot express them.
	Extra jsontext.Value `json:",embed"`

	balance pence
}

// ledgerMoney is the money of one ledger: of the unnamed one, flat on the account, or of an element of ledgers.
type ledgerMoney struct {
	LastStatementBalance     jsontext.Value `json:"last_statement_balance,omitzero"`
	LastStatementClosingDate string         `json:"last_statement_closing_date,omitzero"`
	LastStatementIssueDate   string         `json:"last_statement_issue_date,omitzero"`
	Historical               []transaction  `json:"historical_statement_transactions,omitzero"`
	Current                  []transaction  `json:"current_statement_transactions,omitzero"`

	lastStatement pence
}

type ledger struct {
	LedgerCode       string         `json:"ledger_code,omitzero"`
	LedgerIdentifier string         `json:"ledger_identifier,omitzero"`
	Identifiers      []string       `json:"identifiers,omitzero"`
	LedgerBalance    jsontext.Value `json:"ledger_balance,omitzero"`
	ledgerMoney
}

type statement struct {
	StatementID        string         `json:"statement_id"`
	BillPeriodFromDate string         `json:"bill_period_from_date"`
	BillPeriodToDate   string         `json:"bill_period_to_date"`
	IssuedDate         string         `json:"issued_date,omitzero"`
	Number             string         `json:"number,omitzero"`
	GrossAmount        jsontext.Value `json:"gross_amount,omitzero"`
	StatementPath      string         `json:"statement_path,omitzero"`
}
