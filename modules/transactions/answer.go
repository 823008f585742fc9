package transactions

import (
	"errors"
	"net/http"

	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"
	"dataimport/modules/kit/http/openapi"
)

// The statuses that answers name beside those of a result.
const (
	importError   = "TRANSACTION_IMPORT_ERROR"
	importSuccess = "TRANSACTION_IMPORT_SUCCESS"
)

// echo is a transaction in an answer, as it is stored, with all of its members. Its amount
// has at least two places.
type echo struct {
	Transaction
	Amount      string `json:"amount"`
	Description string `json:"description,omitzero"`
	Status      string `json:"status,omitzero"`
}

func echoOf(t *Transaction) echo {
	amount := payload.Text(t.Amount)
	if t.Amount.Exponent() > -2 {
		amount = t.Amount.StringFixed(2)
	}
	return echo{Transaction: *t, Amount: amount}
}

type answer struct {
	Results []item `json:"results"`
}

type item struct {
	Status Status `json:"status"`
	Data   echo   `json:"transaction_data"`
}

func answerOf(results []Result) answer {
	items := make([]item, len(results))
	for i := range results {
		r := &results[i]
		items[i] = item{r.Status, echoOf(&r.Transaction)}
		items[i].Data.Description = r.Description
		if r.Status == AlreadyExists {
			items[i].Data.Status = importSuccess
		}
	}
	return answer{items}
}

// failureBody is the contract's shape for the first transaction that fails.
type failureBody struct {
	Status      string `json:"status"`
	ErrorDetail string `json:"error_detail"`
	Data        echo   `json:"transaction_data"`
}

// asFailure returns a refused transaction in the shape of the contract.
func asFailure(err error) error {
	var failure *Failure
	if !errors.As(err, &failure) {
		return err
	}
	e := fault.New(http.StatusBadRequest, failure.Fault.Code, failure.Fault.Detail)
	e.Body = failureBody{importError, failure.Fault.Detail, echoOf(&failure.Transaction)}
	return e
}

func responses() []openapi.Response {
	data := openapi.Named("AddedTransaction", openapi.Schema{
		"type": "object", "required": []string{"transaction_id", "transaction_date", "amount", "type"},
		"properties": openapi.Schema{
			"transaction_id": openapi.String(""), "transaction_date": openapi.Schema{"type": "string", "format": "date"},
			"amount":      openapi.String("With two places, or as many as were sent."),
			"type":        openapi.Schema{"type": "string", "enum": Type("").Choices()},
			"description": openapi.String("What was changed when it was imported."),
			"status":      openapi.Schema{"type": "string", "enum": []string{importSuccess}, "description": "On a transaction that was added before."},
		},
	})
	failure := openapi.Named("TransactionFailure", openapi.Object(openapi.Schema{
		"status":       openapi.Schema{"type": "string", "enum": []string{importError}},
		"error_detail": openapi.String("Names the transaction's date and the open statement period."), "transaction_data": data,
	}))
	return []openapi.Response{
		{Status: http.StatusCreated, Description: "What became of each transaction.", Schema: openapi.Object(openapi.Schema{
			"results": openapi.Array(openapi.Object(openapi.Schema{
				"status":           openapi.Schema{"type": "string", "enum": []Status{Added, AlreadyExists}},
				"transaction_data": data,
			})),
		}), Example: `{"results": [{"status": "TRANSACTION_ADDED_TO_ACCOUNT", "transaction_data":
			{"transaction_id": "T-2", "transaction_date": "2025-02-03", "amount": "12.50", "type": "PAYMENT", "payment_type": "DEBIT_CARD", "reference": "Card ending 4242"}}]}`},
		{Status: http.StatusBadRequest, Description: "Nothing was stored: the request has faults, or a transaction cannot be added, of which the first is named.",
			Schema: openapi.Schema{"oneOf": []openapi.Schema{failure, openapi.Ref("Error")}},
			Codes: []string{fault.RequestFailedValidation, fault.AccountNotFound, fault.SupplierNotFound, fault.SupplierNotOngoing,
				fault.MalformedJSON, fault.NestedTooDeeply}},
	}
}
