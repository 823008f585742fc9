package accounts

import "slices"

// seen holds the values that a list has had so far, and their positions. The zero value is
// ready to use. Lists are short as a rule, so the first few values cost no allocation.
type seen[K comparable] struct {
	few   [8]K
	where [8]position
	n     int
	many  map[K]position
}

// position is the position of a value: the index of its item and, where the item has a
// list itself, the index in that list.
type position struct{ i, j int }

// first returns the first position of a value, and reports whether the value was present
// before. Otherwise it remembers the value at its position here.
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
