package replica

import "time"

// Status is the state of a replica, for people and for metrics.
type Status struct {
	Mode       string
	Generation uint64
	Lag        time.Duration // how old the oldest write is that may not be in the storage
	Failing    time.Duration // for how long the storage has taken nothing; 0 where it does
	LastSync   time.Duration // how long the last sync took
	Waiting    int           // groups of writes that wait for the storage
	Standby    string        // the standby that follows; empty where there is none
	Behind     uint64        // by how many transactions the standby was behind when it said so last
}

// Status returns the state of the replica.
func (p *Primary) Status() Status {
	standby, followed := p.Lease.Standby()
	position := uint64(p.db.Replica.Pos().TXID)
	p.mu.Lock()
	defer p.mu.Unlock()
	s := Status{
		Mode: p.config.Mode, Generation: p.Generation(), LastSync: p.lastSync, Waiting: len(p.waiting), Standby: standby,
	}
	if p.commits != p.taken {
		s.Lag = time.Since(p.shipped)
	}
	if !p.failing.IsZero() {
		s.Failing = time.Since(p.failing)
	}
	if standby != "" && position > followed {
		s.Behind = position - followed
	}
	return s
}
