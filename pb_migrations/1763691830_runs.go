package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/migrations"
)

// Runs of books, the outcome of each line, and how many lines have each outcome and each
// fault. Triggers count the outcomes, so that the counts are right also where lines are
// changed with the other rows of their account.
func init() {
	migrations.Register(func(app core.App) error {
		if err := createRuns(app); err != nil {
			return err
		}
		if err := createRunLines(app); err != nil {
			return err
		}
		if err := createRunCounts(app); err != nil {
			return err
		}
		for _, statement := range countOutcomes {
			if _, err := app.DB().NewQuery(statement).Execute(); err != nil {
				return err
			}
		}
		return nil
	}, func(app core.App) error {
		return drop(app, "runs", "run_lines", "run_counts")
	})
}

func createRuns(app core.App) error {
	supplier, err := relation(app, "supplier", "suppliers", true)
	if err != nil {
		return err
	}
	name := &core.TextField{Name: "name", Required: true, Max: 512, Presentable: true}
	client := text("client", 15)
	client.Help = "The API client whose run it is."
	return create(app, "runs", []core.Field{
		supplier, client, name,
		choice("mode", true, "import", "rehearsal", "dry_run"),
		choice("if_imported", true, "compare", "add", "skip"),
		text("team", 512),
		choice("state", true, "open", "closed"),
		boolean("complete"),
		text("holder", 128), text("seen_at", 32), text("opened_at", 32), text("closed_at", 32), text("previous", 15),
		text("book_sha256", 64), number("book_bytes"), number("book_lines"), number("book_accounts"),
		text("expected", longText), text("unsent", longText),
	},
		`CREATE INDEX runs_supplier ON runs (supplier, id)`,
		`CREATE UNIQUE INDEX runs_open ON runs (supplier, client, name, mode) WHERE state = 'open'`)
}

func createRunLines(app core.App) error {
	run, err := relation(app, "run", "runs", true)
	if err != nil {
		return err
	}
	supplier, err := relation(app, "supplier", "suppliers", true)
	if err != nil {
		return err
	}
	return create(app, "run_lines", []core.Field{
		run, number("line"), text("sha256", 64), supplier, text("external_account_number", 512), text("service_account_number", 32),
		&core.TextField{Name: "outcome", Required: true, Max: 32, Presentable: true},
		boolean("creates_account"), text("done", 512), text("step", 64), text("code", 128), text("detail", longText), text("faults", longText),
	},
		`CREATE UNIQUE INDEX run_lines_content ON run_lines (run, sha256)`,
		`CREATE INDEX run_lines_order ON run_lines (run, line)`,
		`CREATE INDEX run_lines_account ON run_lines (supplier, external_account_number)`)
}

func createRunCounts(app core.App) error {
	run, err := relation(app, "run", "runs", true)
	if err != nil {
		return err
	}
	member := text("member", 512)
	member.Help = "Of a fault; empty for an outcome."
	return create(app, "run_counts", []core.Field{
		run, &core.TextField{Name: "name", Required: true, Max: 128, Presentable: true, Help: "An outcome, or the code of a fault."}, member, number("n"),
	}, `CREATE UNIQUE INDEX run_counts_name ON run_counts (run, member, name)`)
}

// addOutcome and subtractOutcome count a line of a run by its outcome.
const (
	addOutcome = `INSERT INTO run_counts (id, created, updated, run, member, name, n)
		VALUES (substr(lower(hex(randomblob(8))), 1, 15), NEW.updated, NEW.updated, NEW.run, '', NEW.outcome, 1)
		ON CONFLICT (run, member, name) DO UPDATE SET n = n + 1, updated = excluded.updated;`
	subtractOutcome = `UPDATE run_counts SET n = n - 1 WHERE run = OLD.run AND member = '' AND name = OLD.outcome;`
)

var countOutcomes = []string{
	`CREATE TRIGGER run_lines_insert AFTER INSERT ON run_lines BEGIN ` + addOutcome + ` END`,
	`CREATE TRIGGER run_lines_update AFTER UPDATE OF outcome ON run_lines BEGIN ` + subtractOutcome + addOutcome + ` END`,
	`CREATE TRIGGER run_lines_delete AFTER DELETE ON run_lines BEGIN ` + subtractOutcome + ` END`,
}
