package book

var salesChannels = []string{"DIRECT", "PRICE_COMPARISON", "FIELD", "TELESALES", "BROKER", "HIGH_REFERRER"}

var products = []string{"VAR", "FIX-12M", "FIX-24M", "ECO7", "GREEN"}

var readingSources = []string{"SMART", "CUSTOMER", "ESTIMATED"}

var paymentTypes = []string{"DD_REGULAR_COLLECTION", "DD_REGULAR_COLLECTION", "DEBIT_CARD", "DIRECT_CREDIT"}

var ledgerCodes = []string{"ELECTRICITY_LEDGER", "GAS_LEDGER", "BOILER_COVER_LEDGER", "DEPOSIT_LEDGER"}

// hardCompanies are names of companies that contain a family name.
var hardCompanies = []string{
	"%s & Sons Ltd", "Café %s", "%s + Partners LLP", "%s Hotels (UK) PLC", "%s's Fish & Chips", "%s “Quality” Printing Ltd", "Siop %s Cyf",
}

var hardNotes = []string{
	"Do not call before 10:00 – works nights.",
	"Ring the bell twice. Meter is in the cellar, key with the neighbour at no. 12.\nDog in the garden.\nAsk for Siân.",
	"Prefers letters in Welsh: “Diolch yn fawr am eich cymorth.”",
	"Letter returned: \"gone away\". Tracing started.",
	"Warm Home Discount applied for.\r\nEligibility: core group 2.",
	"Customer thanked Zoë for her help 😊",
	"客户要求中文信件。",
	"Read access to portal granted to the managing agent.\n\t- invoices\n\t- readings",
	"Wants quarterly paper statements <for the accountant> & monthly e-mails.",
}
