package accounts

import "testing"

func TestSeen(t *testing.T) {
	var s seen[int]
	for i := range 30 {
		if _, before := s.first(i, position{i, 1}); before {
			t.Errorf("%d was not there before", i)
		}
	}
	for i := range 30 {
		if first, before := s.first(i, position{99, 99}); !before || first != (position{i, 1}) {
			t.Errorf("%d was there before, and at %v", i, first)
		}
	}
	var few seen[string]
	if allocs := testing.AllocsPerRun(10, func() { few = seen[string]{}; few.first("a", position{}); few.first("b", position{}) }); allocs > 0 {
		t.Errorf("two values take %v allocations", allocs)
	}
}
