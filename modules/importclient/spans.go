package importclient

import (
	"slices"
)

// spans is a set of line numbers, kept as runs of consecutive ones: a million
// finished lines with three gaps take four runs.
type spans []span

type span struct{ first, last int }

// add reports whether n is new.
func (s *spans) add(n int) bool {
	i, found := s.find(n)
	if found {
		return false
	}
	set := *s
	joinsBefore := i > 0 && set[i-1].last == n-1
	joinsAfter := i < len(set) && set[i].first == n+1
	switch {
	case joinsBefore && joinsAfter:
		set[i-1].last = set[i].last
		*s = slices.Delete(set, i, i+1)
	case joinsBefore:
		set[i-1].last = n
	case joinsAfter:
		set[i].first = n
	default:
		*s = slices.Insert(set, i, span{n, n})
	}
	return true
}

func (s spans) has(n int) bool {
	_, found := s.find(n)
	return found
}

// find returns the run that holds n, or the place of one that would.
func (s spans) find(n int) (int, bool) {
	return slices.BinarySearchFunc(s, n, func(r span, n int) int {
		switch {
		case r.last < n:
			return -1
		case r.first > n:
			return 1
		default:
			return 0
		}
	})
}
