package runs

import (
	"net/http"

	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"
	"dataimport/modules/kit/http/endpoint"
	"dataimport/modules/kit/http/openapi"
	"dataimport/modules/kit/http/paths"
)

const tag = "Runs"

var runParameter = openapi.Parameter{Name: "run", In: "path", Description: "The run's id.", Schema: openapi.String("")}

func (s *service) endpoints() []endpoint.Endpoint {
	const one = paths.Runs + "/{run}"
	opening, closing, reconciling := endpoint.NewInput(checkOpen), endpoint.NewInput[closeRequest](nil), endpoint.NewInput(checkReconciliation)
	notFound := openapi.Error(http.StatusNotFound, "There is no such run.", ruleDoesNotExist.Code)
	notOngoing := openapi.Error(http.StatusBadRequest, "Nothing was done.", fault.RequestFailedValidation, fault.SupplierNotFound,
		fault.SupplierNotOngoing, fault.TeamDoesNotExist, fault.MalformedJSON, fault.NestedTooDeeply)
	answers := openapi.Response{Status: http.StatusOK, ContentType: ndjson, Schema: answerSchema(),
		Description: "A line for each line of the batch, in their order. Each has an outcome, or retry where the line is to be sent again."}
	return []endpoint.Endpoint{
		{
			Method: http.MethodPost, Path: paths.Runs, Access: endpoint.Write, Handle: opening.Post(s.open),
			Operation: openapi.Operation{
				ID: "openRun", Tag: tag, Summary: "Open a run, or resume one",
				Description: "A run is the record of one import of a book. The open run of the same supplier, client, name and mode is resumed where it is of the same book; a run of another book is closed, and a new one opened.",
				Request:     opening.Schema(), Example: openExample,
				Responses: []openapi.Response{
					{Status: http.StatusCreated, Description: "A new run.", Schema: runSchema()},
					{Status: http.StatusOK, Description: "The run that was open.", Schema: runSchema()},
					notOngoing, inUse(),
				},
			},
		},
		{
			Method: http.MethodGet, Path: paths.Runs, Access: endpoint.Read, Handle: s.list,
			Operation: openapi.Operation{
				ID: "listRuns", Tag: tag, Summary: "List the runs of a supplier", Description: "The newest first, of all clients that were granted the supplier.",
				Parameters: []openapi.Parameter{
					{Name: supplierMember, In: "query", Required: true, Description: "The import supplier's code.", Schema: openapi.String(""), Example: "ACME"},
					{Name: "limit", In: "query", Description: "At most so many.", Schema: openapi.Schema{"type": "integer", "minimum": 1}},
					{Name: "after", In: "query", Description: "Begin behind the run of this id.", Schema: openapi.String("")},
				},
				Responses: []openapi.Response{
					{Status: http.StatusOK, Description: "Empty where there are none.", Schema: openapi.Array(runSchema())},
					openapi.Error(http.StatusBadRequest, "A parameter cannot be used.", fault.RequestFailedValidation),
					openapi.Error(http.StatusNotFound, "There is no such supplier.", fault.SupplierNotFound),
				},
			},
		},
		{
			Method: http.MethodGet, Path: one, Access: endpoint.Read, Handle: s.show,
			Operation: openapi.Operation{
				ID: "getRun", Tag: tag, Summary: "Show a run", Parameters: []openapi.Parameter{runParameter},
				Responses: []openapi.Response{{Status: http.StatusOK, Description: "The run with its numbers of lines by outcome and fault.", Schema: runSchema()}, notFound},
			},
		},
		{
			Method: http.MethodPost, Path: one + paths.RunLines, Access: endpoint.Write, Accepts: ndjson, Packed: true, Handle: s.importLines,
			Operation: openapi.Operation{
				ID: "importLines", Tag: tag, Summary: "Send lines of the book",
				Description: "Each line is stored with all of its parts and its outcome, or not at all. A line of the same content that has an outcome in the run is answered with it, and nothing is done again. A batch has 1,000 lines at most. It may be compressed: with Content-Encoding gzip or zstd.",
				Parameters: []openapi.Parameter{runParameter,
					{Name: "holder", In: "query", Required: true, Description: "The id with which the process has opened the run.", Schema: openapi.String(""), Example: exampleHolder}},
				Request: lineSchema(), RequestType: ndjson, Example: lineExample,
				Responses: []openapi.Response{answers, notOngoing, notFound, inUse()},
			},
		},
		{
			Method: http.MethodPost, Path: paths.CheckLines, Access: endpoint.Read, Accepts: ndjson, Packed: true, Handle: s.checkLines,
			Operation: openapi.Operation{
				ID: "checkLines", Tag: tag, Summary: "Check lines of a book",
				Description: "Says of each line what an import would do with it, and stores nothing. The claims of an answer are the keys that no other account of the supplier may have.",
				Parameters: []openapi.Parameter{
					{Name: supplierMember, In: "query", Required: true, Description: "The import supplier's code.", Schema: openapi.String(""), Example: "ACME"},
					{Name: "operations_team_name", In: "query", Description: "A team that exists. May be left out where the supplier has a default team.", Schema: openapi.String(""), Example: "Migration"},
					{Name: "if_imported", In: "query", Description: "What would become of a line whose account is imported already.", Schema: openapi.Schema{"type": "string", "enum": IfImported("").Choices()}},
				},
				Request: lineSchema(), RequestType: ndjson, Example: lineExample, Responses: []openapi.Response{answers, notOngoing},
			},
		},
		{
			Method: http.MethodGet, Path: one + paths.RunOutcomes, Access: endpoint.Read, Handle: s.outcomes,
			Operation: openapi.Operation{
				ID: "listOutcomes", Tag: tag, Summary: "List the outcomes of a run's lines", Description: "In the order of the lines, as NDJSON or CSV.",
				Parameters: []openapi.Parameter{runParameter,
					{Name: "outcome", In: "query", Description: "These alone.", Schema: openapi.Schema{"type": "string", "enum": outcomeWords}},
					{Name: "fields", In: "query", Description: "With sha256, each line has line, sha256 and outcome alone.", Schema: openapi.Schema{"type": "string", "enum": []string{"sha256"}}},
					{Name: "format", In: "query", Description: "Otherwise the header Accept decides.", Schema: openapi.Schema{"type": "string", "enum": []string{"ndjson", "csv"}}}},
				Responses: []openapi.Response{
					{Status: http.StatusOK, ContentType: ndjson, Description: "A line for each outcome; text/csv where that is asked for.", Schema: answerSchema()},
					openapi.Error(http.StatusBadRequest, "A parameter cannot be used.", fault.RequestFailedValidation), notFound,
				},
			},
		},
		{
			Method: http.MethodPost, Path: one + paths.CloseRun, Access: endpoint.Write, Handle: closing.Post(s.close),
			Operation: openapi.Operation{
				ID: "closeRun", Tag: tag, Summary: "Close a run", Description: "A closed run takes no lines. Where the book was not read to its end, the run stays open, and another process may resume it at once.",
				Parameters: []openapi.Parameter{runParameter}, Request: closing.Schema(), Example: `{"complete": true}`,
				Responses: []openapi.Response{{Status: http.StatusOK, Description: "The run.", Schema: runSchema()},
					openapi.Error(http.StatusBadRequest, "Nothing was done.", fault.RequestFailedValidation, fault.MalformedJSON, fault.NestedTooDeeply), notFound},
			},
		},
		{
			Method: http.MethodPost, Path: one + paths.ReconcileRun, Access: endpoint.Write, Handle: reconciling.Post(s.keepReconciliation),
			Operation: openapi.Operation{
				ID: "keepReconciliation", Tag: tag, Summary: "Keep the result of a reconciliation",
				Description: "Keeps with the run what a comparison of its book with the stored accounts has found, in place of an earlier result. The page of the run shows it with the time and the client. Any client that was granted the supplier may send it.",
				Parameters:  []openapi.Parameter{runParameter}, Request: reconciling.Schema(), Example: reconciliationExample,
				Responses: []openapi.Response{{Status: http.StatusOK, Description: "The result, as it is kept.", Schema: keptSchema()},
					openapi.Error(http.StatusBadRequest, "Nothing was kept.", fault.RequestFailedValidation, fault.MalformedJSON, fault.NestedTooDeeply), notFound,
					openapi.Error(http.StatusConflict, "The run is of another book.", ruleOtherBook.Code)},
			},
		},
		{
			Method: http.MethodPost, Path: one + paths.TakeBackRun, Access: endpoint.Write, Handle: endpoint.NewInput[struct{}](nil).Post(
				func(c *endpoint.Call, _ *struct{}) (endpoint.Reply, error) { return s.takeBack(c) }),
			Operation: openapi.Operation{
				ID: "takeBackRun", Tag: tag, Summary: "Take a rehearsal back",
				Description: "Takes some of the accounts back that the rehearsal has imported. It is sent until none is left. Data that the rehearsal added to accounts of other runs stays.",
				Parameters:  []openapi.Parameter{runParameter}, Request: openapi.Object(openapi.Schema{}), Example: `{}`,
				Responses: []openapi.Response{
					{Status: http.StatusOK, Description: "How many were taken back, and how many are left.", Schema: openapi.Object(openapi.Schema{"taken_back": count(), "left": count()})},
					openapi.Error(http.StatusBadRequest, "Nothing was done.", fault.SupplierNotOngoing, fault.RequestFailedValidation, fault.MalformedJSON, fault.NestedTooDeeply),
					notFound, openapi.Error(http.StatusConflict, "The run is no rehearsal.", ruleNotRehearsal.Code),
				},
			},
		},
	}
}

func inUse() openapi.Response {
	r := openapi.Error(http.StatusConflict, "Another process holds the run, or it is closed.", ruleInUse.Code, ruleClosed.Code)
	r.RetryAfter = true
	return r
}

func count() openapi.Schema { return openapi.Schema{"type": "integer", "minimum": 0} }

func optional(schema openapi.Schema) openapi.Schema {
	return openapi.Schema{"anyOf": []openapi.Schema{schema, {"type": "null"}}}
}

func datetime() openapi.Schema { return openapi.Schema{"type": "string", "format": "date-time"} }

func runSchema() openapi.Schema {
	return openapi.Named("Run", openapi.Object(openapi.Schema{
		"id": openapi.String(""), "import_supplier": openapi.String(""), "name": openapi.String(""),
		"market":               openapi.String("The supplier's market."),
		"mode":                 openapi.Schema{"type": "string", "enum": Mode("").Choices()},
		"if_imported":          openapi.Schema{"type": "string", "enum": IfImported("").Choices()},
		"operations_team_name": openapi.String(""),
		"state":                openapi.Schema{"type": "string", "enum": []string{stateOpen, stateClosed}},
		"complete":             openapi.Schema{"type": "boolean", "description": "Whether the book was read to its end."},
		"opened_at":            datetime(), "seen_at": optional(datetime()), "closed_at": optional(datetime()),
		"previous":       optional(openapi.String("The run of the same supplier, client, name and mode before this one.")),
		"client":         openapi.String("The name of the API client whose run it is."),
		"book":           payload.Of(bookFacts{}).Schema(),
		"reconciliation": optional(keptSchema()),
		"expected":       optional(openapi.Schema{"type": "object"}), "unsent": optional(openapi.Schema{"type": "object"}),
		"outcomes": openapi.Schema{"type": "object", "additionalProperties": count(), "examples": []openapi.Schema{{"imported": 1, "refused": 0}}, "description": "How many lines have each outcome; outcomes without lines are left out."},
		"faults": openapi.Array(openapi.Object(openapi.Schema{
			"code": openapi.String(""), "member": openapi.String("An attr with * in place of indexes."), "lines": count(),
		})),
	}))
}

// keptSchema describes the result of a reconciliation, as a run keeps it.
func keptSchema() openapi.Schema {
	schema := openapi.Schema(payload.Of(reconciliation{}).Schema())
	schema["properties"].(map[string]any)["at"] = datetime()
	schema["properties"].(map[string]any)["client"] = openapi.String("The name of the API client that has sent it.")
	return schema
}

func lineSchema() openapi.Schema {
	return openapi.Named("RunLine", openapi.Object(openapi.Schema{
		"line":  openapi.Schema{"type": "integer", "minimum": 1, "description": "The number of the line in the book."},
		"entry": openapi.Schema{"description": "The line of the book, byte for byte; its SHA-256 identifies it in the run. A line that is no JSON is sent as a text."},
	}))
}

func answerSchema() openapi.Schema {
	schema := openapi.Object(openapi.Schema{
		"line": openapi.Schema{"type": "integer"}, "sha256": openapi.String("Of the entry."),
		"outcome":                 openapi.Schema{"type": "string", "enum": append([]string{outcomeWould, outcomeValid}, outcomeWords...)},
		"retry":                   openapi.Schema{"type": "boolean", "const": true, "description": "The line has no outcome: it is to be sent again."},
		"external_account_number": openapi.String(""), "service_account_number": openapi.String(""),
		"step": openapi.String("What was refused: read, stage, process, or a kind of data."), "code": openapi.String(""), "detail": openapi.String(""),
		"errors": openapi.Array(openapi.Object(openapi.Schema{
			"detail": openapi.String(""), "code": openapi.String(""), "attr": openapi.String("Dotted path from the top of the line."),
		})),
		"done": openapi.Array(openapi.String("A part of the line that is imported, where another one is not.")),
		"claims": openapi.Array(openapi.Object(openapi.Schema{
			"register": openapi.String(""), "key": openapi.String("SHA-256 of the key."), "attr": openapi.String(""), "code": openapi.String("Of the fault where another account has the key."),
		})),
	})
	schema["required"] = []string{"line"}
	return openapi.Named("RunAnswer", schema)
}
