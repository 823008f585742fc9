package status

import (
	"net/http"
	"strconv"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"
	"dataimport/modules/kit/domain/settings"
	"dataimport/modules/kit/http/endpoint"
	"dataimport/modules/kit/http/openapi"
	"dataimport/modules/kit/http/paths"
	"dataimport/modules/kit/module"
	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/store/imports"
)

// list is one of the lists of imports.
type list struct {
	path    string
	id      string
	summary string
	states  string // the condition on rows of import_processes
}

var lists = []list{
	{paths.AllAccounts, "listAll", "List pending and imported accounts", `state <> 'skipped'`},
	{paths.PendingAccounts, "listPending", "List pending accounts", `state = 'staged'`},
	{paths.ImportedAccounts, "listImported", "List imported accounts", `state = 'imported'`},
}

func (l list) endpoint(runtime *module.Runtime) endpoint.Endpoint {
	nullable := openapi.Schema{"type": []string{"string", "null"}}
	datetime := openapi.Schema{"type": []string{"string", "null"}, "format": "date-time"}
	return endpoint.Endpoint{
		Method: http.MethodGet, Path: l.path + "/{import_supplier_code}",
		Access: endpoint.Read, Handle: l.handle(runtime),
		Operation: openapi.Operation{
			ID: l.id, Tag: "Status", Summary: l.summary,
			Description: "In the order of their first staging. Without `limit` the list is whole. Accounts that are marked to be skipped are in no list.",
			Parameters: []openapi.Parameter{supplierParameter,
				{Name: "limit", In: "query", Description: "At most so many.", Schema: openapi.Schema{"type": "integer", "minimum": 1}},
				{Name: "after", In: "query", Description: "Begin behind this external account number.", Schema: openapi.String("")}},
			Responses: []openapi.Response{
				{Status: http.StatusOK, Description: "Empty where there are none.", Schema: openapi.Array(openapi.Named("ImportProcess", openapi.Object(openapi.Schema{
					"external_account_number": openapi.String(""), "service_account_number": nullable, "account_created_at": datetime,
				})))},
				openapi.Error(http.StatusBadRequest, "A parameter cannot be used.", fault.RequestFailedValidation),
				openapi.Error(http.StatusNotFound, "There is no such supplier.", fault.SupplierNotFound),
			},
		},
	}
}

func (l list) handle(runtime *module.Runtime) endpoint.Handle {
	return func(c *endpoint.Call) (endpoint.Reply, error) {
		supplier := c.Supplier(c.Request.PathValue("import_supplier_code"))
		if supplier == nil {
			return endpoint.Reply{}, fault.New(http.StatusNotFound, fault.SupplierNotFound, account.SupplierNotFoundDetail)
		}
		r := &rows{list: l, reader: runtime.Reader, supplier: supplier}
		if err := r.parameters(c); err != nil {
			return endpoint.Reply{}, err
		}
		return endpoint.Reply{Status: http.StatusOK, Stream: r.write}, nil
	}
}

// parameters reads the cursor of the list and its longest length.
func (r *rows) parameters(c *endpoint.Call) error {
	query := c.Request.URL.Query()
	var faults fault.Collector
	at := fault.Root(&faults)
	if query.Has("limit") {
		n, err := strconv.Atoi(query.Get("limit"))
		if err != nil || n < 1 {
			at.AddAt("limit", payload.RuleOutOfRange.Code, "This must be a whole number of at least 1.")
		}
		r.limit = n
	}
	if query.Has("after") {
		if err := r.begin(query.Get("after"), &at); err != nil {
			return err
		}
	}
	return fault.Invalid(fault.RequestFailedValidation, faults.List())
}

func (r *rows) begin(after string, at *fault.At) error {
	process, err := imports.FindProcess(r.reader, r.supplier.ID, after)
	if err != nil {
		return err
	}
	if process == nil {
		at.AddAt("after", fault.ProcessDoesNotExist, "Nothing was staged under this external account number: use one from the list.")
		return nil
	}
	r.id = process.ID
	return r.reader.QueryRow(`SELECT staged_at FROM import_processes WHERE id = ?`, process.ID).Scan(&r.stagedAt)
}

// rows streams a list.
type rows struct {
	list
	reader   *database.Reader
	supplier *settings.Supplier
	limit    int    // 0 is no limit
	stagedAt string // of the row before the next one
	id       string
}
