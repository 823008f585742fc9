package accounts

import "testing"

func TestSeen(t *testing.T) {
	var s seen[int]
	for i := range 30 {
		if s.before(i) {
			t.Errorf("%d was not there before", i)
		}
	}
	for i := range 30 {
		if !s.before(i) {
			t.Errorf("%d was there before", i)
		}
	}
	var few seen[string]
	if allocs := testing.AllocsPerRun(10, func() { few = seen[string]{}; few.before("a"); few.before("b") }); allocs > 0 {
		t.Errorf("two values take %v allocations", allocs)
	}
}
