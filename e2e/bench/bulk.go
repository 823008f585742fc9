package main

import (
	"encoding/json/v2"
	"fmt"
	"net/http"
	"strings"

	"dataimport/modules/kit/http/paths"
)

// The bulk lines send batches as the import client does.
const (
	batchLines   = 100
	batchesAside = 4 // under way at a time
	holder       = "bench"
)

// openRun opens the run that the bulk lines belong to. The id is empty where the service has no
// runs.
func openRun(address, authorization string) (id string, err error) {
	body := fmt.Sprintf(`{"import_supplier": %q, "operations_team_name": %q, "name": "bench", "mode": "import", "holder": %q}`, supplier, team, holder)
	request, err := http.NewRequest(http.MethodPost, "http://"+address+paths.Runs+"/", strings.NewReader(body))
	if err != nil {
		return "", err
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Authorization", authorization)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return "", err
	}
	defer response.Body.Close()
	switch response.StatusCode {
	case http.StatusNotFound:
		return "", nil
	case http.StatusCreated:
	default:
		return "", fmt.Errorf("the service opens no run: %s", response.Status)
	}
	var opened struct {
		ID string `json:"id"`
	}
	err = json.UnmarshalRead(response.Body, &opened)
	return opened.ID, err
}

// newBulkImport returns the operation that imports a batch of accounts with all of their data.
func (w *load) newBulkImport() func(*connection, int) error {
	return w.newBatchSender(paths.Runs+"/"+w.run+paths.RunLines+"/?holder="+holder, firstBulkImport, "imported")
}

// newBulkCheck returns the operation that checks a batch of such accounts, which stores nothing.
func (w *load) newBulkCheck() func(*connection, int) error {
	return w.newBatchSender(paths.CheckLines+"/?import_supplier="+supplier+"&operations_team_name="+team, firstBulkCheck, "valid")
}

func (w *load) newBatchSender(path string, first int, outcome string) func(*connection, int) error {
	data, mark := newFurtherData(), fmt.Sprintf(`"outcome":%q`, outcome)
	return func(c *connection, n int) error {
		c.send = c.send[:0]
		for i := n * batchLines; i < (n+1)*batchLines; i++ {
			c.send = fmt.Appendf(c.send, `{"line":%d,"entry":`, i+1)
			c.send = append(appendBookLine(c.send, w.accounts, data, first+i), "}\n"...)
		}
		if err := c.sendLines(path, w.authorization); err != nil {
			return err
		}
		return c.expectOccurrences(batchLines, mark)
	}
}

// appendBookLine appends the line of a book with the n-th account and all of its data.
func appendBookLine(b []byte, accounts []template, data template, n int) []byte {
	b = append(b, `{"account":`...)
	b = accounts[n%len(accounts)].appendTo(b, n, n)
	return data.appendTo(b, n, n)
}

// newFurtherData makes what follows the account in the line of a book: the data of the whole way,
// and the end of the line.
func newFurtherData() template {
	return newTemplate(fmt.Appendf(nil, `,"notes":[%s],"transactions":[%s],"statements":[%s]}`, joinItems(wholeNotes, newNotes("C")),
		joinItems(wholeTransactions, newTransactions("C")), joinItems(wholeStatements, formatStatement)), accountMark)
}
