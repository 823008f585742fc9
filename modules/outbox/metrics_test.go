package outbox_test

import (
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"dataimport/modules/kit/store/database"
)

// measured is a metric of the outbox, of one receiver of ACME; -1 where there is none.
func (o *office) measured(name, kind, receiver string) float64 {
	o.Helper()
	sample := `dataimport_outbox_` + name + `{kind="` + kind + `",receiver="` + receiver + `",supplier="ACME"} `
	for line := range strings.Lines(string(o.Get("", "/metrics").Expect(http.StatusOK).Body)) {
		if text, ok := strings.CutPrefix(line, sample); ok {
			value, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
			if err != nil {
				o.Fatal(err)
			}
			return value
		}
	}
	return -1
}

// Whoever watches sees which receiver is behind, by how much and for how long.
func TestTheLagOfAReceiverThatIsDown(t *testing.T) {
	o := newOffice(t)
	down, up := newReceiver(t), newReceiver(t)
	down.answer(http.StatusServiceUnavailable)
	o.endpoint("Down", down.URL)
	o.endpoint(`Up "1"`, up.URL)
	o.stage("1")
	o.process("1")
	o.stage("2")
	o.eventually("the other one has all", func() bool { return o.rows("state = 'delivered'") == 3 })
	for sample, want := range map[[3]string]float64{
		{"waiting", "event", "Down"}: 3, {"dead", "event", "Down"}: 0,
		{"waiting", "event", `Up \"1\"`}: 0, {"oldest_waiting_seconds", "event", `Up \"1\"`}: 0,
		{"waiting", "email", ""}: 0, {"oldest_waiting_seconds", "email", ""}: 0, {"dead", "email", ""}: 0,
	} {
		if got := o.measured(sample[0], sample[1], sample[2]); got != want {
			t.Errorf("%s: %v, want %v", sample, got, want)
		}
	}

	// The age is that of the event, however often it was tried since.
	o.Exec(`UPDATE outbox SET created = '` + database.Time(time.Now().Add(-time.Hour)) + `', next_attempt_at = '2999'
		WHERE id = (SELECT min(id) FROM outbox WHERE state = 'waiting')`)
	if got := o.measured("oldest_waiting_seconds", "event", "Down"); got < 3600 || got > 7200 {
		t.Errorf("the oldest waits for %v seconds", got)
	}
	o.Exec(`UPDATE outbox SET state = 'dead' WHERE id = (SELECT min(id) FROM outbox WHERE state = 'waiting')`)
	if waiting, dead := o.measured("waiting", "event", "Down"), o.measured("dead", "event", "Down"); waiting != 2 || dead != 1 {
		t.Errorf("%v wait, %v are dead", waiting, dead)
	}
	// What somebody has disabled is late on purpose.
	o.Change("event_endpoints", "name", "Down", map[string]any{"disabled": true})
	if waiting, oldest := o.measured("waiting", "event", "Down"), o.measured("oldest_waiting_seconds", "event", "Down"); waiting != 2 || oldest != -1 {
		t.Errorf("disabled: %v wait, for %v seconds", waiting, oldest)
	}
}
