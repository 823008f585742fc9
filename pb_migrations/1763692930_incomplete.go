package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/migrations"
)

// The current faults have the kind of further data that was refused, so that an imported account
// without that data is known to be incomplete. A skipped account has none. The events of accounts
// that were taken back have the number that each had. A supplier may say how many accounts are
// expected.
func init() {
	migrations.Register(func(app core.App) error {
		for _, step := range []func(core.App) error{addKindOfFaults, addFormerNumbers, addExpectedAccounts, findCurrentFaults} {
			if err := step(app); err != nil {
				return err
			}
		}
		return nil
	}, func(app core.App) error {
		err := execute(app,
			`DELETE FROM current_faults WHERE kind <> ''`,
			`DELETE FROM progress WHERE name IN ('incomplete', 'unstaged')`,
			`DELETE FROM progress_history WHERE name = 'incomplete'`)
		if err != nil {
			return err
		}
		return removeIncomplete(app)
	})
}

func addKindOfFaults(app core.App) error {
	return changeIndexes(app, "current_faults", func(c *core.Collection) {
		kind := text("kind", 32)
		kind.Help = "Of the further data that was refused; empty for the account itself."
		c.Fields.Add(kind)
		c.RemoveIndex("current_faults_account")
		c.Indexes = append(c.Indexes,
			`CREATE UNIQUE INDEX current_faults_account ON current_faults (supplier, external_account_number, kind, code)`,
			`CREATE INDEX current_faults_refused ON current_faults (supplier, external_account_number) WHERE kind = ''`,
			`CREATE INDEX current_faults_missing ON current_faults (supplier, external_account_number) WHERE kind <> ''`)
	})
}

func addFormerNumbers(app core.App) error {
	return changeIndexes(app, "account_events", func(c *core.Collection) {
		former := text("former_number", 32)
		former.Help = "Our number of an account that was taken back."
		c.Fields.Add(former)
		c.Indexes = append(c.Indexes, `CREATE INDEX account_events_former ON account_events (former_number) WHERE former_number <> ''`)
	})
}

func addExpectedAccounts(app core.App) error {
	return changeIndexes(app, "suppliers", func(c *core.Collection) {
		least := 0.0
		c.Fields.Add(&core.NumberField{Name: "expected_accounts", OnlyInt: true, Min: &least,
			Help: "How many accounts the migration has in all. Pages show the progress against it. Leave it empty where it is not known: pages then use the books of the runs."})
	})
}

func removeIncomplete(app core.App) error {
	err := changeIndexes(app, "current_faults", func(c *core.Collection) {
		for _, index := range []string{"current_faults_account", "current_faults_refused", "current_faults_missing"} {
			c.RemoveIndex(index)
		}
		c.Fields.RemoveByName("kind")
		c.Indexes = append(c.Indexes, `CREATE UNIQUE INDEX current_faults_account ON current_faults (supplier, external_account_number, code)`)
	})
	if err != nil {
		return err
	}
	err = changeIndexes(app, "account_events", func(c *core.Collection) {
		c.RemoveIndex("account_events_former")
		c.Fields.RemoveByName("former_number")
	})
	if err != nil {
		return err
	}
	return changeIndexes(app, "suppliers", func(c *core.Collection) { c.Fields.RemoveByName("expected_accounts") })
}

// circumstanceCodes are the codes of refusals that say nothing about the data of an account.
const circumstanceCodes = `('account_already_imported', 'account_marked_as_skipped', 'account_not_found', 'import_supplier_not_found', 'import_supplier_mismatch',
	'import_supplier_migration_not_ongoing', 'import_process_does_not_exist', 'import_process_in_progress', 'dry_run_rolled_back', 'permission_denied')`

// insertFaults inserts the faults of refusals. The faults of an erased account are gone, so its
// refusal counts by its own code.
func insertFaults(kind, refusals string) string {
	return `INSERT OR IGNORE INTO current_faults (id, created, updated, supplier, external_account_number, kind, code)
		SELECT substr(lower(hex(randomblob(8))), 1, 15), created, created, supplier, number, kind, code FROM (
			SELECT DISTINCT r.created, r.supplier, r.external_account_number AS number, ` + kind + ` AS kind, COALESCE(f.value ->> 'code', r.code) AS code
			FROM account_events r CROSS JOIN import_processes p ON p.supplier = r.supplier AND p.external_account_number = r.external_account_number
			LEFT JOIN json_each(CASE WHEN r.faults = '' THEN '[]' ELSE r.faults END) f WHERE ` + refusals + `)
		WHERE code <> '' AND code NOT IN ` + circumstanceCodes
}

// findCurrentFaults finds the faults that were not current before: of further data, and of
// refusals to create an account. It counts all of them anew.
func findCurrentFaults(app core.App) error {
	return execute(app,
		`DELETE FROM current_faults WHERE code IN `+circumstanceCodes+` OR EXISTS (SELECT 1 FROM import_processes p
			WHERE p.supplier = current_faults.supplier AND p.external_account_number = current_faults.external_account_number AND p.state IN ('skipped', 'imported'))`,
		insertFaults(`replace(r.event, '.refused', '')`, `r.event LIKE '%.refused' AND r.event <> 'account.refused' AND p.state = 'imported'
			AND r.created >= p.account_created_at
			AND r.id = (SELECT max(e.id) FROM account_events e WHERE e.supplier = r.supplier AND e.external_account_number = r.external_account_number
				AND e.event IN (r.event, replace(r.event, '.refused', '.imported')))`),
		insertFaults(`''`, `r.event = 'account.refused' AND r.step = 'process' AND p.state = 'staged'
			AND r.id = (SELECT max(e.id) FROM account_events e WHERE e.supplier = r.supplier AND e.external_account_number = r.external_account_number
				AND e.event IN ('account.validated', 'account.staged', 'account.imported', 'account.refused', 'account.taken_back', 'process.unskipped'))`),
		`DELETE FROM progress WHERE name = 'refused' OR name LIKE 'fault:%'`,
		countAnew(`'refused'`, `kind = ''`),
		countAnew(`'incomplete'`, `kind <> ''`),
		countAnew(`'unstaged'`, `kind = '' AND NOT EXISTS (SELECT 1 FROM import_processes p
			WHERE p.supplier = f.supplier AND p.external_account_number = f.external_account_number)`),
		countAnew(`'fault:' || code`, `true`),
		`UPDATE account_events SET former_number = COALESCE((SELECT a.before ->> 'service_account_number' FROM audit_log a
				JOIN import_processes p ON a.collection = 'import_processes' AND a.record = p.id AND a.action = 'take back' AND a.created >= account_events.created
				WHERE p.supplier = account_events.supplier AND p.external_account_number = account_events.external_account_number
				ORDER BY a.created LIMIT 1), '')
			WHERE event = 'account.taken_back'`)
}

// countAnew counts the accounts with faults that a condition admits, under a name.
func countAnew(name, condition string) string {
	return `INSERT INTO progress (id, created, updated, supplier, name, n)
		SELECT substr(lower(hex(randomblob(8))), 1, 15), now, now, supplier, name, count(DISTINCT external_account_number) FROM (
			SELECT strftime('%Y-%m-%d %H:%M:%fZ') AS now, supplier, ` + name + ` AS name, external_account_number FROM current_faults f WHERE ` + condition + `)
		GROUP BY supplier, name`
}
