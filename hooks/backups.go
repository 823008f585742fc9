package hooks

import (
	"github.com/pocketbase/pocketbase/core"

	"dataimport/modules/kit/documents"
	"dataimport/modules/kit/secrets"
)

// backups keeps two things of the data folder out of a backup, and in their place when
// one is brought back: the key, which must not lie beside what it opens, and the
// documents, which are the suppliers' and too large to be copied every night.
func backups(app core.App) {
	stays := func(e *core.BackupEvent) error {
		e.Exclude = append(e.Exclude, secrets.KeyFile, documents.DefaultFolder)
		return e.Next()
	}
	app.OnBackupCreate().BindFunc(stays)
	app.OnBackupRestore().BindFunc(stays)
}
