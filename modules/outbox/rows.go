package outbox

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/store/writer"
)

// delivery is a row that is due.
type delivery struct {
	id, kind, event, supplier, number, receiver, eventID, body string
	attempts                                                   int
}

// result is what became of an attempt. A nil error delivered it, or found out that
// there is nothing to deliver, for which dropped gives the reason.
type result struct {
	*delivery
	status  int // of HTTP, where there was an answer
	dropped string
	err     error
}

// sender attempts a delivery.
type sender func(ctx context.Context, d *delivery) result

// waits reports whether something is due to a receiver.
func (c *courier) waits(receiver string, now time.Time) (yes bool, err error) {
	const query = `SELECT EXISTS (SELECT 1 FROM outbox WHERE receiver = ? AND state = 'waiting' AND next_attempt_at <= ?)`
	err = c.runtime.Reader.QueryRow(query, receiver, database.Time(now)).Scan(&yes)
	return yes, err
}

// due are the next deliveries to a receiver: of each account the oldest that waits,
// so that none overtakes another.
func (c *courier) due(receiver string, now time.Time) ([]delivery, error) {
	const query = `SELECT id, kind, event, supplier, external_account_number, receiver, event_id, body, attempts FROM outbox o
		WHERE receiver = ? AND state = 'waiting' AND next_attempt_at <= ? AND NOT EXISTS (SELECT 1 FROM outbox earlier
			WHERE earlier.receiver = o.receiver AND earlier.external_account_number = o.external_account_number
			AND earlier.state = 'waiting' AND earlier.id < o.id)
		ORDER BY next_attempt_at, id LIMIT ?`
	rows, err := c.runtime.Reader.Query(query, receiver, database.Time(now), batch)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var due []delivery
	for rows.Next() {
		var d delivery
		if err := rows.Scan(&d.id, &d.kind, &d.event, &d.supplier, &d.number, &d.receiver, &d.eventID, &d.body, &d.attempts); err != nil {
			return nil, err
		}
		due = append(due, d)
	}
	return due, rows.Err()
}

// record keeps what became of deliveries. What is lost before it is recorded is
// delivered again, under the same id.
func (c *courier) record(results []result) error {
	return c.runtime.Writer.Do(func(tx *writer.Tx) error {
		const query = `UPDATE outbox SET state = ?, attempts = attempts + 1, next_attempt_at = ?, last_attempt_at = ?, delivered_at = ?,
			last_status = ?, last_error = ?, updated = ? WHERE id = ? AND state = 'waiting'`
		now := database.Time(tx.Now())
		for i := range results {
			r := &results[i]
			if errors.Is(r.err, context.Canceled) {
				continue // the service stops: nobody is to blame
			}
			state, next, delivered := r.outcome(tx.Now())
			if _, err := tx.Exec(query, state, next, now, delivered, r.status, r.reason(), now, r.id); err != nil {
				return err
			}
		}
		return nil
	})
}

func (r *result) outcome(now time.Time) (state, next, delivered string) {
	switch {
	case r.err != nil && r.attempts+1 >= len(delays):
		return "dead", "", ""
	case r.err != nil:
		return "waiting", database.Time(now.Add(delay(r.attempts))), ""
	case r.dropped != "":
		return "dropped", "", ""
	}
	return "delivered", "", database.Time(now)
}

func (r *result) reason() string {
	if r.err != nil {
		return shortened(r.err.Error())
	}
	return r.dropped
}

// shortened is a text that fits into the row.
func shortened(text string) string {
	const most = 200
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return text
}

// delays after each failed attempt: more than three days in all, so that a weekend
// without anybody there loses nothing.
var delays = [...]time.Duration{
	5 * time.Second, 30 * time.Second, 2 * time.Minute, 10 * time.Minute, 30 * time.Minute, time.Hour, 2 * time.Hour, 4 * time.Hour,
	8 * time.Hour, 12 * time.Hour, 16 * time.Hour, 24 * time.Hour, 24 * time.Hour,
}

// delay is that after an attempt, give or take a fifth, so that what failed together
// does not come back together.
func delay(attempts int) time.Duration {
	d := delays[min(attempts, len(delays)-1)]
	return d - d/5 + rand.N(2*d/5)
}
