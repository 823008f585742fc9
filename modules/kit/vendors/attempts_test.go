package vendors

import (
	"context"
	"errors"
	"testing"
	"time"

	"dataimport/e2e/faultproxy"
)

func TestOneKeyForAllAttempts(t *testing.T) {
	vendor := newTestVendor(t)
	adapter := vendor.adapter(patient)
	vendor.Next(faultproxy.Answer(500, ""))
	for range 2 {
		if _, err := verify(adapter, card); err != nil {
			t.Fatal(err)
		}
	}
	first, second := <-vendor.keys, <-vendor.keys
	if first == "" || first == second {
		t.Errorf("two calls had the keys %q and %q", first, second)
	}
	keys := make(map[string]bool)
	flaky := &bounded{askerFunc(func(_ context.Context, c *call) (Details, error) {
		keys[c.key] = true
		return Details{}, errors.New("no luck")
	}), patient}
	_, err := verify(flaky, card)
	wantUnavailable(t, err)
	if len(keys) != 1 {
		t.Errorf("the attempts of one call had the keys %v", keys)
	}
}

func TestRetryAfter(t *testing.T) {
	vendor := newTestVendor(t)
	vendor.Next(faultproxy.Answer(429, "", "Retry-After: 1"))
	began := time.Now()
	if _, err := verify(vendor.adapter(patient), card); err != nil || time.Since(began) < time.Second {
		t.Errorf("%v after %s", err, time.Since(began))
	}
	vendor.Always(faultproxy.Answer(503, "", "Retry-After: 30"))
	within(t, 5*time.Second, func() {
		_, err := verify(vendor.adapter(patient), card)
		if e := wantUnavailable(t, err); e.RetryAfter != 30*time.Second {
			t.Errorf("the vendor's wish got lost: %s", e.RetryAfter)
		}
	})
}

func TestEarlierEnd(t *testing.T) {
	vendor := newTestVendor(t)
	vendor.Always(faultproxy.Hang)
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(50*time.Millisecond, cancel)
	within(t, 5*time.Second, func() {
		_, err := vendor.adapter(patient).Verify(ctx, card)
		if wantUnavailable(t, err); !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
	})
}

func TestLastErrorIsGiven(t *testing.T) {
	want := errors.New("the second")
	a := &bounded{askerFunc(func(ctx context.Context, c *call) (Details, error) {
		if c.attempt == 1 {
			return Details{}, errors.New("the first")
		}
		<-ctx.Done()
		return Details{}, want
	}), quick}
	if _, err := verify(a, card); !errors.Is(err, want) {
		t.Errorf("got %v", err)
	}
}

func TestDefaultLimits(t *testing.T) {
	if l := (Options{}).limits(); l != DefaultLimits || l.Deadline != 10*time.Second {
		t.Errorf("got %+v", l)
	}
	if l := (Options{Limits: quick}).limits(); l != quick {
		t.Errorf("got %+v", l)
	}
}

type askerFunc func(context.Context, *call) (Details, error)

func (f askerFunc) ask(ctx context.Context, c *call) (Details, error) { return f(ctx, c) }
