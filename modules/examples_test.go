package modules_test

import (
	"encoding/json/jsontext"
	"encoding/json/v2"
	"maps"
	"slices"
	"strings"
	"testing"

	"dataimport/modules"
)

// publishedOperation is an operation of the document, with its address.
type publishedOperation struct {
	ID         string `json:"operationId"`
	Parameters []struct {
		Name     string `json:"name"`
		In       string `json:"in"`
		Required bool   `json:"required"`
		Example  string `json:"example"`
	} `json:"parameters"`
	RequestBody *struct {
		Content map[string]struct {
			Example jsontext.Value `json:"example"`
		} `json:"content"`
	} `json:"requestBody"`
	method, path string
}

// tryOrder is the order in which a reader of the documentation can try all operations.
var tryOrder = strings.Fields(`obtainToken validateAccount stageAccount createAccount createNotes createTransactions createHistoricalStatements
	createPaymentInstruction getAccountStatus listAll listPending listImported getSchema listFigures listFaults
	checkLines openRun importLines listRuns getRun listOutcomes keepReconciliation closeRun takeBackRun`)

// Each example of the document works as it stands, in a service that has the supplier and the
// team of the examples. Only the key and the id of the run are the reader's own.
func TestTheExamplesOfTheDocumentWork(t *testing.T) {
	env, token := serve(t, modules.All)
	key := env.Client("A reader", nil, "ACME")
	var document struct {
		Paths map[string]map[string]publishedOperation `json:"paths"`
	}
	env.Get("", "/v1/data-import/openapi.json").Expect(200).Decode(&document)
	operations := make(map[string]publishedOperation)
	for path, methods := range document.Paths {
		for method, o := range methods {
			o.method, o.path = strings.ToUpper(method), path
			operations[o.ID] = o
		}
	}
	if known := slices.Sorted(maps.Keys(operations)); !slices.Equal(known, slices.Sorted(slices.Values(tryOrder))) {
		t.Fatalf("the operations are %v", known)
	}
	run := ""
	for _, id := range tryOrder {
		o := operations[id]
		path, query := o.path, ""
		for _, p := range o.Parameters {
			value := p.Example
			if p.Name == "run" {
				value = run
			}
			switch {
			case p.In == "path":
				path = strings.Replace(path, "{"+p.Name+"}", value, 1)
			case value != "":
				query += "&" + p.Name + "=" + value
			}
			if p.Required && value == "" {
				t.Errorf("%s: the parameter %s has no example", id, p.Name)
			}
		}
		body, mediaType := "", ""
		if o.RequestBody != nil {
			for kind, content := range o.RequestBody.Content {
				body, mediaType = string(content.Example), kind
			}
			if body == "" {
				t.Errorf("%s has no example", id)
			}
			if mediaType != "application/json" {
				var text string
				if err := json.Unmarshal([]byte(body), &text); err != nil {
					t.Fatal(err)
				}
				body = text
			}
		}
		answer := env.Send(o.method, token, path+"?"+strings.TrimPrefix(query, "&"), strings.Replace(body, `"KEY"`, `"`+key+`"`, 1), mediaType)
		if answer.Status > 299 || strings.Contains(string(answer.Body), `"refused"`) || strings.Contains(string(answer.Body), `"errors":[{`) {
			t.Errorf("%s: %d %s", id, answer.Status, answer.Body)
		}
		switch id {
		case "obtainToken":
			if !strings.Contains(string(answer.Body), `"token":"`) {
				t.Errorf("%s: %s", id, answer.Body)
			}
		case "openRun":
			var opened struct {
				ID string `json:"id"`
			}
			answer.Decode(&opened)
			run = opened.ID
		}
	}
}
