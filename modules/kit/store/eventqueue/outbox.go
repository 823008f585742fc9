// Package eventqueue queues events for the endpoints that operators have registered, and
// e-mails to customers. It writes them in the transaction of the change that they report.
// So no event is lost, and no event reports a change that was undone. Package outbox
// delivers them.
package eventqueue

import (
	"encoding/json/v2"
	"fmt"
	"net/url"
	"time"

	"dataimport/modules/kit/domain/settings"
	"dataimport/modules/kit/store/database"
)

// StatusChanged is the event of a supplier whose status an operator has changed.
const StatusChanged = "supplier.status_changed"

// Event is an event of an account or a supplier.
type Event struct {
	ID                    string // 15 characters, by which the receiver identifies the event
	Name                  string
	At                    time.Time
	Supplier              *settings.Supplier
	ExternalAccountNumber string // empty for an event of the supplier
	Data                  Data
}

// Data holds the values of an event beside its account. It has no personal data: a
// receiver with access to it asks the interface.
type Data struct {
	ImportSupplier        string   `json:"import_supplier"`
	ExternalAccountNumber string   `json:"external_account_number,omitzero"`
	ServiceAccountNumber  string   `json:"service_account_number,omitzero"`
	Items                 int      `json:"items,omitzero"`       // number of items of a request
	Step                  string   `json:"step,omitzero"`        // the step in which the account was refused
	Code                  string   `json:"code,omitzero"`        // code of the refusal
	FaultCodes            []string `json:"fault_codes,omitzero"` // codes of the account's faults, each once
	Status                string   `json:"status,omitzero"`      // the supplier's new status
	FormerStatus          string   `json:"former_status,omitzero"`
}

// envelope is CloudEvents 1.0 in its JSON format; see
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

// Body returns the body of the event as it is sent.
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

// Table inserts rows, in the writer's transaction or in one of PocketBase.
type Table interface {
	Insert(table string, columns []string, n int, values func(i int) []any) error
}

var columns = []string{"supplier", "state", "kind", "event", "external_account_number", "receiver", "event_id", "body", "attempts", "next_attempt_at"}

// Put queues the event for each receiver that subscribes to it.
func Put(to Table, receivers []*settings.Receiver, e *Event) error {
	var wanting []string
	for _, r := range receivers {
		if r.Wants(e.Name) {
			wanting = append(wanting, r.ID)
		}
	}
	if len(wanting) == 0 {
		return nil
	}
	body, err := e.Body()
	if err != nil {
		return err
	}
	return to.Insert("outbox", columns, len(wanting), func(i int) []any { return e.row("event", wanting[i], body) })
}

// PutEmail queues the e-mail to the customer whose account was imported. Its text and its
// address are determined when it is sent, so the table outbox holds no personal data. The
// supplier stands in the receiver's place.
func PutEmail(to Table, e *Event) error {
	return to.Insert("outbox", columns, 1, func(int) []any { return e.row("email", e.Supplier.ID, "") })
}

func (e *Event) row(kind, receiver, body string) []any {
	return []any{e.Supplier.ID, "waiting", kind, e.Name, e.ExternalAccountNumber, receiver, e.ID, body, 0, database.Time(e.At)}
}
