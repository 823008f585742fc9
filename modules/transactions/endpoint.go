package transactions

import (
	"net/http"
	"strconv"
	"strings"
	"time"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"
	"dataimport/modules/kit/domain/settings"
	"dataimport/modules/kit/http/endpoint"
	"dataimport/modules/kit/http/openapi"
	"dataimport/modules/kit/http/paths"
	"dataimport/modules/kit/http/postimport"
	"dataimport/modules/kit/module"
	"dataimport/modules/kit/store/writer"
)

// dataKind is the name of this kind in the events of accounts.
const dataKind = "transactions"

// body is the body of an import of transactions.
type body struct {
	ImportSupplier        string        `json:"import_supplier" rule:"required,max=128,impersonal"`
	ExternalAccountNumber string        `json:"external_account_number,omitzero" rule:"max=128,impersonal,doc=Required, unless account_number is there."`
	AccountNumber         string        `json:"account_number,omitzero" rule:"max=128,impersonal,doc=The old name of external_account_number: exactly one of the two."`
	Transactions          []Transaction `json:"transactions" rule:"required"`
	DryRun                bool          `json:"dry_run,omitzero" rule:"impersonal,doc=Do everything and undo it; the answer is what it would have been."`

	data    postimport.Data
	options Options
	results []Result // of the write
}

const (
	checkParameter = "check_previously_added"
	forceParameter = "force_add_to_current_statement"
)

// prepare is the half of an import that comes before the write. It finds a date in the
// future, which the endpoint leaves to the write. What it prepares refuses a transaction
// that the account has with other content.
func prepare(pin PinNote) func(*module.Runtime) postimport.Prepare {
	input := endpoint.NewInput(func(c *endpoint.Call, in *body, at *fault.At) error {
		in.options = Options{CheckPreviouslyAdded: true, ForceCurrentStatement: true, RefuseDifferent: true, PinNote: pin}
		in.check(c, at, account.Today)
		return nil
	})
	return func(*module.Runtime) postimport.Prepare {
		return func(c *endpoint.Call) (*postimport.Prepared, error) {
			in, err := input.Read(c)
			if err != nil {
				return nil, err
			}
			return in.prepared(), nil
		}
	}
}

func createEndpoint(runtime *module.Runtime, pin PinNote) endpoint.Endpoint {
	input := endpoint.NewInput(func(c *endpoint.Call, in *body, at *fault.At) error {
		in.options.PinNote = pin
		in.options.CheckPreviouslyAdded = flag(c, checkParameter, at)
		in.options.ForceCurrentStatement = flag(c, forceParameter, at)
		// The import refuses a date in the future, in the contract's shape for a transaction
		// that cannot be added.
		in.check(c, at, func(*settings.Supplier, time.Time) payload.Date { return lastDay })
		return nil
	})
	return endpoint.Endpoint{
		Method: http.MethodPost, Path: paths.ImportTransactions, Access: endpoint.Write, Step: dataKind,
		Handle: input.Post(func(c *endpoint.Call, in *body) (endpoint.Reply, error) { return in.create(c, runtime.Writer) }),
		Operation: openapi.Operation{
			ID: "createTransactions", Tag: "Data", Summary: "Import financial transactions",
			Description: "Adds transactions to an imported account, all or none; its balance follows in the same moment. A transaction of before the open statement period is moved to that period's first day, its description says so, and a note is pinned to the account. With `dry_run`, everything is done and undone.",
			Parameters: []openapi.Parameter{
				{Name: checkParameter, In: "query", Description: "Whether to leave out transactions that were added before. True where it is left out.", Schema: openapi.Schema{"type": "boolean"}},
				{Name: forceParameter, In: "query", Description: "Whether to move transactions of before the open statement period into it; otherwise they are refused. True where it is left out.", Schema: openapi.Schema{"type": "boolean"}},
			},
			Request: input.Schema(),
			Example: `{"import_supplier": "ACME", "external_account_number": "1001", "transactions": [
				{"transaction_id": "T-2", "transaction_date": "2025-02-03", "amount": 12.50, "type": "PAYMENT", "payment_type": "DEBIT_CARD", "reference": "Card ending 4242"}]}`,
			Responses: responses(),
		},
	}
}

// lastDay is later than every date that can be sent.
const lastDay = payload.Date(9999_12_31)

func (in *body) check(c *endpoint.Call, at *fault.At, today func(*settings.Supplier, time.Time) payload.Date) {
	supplier := postimport.FindSupplier(c, in.ImportSupplier, at)
	number := postimport.OneName(at, "external_account_number", in.ExternalAccountNumber, "account_number", in.AccountNumber)
	in.data = postimport.NewData(c, supplier, number, dataKind, len(in.Transactions), account.NotImported)
	if in.DryRun {
		in.data.UndoAll(c)
	}
	list, facts := at.Field("transactions"), postimport.NewFacts(c, supplier)
	facts.Today = today(supplier, c.Now)
	for i := range in.Transactions {
		place := list.Index(i)
		in.Transactions[i].Check(&place, facts)
	}
}

// flag returns a query parameter that is true where it is left out.
func flag(c *endpoint.Call, name string, at *fault.At) bool {
	query := c.Request.URL.Query()
	if !query.Has(name) {
		return true
	}
	value, err := strconv.ParseBool(strings.ToLower(query.Get(name)))
	if err != nil {
		at.AddAt(name, payload.RuleInvalidType.Code, "This query parameter must be true or false.")
	}
	return value
}

func (in *body) create(c *endpoint.Call, w *writer.Writer) (endpoint.Reply, error) {
	if err := in.prepared().ImportInto(c, w); err != nil {
		return endpoint.Reply{}, asFailure(err)
	}
	return endpoint.Reply{Status: http.StatusCreated, Body: answerOf(in.results)}, nil
}

func (in *body) prepared() *postimport.Prepared {
	in.options.texts = textsOf(in.Transactions)
	return &postimport.Prepared{Data: in.data, Add: func(tx *writer.Tx, to *account.Account) (added int, err error) {
		in.results, err = Import(tx, to, in.Transactions, in.options)
		for i := range in.results {
			if in.results[i].Status == Added {
				added++
			}
		}
		return added, err
	}}
}
