package outbox_test

import (
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"dataimport/modules/kit/store/database"
)

// readMetric reads a metric of the outbox for one receiver of ACME. It gives -1 where there is
// none.
func (o *testService) readMetric(name, kind, receiver string) float64 {
	o.Helper()
	sample := `dataimport_outbox_` + name + `{kind="` + kind + `",receiver="` + receiver + `",supplier="ACME"} `
	for line := range strings.Lines(string(o.Metrics().Body)) {
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

// The metrics show which receiver is behind, by how many deliveries and for how long.
func TestTheLagOfAReceiverThatIsDown(t *testing.T) {
	o := newTestService(t)
	down, up := newReceiver(t), newReceiver(t)
	down.answerWith(http.StatusServiceUnavailable)
	o.registerEndpoint("Down", down.URL)
	o.registerEndpoint(`Up "1"`, up.URL)
	o.stageAccount("1")
	o.processAccount("1")
	o.stageAccount("2")
	o.waitUntil("the other one has all", func() bool { return o.countRows("state = 'delivered'") == 3 })
	for sample, want := range map[[3]string]float64{
		{"waiting", "event", "Down"}: 3, {"dead", "event", "Down"}: 0,
		{"waiting", "event", `Up \"1\"`}: 0, {"oldest_waiting_seconds", "event", `Up \"1\"`}: 0,
		{"waiting", "email", ""}: 0, {"oldest_waiting_seconds", "email", ""}: 0, {"dead", "email", ""}: 0,
	} {
		if got := o.readMetric(sample[0], sample[1], sample[2]); got != want {
			t.Errorf("%s: %v, want %v", sample, got, want)
		}
	}

	// The age is the time since the event, regardless of the attempts.
	o.Exec(`UPDATE outbox SET created = '` + database.Time(time.Now().Add(-time.Hour)) + `', next_attempt_at = '2999'
		WHERE id = (SELECT min(id) FROM outbox WHERE state = 'waiting')`)
	if got := o.readMetric("oldest_waiting_seconds", "event", "Down"); got < 3600 || got > 7200 {
		t.Errorf("the oldest waits for %v seconds", got)
	}
	o.Exec(`UPDATE outbox SET state = 'dead' WHERE id = (SELECT min(id) FROM outbox WHERE state = 'waiting')`)
	if waiting, dead := o.readMetric("waiting", "event", "Down"), o.readMetric("dead", "event", "Down"); waiting != 2 || dead != 1 {
		t.Errorf("%v wait, %v are dead", waiting, dead)
	}
	// A disabled endpoint has no age, because its delay is intended.
	o.Change("event_endpoints", "name", "Down", map[string]any{"disabled": true})
	if waiting, oldest := o.readMetric("waiting", "event", "Down"), o.readMetric("oldest_waiting_seconds", "event", "Down"); waiting != 2 || oldest != -1 {
		t.Errorf("disabled: %v wait, for %v seconds", waiting, oldest)
	}
}
