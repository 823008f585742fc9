package outbox

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/store/writer"
)

// delivery is a due row of the table outbox.
type delivery struct {
	id, kind, event, supplier, number, receiver, eventID, body string // body: as the queue holds it
	attempts                                                   int
}

// result is the outcome of an attempt. A nil error means that the row was delivered or dropped. For
// a dropped row, dropped gives the reason.
type result struct {
	*delivery
	status  int // HTTP status, 0 where there was no answer
	dropped string
	err     error
}

// failure is why an attempt failed. Its text is this program's own: the answer of a receiver or of a
// mail server may quote personal data.
type failure struct {
	code    string
	text    string
	lasting bool // another attempt would fail as well, until an operator changes something
}

func (f *failure) Error() string { return f.code + ": " + f.text }

// The codes of failures.
const (
	codeEndpoint   = "event_endpoint_failed"
	codeMailServer = "mail_server_failed"
	codeTemplate   = "email_template_unusable"
)

// sender makes one attempt to deliver.
type sender func(ctx context.Context, d *delivery) result

// hasDueDeliveries reports whether a delivery to the receiver is due.
func (c *dispatcher) hasDueDeliveries(receiver string, now time.Time) (yes bool, err error) {
	const query = `SELECT EXISTS (SELECT 1 FROM outbox WHERE receiver = ? AND state = 'waiting' AND next_attempt_at <= ?)`
	err = c.runtime.Reader.QueryRow(query, receiver, database.Time(now)).Scan(&yes)
	return yes, err
}

// findDueDeliveries reads the next deliveries to a receiver. Of each account it reads the oldest
// that waits, so none overtakes another.
func (c *dispatcher) findDueDeliveries(receiver string, now time.Time) ([]delivery, error) {
	const query = `SELECT id, kind, event, supplier, external_account_number, receiver, event_id, body, attempts FROM outbox o
		WHERE receiver = ? AND state = 'waiting' AND next_attempt_at <= ? AND NOT EXISTS (SELECT 1 FROM outbox earlier
			WHERE earlier.receiver = o.receiver AND earlier.external_account_number = o.external_account_number
			AND earlier.state = 'waiting' AND earlier.id < o.id)
		ORDER BY next_attempt_at, id LIMIT ?`
	scan := func(row database.Row, d *delivery) error {
		return row.Scan(&d.id, &d.kind, &d.event, &d.supplier, &d.number, &d.receiver, &d.eventID, &d.body, &d.attempts)
	}
	return database.ReadRows(c.runtime.Reader, scan, query, receiver, database.Time(now), batchSize)
}

// recordResults stores the outcome of each attempt. A delivery whose outcome is lost is sent again
// with the same id.
func (c *dispatcher) recordResults(results []result) error {
	return c.runtime.Writer.Do(func(tx *writer.Tx) error {
		const query = `UPDATE outbox SET state = ?, attempts = attempts + 1, next_attempt_at = ?, last_attempt_at = ?, delivered_at = ?,
			last_status = ?, last_error = ?, updated = ? WHERE id = ? AND state = 'waiting'`
		now := database.Time(tx.Now())
		for i := range results {
			r := &results[i]
			if errors.Is(r.err, context.Canceled) {
				continue // the service stops: the receiver did not fail
			}
			state, next, delivered := r.nextState(tx.Now())
			if _, err := tx.Exec(query, state, next, now, delivered, r.status, r.lastError(), now, r.id); err != nil {
				return err
			}
		}
		return nil
	})
}

func (r *result) nextState(now time.Time) (state, next, delivered string) {
	var why *failure
	switch {
	case errors.As(r.err, &why) && why.lasting, r.err != nil && r.attempts+1 >= len(retryDelays):
		return "dead", "", ""
	case r.err != nil:
		return "waiting", database.Time(now.Add(jitterDelay(r.attempts))), ""
	case r.dropped != "":
		return "dropped", "", ""
	}
	return "delivered", "", database.Time(now)
}

func (r *result) lastError() string {
	if r.err != nil {
		return truncateError(r.err.Error())
	}
	return r.dropped
}

// truncateError cuts a text to the length that is stored in a row.
func truncateError(text string) string {
	const most = 200
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return text
}

// retryDelays follow each failed attempt. They add up to more than three days, so an unattended
// weekend loses nothing.
var retryDelays = [...]time.Duration{
	5 * time.Second, 30 * time.Second, 2 * time.Minute, 10 * time.Minute, 30 * time.Minute, time.Hour, 2 * time.Hour, 4 * time.Hour,
	8 * time.Hour, 12 * time.Hour, 16 * time.Hour, 24 * time.Hour, 24 * time.Hour,
}

// jitterDelay returns the delay after an attempt, changed at random by up to a fifth. Deliveries
// that failed together are thus not repeated together.
func jitterDelay(attempts int) time.Duration {
	d := retryDelays[min(attempts, len(retryDelays)-1)]
	return d - d/5 + rand.N(2*d/5)
}
