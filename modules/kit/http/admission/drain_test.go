package admission

import (
	"context"
	"testing"
	"testing/synctest"
	"time"
)

func TestTheDrainEndsWithTheLastRequest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var d drain
		for range 2 {
			if !d.enter() {
				t.Fatal("the drain is closed")
			}
		}
		left := make(chan int, 2)
		for range 2 { // closing twice has no further effect
			go func() { left <- d.close(t.Context()) }()
		}
		synctest.Wait()
		if d.enter() {
			t.Error("a closed drain let a request in")
		}
		d.leave()
		synctest.Wait()
		if len(left) > 0 {
			t.Error("the drain ended while a request was inside")
		}
		d.leave()
		if a, b := <-left, <-left; a != 0 || b != 0 {
			t.Errorf("%d and %d are inside", a, b)
		}
	})
}

func TestTheDrainWaitsNoLongerThanItsContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var d drain
		d.enter()
		grace, end := context.WithTimeout(t.Context(), time.Second)
		defer end()
		if n := d.close(grace); n != 1 {
			t.Errorf("%d are inside, want 1", n)
		}
		d.leave()
	})
	if n := new(drain).close(t.Context()); n != 0 {
		t.Errorf("%d are inside", n)
	}
}
