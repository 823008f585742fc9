package lifecycle

import (
	"context"
	"time"

	"dataimport/modules/kit/module"
	"dataimport/modules/kit/store/audit"
)

// Purge purges what is due at a time.
func Purge(ctx context.Context, s *module.Runtime, now time.Time) error {
	return (&purger{s}).purgeDue(ctx, now)
}

// BatchSize is how many accounts of a supplier are taken back side by side.
const BatchSize = batchSize

// TakeBackAll takes back what a supplier has imported until the call. It calls rest between
// batches.
func TakeBackAll(s *module.Runtime, code string, rest func()) (TakenBackAll, error) {
	supplier, err := findSupplier(s.Settings, code)
	if err != nil {
		return TakenBackAll{}, err
	}
	run := supplierRun{tables: s.Tables(), supplier: supplier, by: audit.Service(), reason: "x", began: time.Now(), pause: func(time.Duration) { rest() }}
	err = run.takeBackAccounts(s.Reader, s.Writer)
	return run.result, err
}

// PurgeBatch is how many accounts one job purges.
const PurgeBatch = purgeBatch
