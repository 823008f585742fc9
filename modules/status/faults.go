package status

import (
	"encoding/csv"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"
	"dataimport/modules/kit/domain/spreadsheet"
	"dataimport/modules/kit/http/endpoint"
	"dataimport/modules/kit/http/openapi"
	"dataimport/modules/kit/http/paths"
	"dataimport/modules/kit/module"
	"dataimport/modules/kit/store/accountevents"
)

var faultsHead = []string{"external_account_number", "step", "member", "code", "detail", "at"}

func faultsEndpoint(runtime *module.Runtime) endpoint.Endpoint {
	query := func(name, description string, schema openapi.Schema) openapi.Parameter {
		return openapi.Parameter{Name: name, In: "query", Description: description, Schema: schema}
	}
	return endpoint.Endpoint{
		Method: http.MethodGet, Path: paths.Faults + "/{import_supplier_code}", Access: endpoint.Read,
		Handle: func(c *endpoint.Call) (endpoint.Reply, error) { return streamFaults(runtime, c) },
		Operation: openapi.Operation{
			ID: "listFaults", Tag: "Status", Summary: "List the faults that accounts have now",
			Description: "A CSV file with a row for each fault of the latest refusal of each account, and of each kind of its further data, in the order of external account numbers. " +
				"An account is in it until its data is accepted. The file has no data that was accepted.",
			Parameters: []openapi.Parameter{supplierParameter,
				query("code", "Faults of this code alone.", openapi.String("")),
				query("member", "Faults at this member alone: an attr with * in place of indexes, `customers.*.email` for example.", openapi.String("")),
				query("step", "Faults of this step alone: validate, stage, process, or a kind of further data.", openapi.String("")),
				query("limit", "Faults of at most so many accounts and kinds of data.", openapi.Schema{"type": "integer", "minimum": 1}),
				query("after", "Begin behind this external account number.", openapi.String(""))},
			Responses: []openapi.Response{
				{Status: http.StatusOK, ContentType: "text/csv", Description: "The columns are " + strings.Join(faultsHead, ", ") + ".", Schema: openapi.String("")},
				openapi.Error(http.StatusBadRequest, "A parameter cannot be used.", fault.RequestFailedValidation),
				openapi.Error(http.StatusNotFound, "There is no such supplier.", fault.SupplierNotFound),
			},
		},
	}
}

func streamFaults(runtime *module.Runtime, c *endpoint.Call) (endpoint.Reply, error) {
	supplier := c.Supplier(c.Request.PathValue("import_supplier_code"))
	if supplier == nil {
		return endpoint.Reply{}, fault.New(http.StatusNotFound, fault.SupplierNotFound, account.SupplierNotFoundDetail)
	}
	query := c.Request.URL.Query()
	s := &faultStream{runtime: runtime, supplierID: supplier.ID, filter: accountevents.FaultFilter{Code: query.Get("code"), Member: query.Get("member"), Step: query.Get("step")}}
	if after := query.Get("after"); after != "" {
		s.after = accountevents.RefusalKey{ExternalAccountNumber: after, Kind: "\U0010FFFF"} // behind its kinds
	}
	if query.Has("limit") {
		n, err := strconv.Atoi(query.Get("limit"))
		if err != nil || n < 1 {
			var faults fault.Collector
			at := fault.Root(&faults)
			at.AddAt("limit", payload.RuleOutOfRange.Code, "This must be a whole number of at least 1.")
			return endpoint.Reply{}, fault.Invalid(fault.RequestFailedValidation, faults.List())
		}
		s.limit = n
	}
	return endpoint.Reply{Status: http.StatusOK, Stream: s.write, ContentType: "text/csv; charset=utf-8"}, nil
}

// faultStream is one answer: the faults of a supplier that a filter admits, behind a key.
type faultStream struct {
	runtime    *module.Runtime
	supplierID string
	filter     accountevents.FaultFilter
	after      accountevents.RefusalKey
	limit      int // 0 is no limit
}

// write writes the faults part by part, so its memory does not grow with their number.
func (s *faultStream) write(w io.Writer) error {
	out := csv.NewWriter(w)
	_ = out.Write(faultsHead) // the writer keeps the error, which is checked below
	for left := s.limit; ; {
		size := pageSize
		if s.limit > 0 {
			size = min(size, left)
		}
		list, more, err := accountevents.ReadRefusals(s.runtime.Reader, s.supplierID, s.filter, s.after, size)
		if err != nil {
			return err
		}
		for i := range list {
			writeRefusal(out, &list[i])
		}
		left -= len(list)
		if out.Flush(); out.Error() != nil || more == nil || s.limit > 0 && left == 0 {
			return out.Error()
		}
		s.after = *more
	}
}

func writeRefusal(out *csv.Writer, r *accountevents.Refusal) {
	for _, f := range r.Faults {
		cells := []string{r.ExternalAccountNumber, r.Step, f.Attr, f.Code, f.Detail, r.At.Format(time.RFC3339)}
		for i := range cells {
			cells[i] = spreadsheet.EscapeFormula(strings.ToValidUTF8(cells[i], "\uFFFD"))
		}
		_ = out.Write(cells)
	}
}
