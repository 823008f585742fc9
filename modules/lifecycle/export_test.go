package lifecycle

import (
	"context"
	"time"

	"dataimport/modules/kit/module"
	"dataimport/modules/kit/store/audit"
)

// Purge does what is due at a moment.
func Purge(ctx context.Context, s *module.Runtime, now time.Time) error {
	return (&purger{s}).purge(ctx, now)
}

// AtOnce accounts of a supplier are taken back side by side.
const AtOnce = atOnce

// TakeBackAll takes back what a supplier has imported until now; between batches it
// calls rest.
func TakeBackAll(s *module.Runtime, code string, rest func()) (TakenBackAll, error) {
	supplier, err := supplierOf(s.Settings, code)
	if err != nil {
		return TakenBackAll{}, err
	}
	run := supplierRun{tables: s.Tables(), supplier: supplier, by: audit.Service(), reason: "x", began: time.Now(), rest: func(time.Duration) { rest() }}
	err = run.write(s.Reader, s.Writer)
	return run.result, err
}

// PurgeAtOnce accounts are purged by one job.
const PurgeAtOnce = purgeAtOnce
