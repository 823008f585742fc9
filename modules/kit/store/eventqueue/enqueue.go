package eventqueue

import (
	"time"

	"dataimport/modules/kit/domain/settings"
	"dataimport/modules/kit/store/database"
)

// RowInserter inserts rows: a transaction of the writer, or one of PocketBase. See
// writer.InsertTarget.
type RowInserter interface {
	Now() time.Time
	Insert(table string, columns []string, n int, values func(i int) []any) error
}

var columns = []string{"created", "updated", "supplier", "state", "kind", "event", "external_account_number", "receiver", "event_id", "body", "attempts", "next_attempt_at"}

// Enqueue writes a row of the event for each of the receivers that wants it.
func Enqueue(to RowInserter, receivers []*settings.Receiver, e *Event) error {
	var wanting []string
	for _, r := range receivers {
		if r.Wants(e.Name) {
			wanting = append(wanting, r.ID)
		}
	}
	if len(wanting) == 0 {
		return nil
	}
	body, err := e.store()
	if err != nil {
		return err
	}
	return to.Insert("outbox", columns, len(wanting), func(i int) []any { return e.row(to.Now(), "event", wanting[i], body) })
}

// EnqueueEmail writes a row of the e-mail to the customer whose account was imported. Its
// text and its address are looked up when it is sent, so the queue has no personal data.
// The supplier's id is its receiver.
func EnqueueEmail(to RowInserter, e *Event) error {
	return to.Insert("outbox", columns, 1, func(int) []any { return e.row(to.Now(), "email", e.Supplier.ID, "") })
}

// row returns the values of columns.
func (e *Event) row(now time.Time, kind, receiver, body string) []any {
	return []any{database.Time(now), database.Time(now), e.Supplier.ID, "waiting", kind, e.Name, e.ExternalAccountNumber, receiver, e.ID, body, 0, database.Time(e.At)}
}
