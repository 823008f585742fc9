package admission

import (
	"maps"
	"time"
)

// demandMemory is how long the demand of a client is remembered.
const demandMemory = time.Second

// demand is the history of what a client asked for. A client is light while its last
// request is no older than demandMemory, and it has not wanted more weight than
// queue.maxBesideLight for longer than demandMemory.
type demand struct {
	lastRequest time.Time
	lastHeavy   time.Time // when the client last wanted more; zero where it never did
}

func (d *demand) isLight(now time.Time) bool {
	return now.Sub(d.lastRequest) <= demandMemory && now.Sub(d.lastHeavy) > demandMemory
}

// recordDemand records that a client sends a request, and forgets clients that have
// sent none for longer than demandMemory. Anonymous callers have no history: the
// service does not give way to them, since anybody could slow the clients down by it.
func (q *queue) recordDemand(s *share) {
	now := time.Now()
	d, known := q.demands[s.name]
	if !known {
		maps.DeleteFunc(q.demands, func(_ string, d demand) bool { return now.Sub(d.lastRequest) > demandMemory })
	}
	d.lastRequest = now
	if s.wanted > q.maxBesideLight {
		d.lastHeavy = now
	}
	q.demands[s.name] = d
}

// hasFullShare reports whether a client may not hold a further weight at present. A
// client without working requests may have one beside a light client, whatever it
// weighs.
func (q *queue) hasFullShare(s *share, weight int) bool {
	if s.held+weight > q.max {
		return true
	}
	working := s.held - s.idle
	return working > 0 && working+weight > q.maxBesideLight && q.hasLightClientBeside(s)
}

func (q *queue) hasLightClientBeside(s *share) bool {
	now := time.Now()
	for name, d := range q.demands {
		if name != s.name && d.isLight(now) {
			return true
		}
	}
	return false
}
