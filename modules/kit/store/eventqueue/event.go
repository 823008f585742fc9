// Package eventqueue enqueues events for the event endpoints that operators have registered,
// and e-mails to customers. The queue is the table outbox. An event is written in the
// transaction of the change that it is about: none is lost, and none is about a change that
// was rolled back. The module outbox delivers them.
package eventqueue

import (
	"encoding/json/v2"
	"fmt"
	"net/url"
	"strings"
	"time"

	"dataimport/modules/kit/domain/settings"
)

// StatusChanged is the event that an operator has changed the status of a supplier.
const StatusChanged = "supplier.status_changed"

// Event is an event of an account or of a supplier.
type Event struct {
	ID                    string // 15 characters; the receiver knows the event by it
	Name                  string
	At                    time.Time
	Supplier              *settings.Supplier
	ExternalAccountNumber string // empty for an event of the supplier
	Data                  Data
}

// Data is the data of an event. It has no personal data: a receiver that needs such data
// reads it through the interface.
type Data struct {
	ImportSupplier        string   `json:"import_supplier,omitzero"`
	ExternalAccountNumber string   `json:"external_account_number,omitzero"`
	ServiceAccountNumber  string   `json:"service_account_number,omitzero"`
	Items                 int      `json:"items,omitzero"`       // number of items of the request
	Step                  string   `json:"step,omitzero"`        // at which the account was refused
	Code                  string   `json:"code,omitzero"`        // of the refusal
	FaultCodes            []string `json:"fault_codes,omitzero"` // of the account, each once
	Status                string   `json:"status,omitzero"`      // that the supplier has now
	FormerStatus          string   `json:"former_status,omitzero"`
}

// envelope is an event of CloudEvents 1.0 in its JSON format; see
// https://github.com/cloudevents/spec/blob/v1.0.2/cloudevents/formats/json-format.md.
type envelope struct {
	SpecVersion     string `json:"specversion"`
	ID              string `json:"id"`
	Source          string `json:"source"`
	Type            string `json:"type"`
	Subject         string `json:"subject,omitzero"`
	Time            string `json:"time"`
	DataContentType string `json:"datacontenttype"`
	Data            Data   `json:"data"`
}

// stored is what the queue holds of an event beside its other columns.
type stored struct {
	Time string `json:"time"`
	Data
}

// store returns the event for the column body.
func (e *Event) store() (string, error) {
	data := e.Data
	data.ImportSupplier, data.ExternalAccountNumber = "", "" // columns
	body, err := json.Marshal(stored{e.At.UTC().Format(time.RFC3339Nano), data})
	if err != nil {
		return "", fmt.Errorf("event %s: %w", e.Name, err)
	}
	return string(body), nil
}

// ReadBody returns an event of the queue as it is sent, which is the same at each attempt. e has
// what the other columns hold. A former version has stored some events as they are sent.
func (e *Event) ReadBody(text string) (string, error) {
	if strings.HasPrefix(text, `{"specversion"`) {
		return text, nil
	}
	var from stored
	err := json.Unmarshal([]byte(text), &from)
	if err == nil {
		e.At, err = time.Parse(time.RFC3339Nano, from.Time)
	}
	if err != nil {
		return "", fmt.Errorf("event %s: %w", e.ID, err)
	}
	e.Data = from.Data
	return e.Body()
}

// Body returns the event as it is sent.
func (e *Event) Body() (string, error) {
	data := e.Data
	data.ImportSupplier, data.ExternalAccountNumber = e.Supplier.Code, e.ExternalAccountNumber
	body, err := json.Marshal(envelope{
		SpecVersion: "1.0", ID: e.ID, Source: "/v1/data-import/suppliers/" + url.PathEscape(e.Supplier.Code), Type: e.Name,
		Subject: e.ExternalAccountNumber, Time: e.At.UTC().Format(time.RFC3339Nano), DataContentType: "application/json", Data: data,
	})
	if err != nil {
		return "", fmt.Errorf("event %s: %w", e.Name, err)
	}
	return string(body), nil
}
