package accounts

import "slices"

// seen is the values that a list has had so far; its zero value is ready. Lists are
// short as a rule, and their first few values cost no allocation.
type seen[K comparable] struct {
	few  [8]K
	n    int
	many map[K]struct{}
}

// before reports whether the value was there before, and remembers it.
func (s *seen[K]) before(value K) bool {
	if slices.Contains(s.few[:s.n], value) {
		return true
	}
	if s.n < len(s.few) {
		s.few[s.n] = value
		s.n++
		return false
	}
	if _, found := s.many[value]; found {
		return true
	}
	if s.many == nil {
		s.many = make(map[K]struct{})
	}
	s.many[value] = struct{}{}
	return false
}
