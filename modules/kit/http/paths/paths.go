// Package paths holds the paths of the interface, for the modules that serve them and
// for the programs that request them. The path of an endpoint has no slash at its end.
// The service serves it with and without that slash; clients send the slash.
package paths

// Prefix is the beginning of all paths of the interface.
const Prefix = "/v1/"

// GraphQL is the endpoint from which a client obtains a token.
const GraphQL = Prefix + "graphql"

// The endpoints and pages of the data import begin with dataImport.
const dataImport = Prefix + "data-import/"

// The endpoints of a whole account.
const (
	Schema          = dataImport + "schema"
	ValidateAccount = dataImport + "validate-account"
	StageAccount    = dataImport + "account-import-process/create-or-update"
	ProcessAccount  = dataImport + "account-import-process/process"
)

// The endpoints that add data to an imported account.
const (
	ImportNotes              = dataImport + "notes/create"
	ImportTransactions       = dataImport + "transactions/create"
	ImportStatements         = dataImport + "historical-statements/create"
	ImportPaymentInstruction = dataImport + "payment-instruction/create"
)

// The endpoints of runs of books. A run's id follows Runs, after a slash, and the rest of
// the path follows the id.
const (
	Runs        = dataImport + "runs"
	CheckLines  = Runs + "/check/lines" // stores nothing
	RunLines    = "/lines"
	RunOutcomes = "/outcomes"
	CloseRun    = "/close"
	TakeBackRun = "/take-back"
	// ReconcileRun keeps the result of a reconciliation with its run.
	ReconcileRun = "/reconciliation"
)

// The endpoints of the status of imports. The code of the supplier follows each of them,
// after a slash. The account's number follows that in the path of AccountStatus.
const (
	AccountStatus    = dataImport + "account-transfer-status"
	AllAccounts      = dataImport + "all-account-import-processes"
	PendingAccounts  = dataImport + "pending-account-import-processes"
	ImportedAccounts = dataImport + "imported-account-import-processes"
)

// Faults has a row for each fault that accounts of a supplier have, whose code follows it after a
// slash.
const Faults = dataImport + "faults"

// Reconciliation has the figures of all accounts of a supplier, whose code follows it after a
// slash.
const Reconciliation = dataImport + "reconciliation"

// The pages and documents that describe the interface. Pages have a slash at their end.
const (
	Document      = dataImport + "openapi.json"
	DocsPage      = dataImport + "docs/"
	RulesPage     = DocsPage + "rules/" // every code, under an anchor of its name
	RulesDocument = DocsPage + "rules.json"
)
