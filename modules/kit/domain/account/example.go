package account

// Example is an account that a reader of the documentation can import as it stands, where
// the supplier ACME exists. Its contact details reach nobody.
const Example = `{
	"import_supplier": "ACME",
	"external_account_number": "1001",
	"customers": [{
		"given_name": "Zoë", "family_name": "O’Neill", "date_of_birth": "1971-02-28",
		"email": "zoe.oneill@example.org", "mobile": "+44 7700 900123"
	}],
	"billing_address": {"country": "GB", "street_address": "17 Sandringham Close", "locality": "Leeds", "postal_code": "LS1 4AP"},
	"last_statement_closing_date": "2024-12-31",
	"last_statement_balance": "20.00",
	"current_statement_transactions": [
		{"transaction_id": "T-1", "transaction_date": "2025-01-15", "amount": "12.50", "type": "CHARGE", "reason": "IMPORTED_CHARGE"}
	],
	"transfer_balance": "7.50",
	"payment_schedules": [
		{"means": "DD", "start_date": "2025-02-01", "frequency": "MONTHLY", "day_of_month": 28, "amount": "40.00"}
	],
	"notes": [{"body": "Prefers letters in large print.", "created_at": "2024-11-05T09:30:00Z", "is_pinned": true}]
}`
