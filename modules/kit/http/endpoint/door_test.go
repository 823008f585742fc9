package endpoint

import (
	"context"
	"testing"
	"testing/synctest"
	"time"
)

func TestTheDoorClosesBehindTheLast(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var d door
		for range 2 {
			if !d.enter() {
				t.Fatal("it is shut")
			}
		}
		left := make(chan int, 2)
		for range 2 { // twice is once
			go func() { left <- d.close(t.Context()) }()
		}
		synctest.Wait()
		if d.enter() {
			t.Error("it is open")
		}
		d.leave()
		synctest.Wait()
		if len(left) > 0 {
			t.Error("somebody is still inside")
		}
		d.leave()
		if a, b := <-left, <-left; a != 0 || b != 0 {
			t.Errorf("%d and %d are inside", a, b)
		}
	})
}

func TestTheDoorDoesNotWaitForEver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var d door
		d.enter()
		grace, end := context.WithTimeout(t.Context(), time.Second)
		defer end()
		if n := d.close(grace); n != 1 {
			t.Errorf("%d are inside, want 1", n)
		}
		d.leave()
	})
	if n := new(door).close(t.Context()); n != 0 {
		t.Errorf("%d are inside", n)
	}
}
