package accounts

import "slices"

// seen is the values that a list has had so far, and where; its zero value is
// ready. Lists are short as a rule, and their first few values cost no allocation.
type seen[K comparable] struct {
	few   [8]K
	where [8]position
	n     int
	many  map[K]position
}

// position is where a value stands: in which item and, where that is a list again,
// in which item of it.
type position struct{ i, j int }

// first reports whether the value was there before and where it was first, or else
// remembers that it is here.
func (s *seen[K]) first(value K, here position) (first position, before bool) {
	if i := slices.Index(s.few[:s.n], value); i >= 0 {
		return s.where[i], true
	}
	if s.n < len(s.few) {
		s.few[s.n], s.where[s.n] = value, here
		s.n++
		return here, false
	}
	if first, before = s.many[value]; before {
		return first, true
	}
	if s.many == nil {
		s.many = make(map[K]position)
	}
	s.many[value] = here
	return here, false
}
