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

// PackSome packs the next texts, most of them at most.
func PackSome(s *module.Runtime, most int) (ended bool, err error) { return packSome(s, most) }

// PackAfter packs the next texts of payloads, and calls between after they are read.
func PackAfter(s *module.Runtime, between func()) error {
	j := packJob{table: "stagings", columns: []shortened{shortenedColumn("payload")}, most: packBatch}
	if err := j.read(s.Reader); err != nil {
		return err
	}
	between()
	return s.Writer.Do(j.write)
}

// Stay are the tables whose rows stay in a cell when a supplier moves.
var Stay = stay

// MovedConditions are the SQL conditions of the rows that move, by table.
func MovedConditions(tables module.Tables) map[string]string {
	conditions := make(map[string]string)
	for _, t := range listMovedTables(tables) {
		conditions[t.name] = t.condition
	}
	return conditions
}
