package notes

import (
	"net/http"
	"time"

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
const dataKind = "notes"

// request is the body of an import of notes.
type request struct {
	ImportSupplier        string `json:"import_supplier" rule:"required,max=128,impersonal"`
	ExternalAccountNumber string `json:"external_account_number,omitzero" rule:"max=128,impersonal,doc=Required, unless account_number is there."`
	AccountNumber         string `json:"account_number,omitzero" rule:"max=128,impersonal,doc=The old name of external_account_number: exactly one of the two."`
	Notes                 []Note `json:"notes" rule:"required"`

	data    postimport.Data
	results []Result // of the write
}

// answer is the result of one note in a response.
type answer struct {
	CreatedAt string `json:"created_at"`
	Body      string `json:"body"`
	Status    Status `json:"status"`
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

func createEndpoint(runtime *module.Runtime) endpoint.Endpoint {
	input := newInput(runtime)
	return endpoint.Endpoint{
		Method: http.MethodPost, Path: postImport.Path, Access: endpoint.Write, Step: dataKind,
		Handle: input.Post(func(c *endpoint.Call, in *request) (endpoint.Reply, error) { return in.create(c, runtime.Writer) }),
		Operation: openapi.Operation{
			ID: "createNotes", Tag: "Data", Summary: "Import notes",
			Description: "Adds notes to an imported account, all or none. A note is not added where the account has one of the same body already (and of the same created_at, where one is given); without a body, the list of document paths stands for it. Nor is one added whose external_id a note of the account has.",
			Request:     input.Schema(),
			Example: `{"import_supplier": "ACME", "external_account_number": "1001", "notes": [
				{"body": "Called about the final meter reading.", "created_at": "2025-01-20T14:05:00Z", "external_id": "N-2"}]}`,
			Responses: []openapi.Response{
				{Status: http.StatusCreated, Description: "What became of each note.", Schema: openapi.Array(openapi.Object(openapi.Schema{
					"created_at": openapi.Schema{"type": "string", "format": "date-time"},
					"body":       openapi.String("Empty where the note has documents alone."),
					"status":     openapi.Schema{"type": "string", "enum": []Status{Created, AlreadyExists}},
				})), Example: `[{"created_at": "2025-01-20T14:05:00Z", "body": "Called about the final meter reading.", "status": "NOTE_CREATION_SUCCESS"}]`},
				openapi.Error(http.StatusBadRequest, "Nothing was stored.", fault.RequestFailedValidation, fault.SupplierNotOngoing, fault.MalformedJSON, fault.NestedTooDeeply),
				openapi.Error(http.StatusNotFound, "The account is not imported, or the supplier is unknown.", fault.AccountNotFound),
				postimport.DocumentsUnavailableResponse(),
			},
		},
	}
}

// check adds the faults of a request. An unknown supplier is not a fault: the answer is
// that the account is not imported.
func (in *request) check(c *endpoint.Call, store documents.Store, at *fault.At) error {
	supplier, number := c.Supplier(in.ImportSupplier), postimport.OneName(at, "external_account_number", in.ExternalAccountNumber, "account_number", in.AccountNumber)
	account.CheckOngoing(supplier, at)
	list := at.Field("notes")
	for i := range in.Notes {
		place := list.Index(i)
		in.Notes[i].Check(&place)
	}
	in.data = postimport.NewData(c, supplier, number, dataKind, len(in.Notes), account.NotImported404)
	return in.data.VerifyDocuments(c, store, func(named *document.Named) { nameDocuments(in.Notes, &list, named) })
}

func (in *request) create(c *endpoint.Call, w *writer.Writer) (endpoint.Reply, error) {
	if in.data.Supplier == nil {
		return endpoint.Reply{}, account.NotImported404()
	}
	err := in.prepared().ImportInto(c, w)
	answers := make([]answer, len(in.results))
	for i, r := range in.results {
		answers[i] = answer{r.CreatedAt.Format(time.RFC3339), r.Body, r.Status}
	}
	return endpoint.Reply{Status: http.StatusCreated, Body: answers}, err
}

func (in *request) prepared() *postimport.Prepared {
	return &postimport.Prepared{Data: in.data, Add: func(tx *writer.Tx, to *account.Account) (added int, err error) {
		in.results, err = Import(tx, to, in.Notes)
		for i := range in.results {
			if in.results[i].Status == Created {
				added++
			}
		}
		return added, err
	}}
}

// nameDocuments adds the documents that notes name.
func nameDocuments(notes []Note, list *fault.At, named *document.Named) {
	for i := range notes {
		note := list.Index(i)
		paths := note.Field("document_paths")
		for j := range notes[i].DocumentPaths {
			item := paths.Index(j)
			named.Add(notes[i].DocumentPaths[j].Path, item.Field("document_path"))
		}
	}
}
