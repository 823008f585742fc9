package lifecycle

import (
	"context"
	"strings"
	"time"

	"dataimport/modules/kit/module"
	"dataimport/modules/kit/store/audit"
)

// Columns are those that erasing has decided about, by their table.
func Columns() map[string][]string {
	all := make(map[string][]string)
	for i := range tables {
		t := &tables[i]
		columns := strings.Fields(t.kept + " " + t.emptied + " " + t.unset)
		for column := range t.rewritten {
			columns = append(columns, column)
		}
		all[t.name] = columns
	}
	return all
}

// JSONColumns are those that an export shows as JSON.
func JSONColumns() map[string][]string {
	all := make(map[string][]string)
	for i := range tables {
		all[tables[i].name] = strings.Fields(tables[i].json)
	}
	return all
}

// Counted are the tables with a progress counter.
func Counted() (names []string) {
	for i := range tables {
		if tables[i].counted {
			names = append(names, tables[i].name)
		}
	}
	return names
}

// About are the collections that know an account by its process or number.
func About() (names []string) {
	for _, a := range about {
		names = append(names, a.name)
	}
	return names
}

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
	run := supplierRun{supplier: supplier, by: audit.Service(), reason: "x", began: time.Now(), rest: func(time.Duration) { rest() }}
	err = run.write(s.Reader, s.Writer)
	return run.result, err
}

// PurgeAtOnce accounts are purged by one job.
const PurgeAtOnce = purgeAtOnce
