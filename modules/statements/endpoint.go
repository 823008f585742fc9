package statements

import (
	"net/http"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/document"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/http/endpoint"
	"dataimport/modules/kit/http/openapi"
	"dataimport/modules/kit/http/postimport"
	"dataimport/modules/kit/module"
	"dataimport/modules/kit/store/documents"
	"dataimport/modules/kit/store/writer"
)

// dataKind is the name of this kind in the events of accounts.
const dataKind = "statements"

// request is the body of an import of statements, and of its answer.
type request struct {
	ImportSupplier        string      `json:"import_supplier" rule:"required,max=128,impersonal"`
	ExternalAccountNumber string      `json:"external_account_number" rule:"required,max=128,impersonal"`
	Statements            []Statement `json:"statements" rule:"required"`

	data postimport.Data
}

func newInput(runtime *module.Runtime) *endpoint.Input[request] {
	return endpoint.NewInput(func(c *endpoint.Call, in *request, at *fault.At) error {
		return in.check(c, runtime.Documents, at)
	})
}

// prepare is the half of the endpoint that comes before the write.
func prepare(runtime *module.Runtime) postimport.Prepare {
	input := newInput(runtime)
	return func(c *endpoint.Call) (*postimport.Prepared, error) {
		in, err := input.Read(c)
		if err != nil {
			return nil, err
		}
		return in.prepared(), nil
	}
}

// example has no statement_path, since a reader's store has no document.
const example = `{"import_supplier": "ACME", "external_account_number": "1001", "statements": [
	{"bill_period_from_date": "2024-12-01", "bill_period_to_date": "2024-12-31", "statement_id": "S-2024-12", "issued_date": "2025-01-03", "number": "000412", "gross_amount": 7848}]}`

func createEndpoint(runtime *module.Runtime) endpoint.Endpoint {
	input := newInput(runtime)
	return endpoint.Endpoint{
		Method: http.MethodPost, Path: postImport.Path, Access: endpoint.Write, Step: dataKind,
		Handle: input.Post(func(c *endpoint.Call, in *request) (endpoint.Reply, error) { return in.create(c, runtime.Writer) }),
		Operation: openapi.Operation{
			ID: "createHistoricalStatements", Tag: "Data", Summary: "Import historical statements",
			Description: "Adds statements to an imported account, all or none. A statement_id that the account has already is taken again with the same content, and refused with other content.",
			Request:     input.Schema(), Example: example,
			Responses: []openapi.Response{
				{Status: http.StatusCreated, Description: "The validated data.", Schema: input.Schema(), Example: example},
				openapi.Error(http.StatusBadRequest, "Nothing was stored.", fault.RequestFailedValidation, fault.AccountNotFound,
					fault.SupplierNotFound, fault.SupplierNotOngoing, fault.MalformedJSON, fault.NestedTooDeeply),
				postimport.DocumentsUnavailableResponse(),
			},
		},
	}
}

func (in *request) check(c *endpoint.Call, store documents.Store, at *fault.At) error {
	supplier := postimport.FindSupplier(c, in.ImportSupplier, at)
	list := at.Field("statements")
	checkAll(in.Statements, &list)
	in.data = postimport.NewData(c, supplier, in.ExternalAccountNumber, dataKind, len(in.Statements), account.NotImported)
	return in.data.VerifyDocuments(c, store, func(named *document.Named) { nameDocuments(in.Statements, &list, named) })
}

func (in *request) create(c *endpoint.Call, w *writer.Writer) (endpoint.Reply, error) {
	return endpoint.Reply{Status: http.StatusCreated, Body: in}, in.prepared().ImportInto(c, w)
}

func (in *request) prepared() *postimport.Prepared {
	return &postimport.Prepared{Data: in.data, Add: func(tx *writer.Tx, to *account.Account) (added int, err error) {
		results, err := Import(tx, to, in.Statements)
		for _, r := range results {
			if r.Added {
				added++
			}
		}
		return added, err
	}}
}

// nameDocuments adds the documents that statements name.
func nameDocuments(statements []Statement, list *fault.At, named *document.Named) {
	for i := range statements {
		item := list.Index(i)
		named.Add(statements[i].Path, item.Field("statement_path"))
	}
}
