package importclient

import (
	"slices"
)

// lineSet is a set of line numbers, stored as ranges: a million finished lines with three gaps take
// four ranges.
type lineSet []lineRange

type lineRange struct{ first, last int }

// addLine reports whether n is new.
func (s *lineSet) addLine(n int) bool {
	i, found := s.findRange(n)
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
		*s = slices.Insert(set, i, lineRange{n, n})
	}
	return true
}

func (s lineSet) hasLine(n int) bool {
	_, found := s.findRange(n)
	return found
}

// findRange returns the index of the range that holds n, or the index where such a range belongs.
func (s lineSet) findRange(n int) (int, bool) {
	return slices.BinarySearchFunc(s, n, func(r lineRange, n int) int {
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
