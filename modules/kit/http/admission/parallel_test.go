package admission

import (
	"context"
	"testing"
	"time"

	"dataimport/modules/kit/domain/settings"
)

// A batch has as many parts at work as it weighs, and gives way to a light client.
func TestPartsOfARequestGiveWayToALightClient(t *testing.T) {
	a := New(128, 0)
	enter := func(client string, bytes int64) *Ticket {
		t.Helper()
		ticket, err := a.Enter()
		if err != nil {
			t.Fatal(err)
		}
		if err := ticket.ApplyLimits(Caller{Client: &settings.Client{ID: client}}, time.Now()); err != nil {
			t.Fatal(err)
		}
		if err := ticket.AdmitWrite(context.Background(), bytes); err != nil {
			t.Fatal(err)
		}
		return ticket
	}
	batch := enter("bulk", 40*bytesPerWeight)
	if got := batch.Parallel(); got != 40 {
		t.Errorf("alone: %d", got)
	}
	enter("light", 1).Leave()
	if got := batch.Parallel(); got != 128/32 {
		t.Errorf("beside a light client: %d", got)
	}
	if got := enter("other", 1).Parallel(); got != 1 {
		t.Errorf("a small request: %d", got)
	}
	batch.Leave()
}
