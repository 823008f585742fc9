package modules_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"dataimport/modules"
	"dataimport/modules/kit/module"
	"dataimport/modules/kit/ops/config"
	"dataimport/modules/kit/store/writer"
)

// working is a module that does nothing but work beside the requests.
func working(work func(ctx context.Context, s *module.Runtime)) modules.Maker {
	return func(*module.Declaration) module.Module {
		return module.Module{Name: "working", Serve: func(r *module.Runtime) module.Serving {
			return module.Serving{Work: func(ctx context.Context) { work(ctx, r) }}
		}}
	}
}

// What works beside the requests when the service is told to stop still records what it
// has done: a delivery that was taken would be sent again otherwise.
func TestWorkEndsBeforeTheWriter(t *testing.T) {
	recorded := make(chan error, 1)
	env, _ := serve(t, append(slices.Clone(modules.All), working(func(ctx context.Context, s *module.Runtime) {
		<-ctx.Done()
		time.Sleep(50 * time.Millisecond) // in which nothing may close
		recorded <- s.Writer.Do(func(*writer.Tx) error { return nil })
	})))
	if err := env.App.OnTerminate().Trigger(&core.TerminateEvent{App: env.App}); err != nil {
		t.Fatal(err)
	}
	select {
	case err := <-recorded:
		if err != nil {
			t.Error(err)
		}
	default:
		t.Error("it was not waited for")
	}
}

// Work that does not end keeps the service for the grace and no longer.
func TestWorkWithoutAnEnd(t *testing.T) {
	end := make(chan struct{})
	defer close(end)
	env, _ := serve(t, append(slices.Clone(modules.All), working(func(context.Context, *module.Runtime) { <-end })),
		func(c *config.Config) { c.Grace = 50 * time.Millisecond })
	if err := env.App.OnTerminate().Trigger(&core.TerminateEvent{App: env.App}); err != nil {
		t.Fatal(err)
	}
}
