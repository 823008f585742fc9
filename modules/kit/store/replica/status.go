package replica

import "time"

// Status is the state of a replica, for people and for metrics.
type Status struct {
	Mode       string // Async or Sync; empty where there is no replica
	Generation uint64
	Lag        time.Duration // how old the oldest write is that may not be in the storage
	Failing    time.Duration // for how long the storage has taken nothing; 0 where it does
	Error      string        // why it takes nothing; empty where it does
	LastSync   time.Duration // how long the last sync took
	Synced     time.Time     // when the last sync ended that took all; zero where there was none
	Lease      time.Duration // for how long the lease holds; 0 where it has run out, or no standby can take over
	Waiting    int           // groups of writes that wait for the storage
	Standby    string        // the standby that follows; empty where there is none
	Behind     uint64        // by how many transactions the standby was behind when it said so last
}

// Status returns the state of the replica. Of a nil p it is the zero value.
func (p *Primary) Status() Status {
	if p == nil {
		return Status{}
	}
	standby, followed := p.Lease.Standby()
	position := uint64(p.db.Replica.Pos().TXID)
	p.mu.Lock()
	defer p.mu.Unlock()
	s := Status{
		Mode: p.config.Mode, Generation: p.Generation(), LastSync: p.lastSync, Synced: p.synced,
		Lease: p.Lease.remaining(time.Now()), Waiting: len(p.waiting), Standby: standby,
	}
	if p.commits != p.taken {
		s.Lag = time.Since(p.shipped)
	}
	if !p.failing.IsZero() {
		s.Failing, s.Error = time.Since(p.failing), p.err.Error()
	}
	if standby != "" && position > followed {
		s.Behind = position - followed
	}
	return s
}
