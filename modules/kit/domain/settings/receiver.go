package settings

import "slices"

// Receiver is an event endpoint of a supplier: the service sends it events about the
// supplier's accounts.
type Receiver struct {
	ID     string
	Events []string // names of the events that it wants; empty for all events
}

// Wants reports whether the receiver wants events of this name.
func (r *Receiver) Wants(event string) bool {
	return len(r.Events) == 0 || slices.Contains(r.Events, event)
}
