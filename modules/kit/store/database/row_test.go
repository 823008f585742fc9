package database_test

import (
	"regexp"
	"slices"
	"sync"
	"testing"

	"dataimport/modules/kit/store/database"
)

var idForm = regexp.MustCompile(`^[a-z0-9]{15}$`)

// Ids are unique, and the ids of one goroutine rise strictly.
func TestNewID(t *testing.T) {
	const workers, each = 8, 125_000
	lists := make([][]string, workers)
	var group sync.WaitGroup
	for i := range lists {
		group.Go(func() {
			lists[i] = make([]string, each)
			for n := range lists[i] {
				lists[i][n] = database.NewID()
			}
		})
	}
	group.Wait()
	for _, list := range lists {
		for i, id := range list {
			if i > 0 && id <= list[i-1] {
				t.Fatalf("%s follows %s", id, list[i-1])
			}
		}
		if !idForm.MatchString(list[0]) || !idForm.MatchString(list[each-1]) {
			t.Errorf("%s or %s is no id", list[0], list[each-1])
		}
	}
	all := slices.Concat(lists...)
	slices.Sort(all)
	if n := len(slices.Compact(all)); n != workers*each {
		t.Errorf("%d ids, of which %d differ", workers*each, n)
	}
}

func BenchmarkNewID(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		database.NewID()
	}
}
