package database

import (
	"fmt"

	"github.com/pocketbase/pocketbase/core"
)

// RefuseNewer makes app refuse a database that a newer release has changed. This release
// would write rows in a form that the newer one does not expect.
func RefuseNewer(app core.App) {
	app.OnBootstrap().BindFunc(func(e *core.BootstrapEvent) error {
		if err := e.Next(); err != nil {
			return err
		}
		return checkSteps(e.App)
	})
}

// checkSteps compares the applied migrations with the migrations of this release.
func checkSteps(app core.App) error {
	known := make(map[string]bool)
	for _, list := range []core.MigrationsList{core.SystemMigrations, core.AppMigrations} {
		for _, step := range list.Items() {
			known[step.File] = true
		}
	}
	var applied []string
	if err := app.DB().Select("file").From(core.DefaultMigrationsTable).OrderBy("file").Column(&applied); err != nil {
		return err
	}
	for _, file := range applied {
		if !known[file] {
			return fmt.Errorf("a newer release has changed this database (%s): run that release, or restore the backup from before it", file)
		}
	}
	return nil
}
