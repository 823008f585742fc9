package hooks

import (
	"encoding/json/v2"
	"os"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/security"

	"dataimport/modules/kit/store/audit"
)

func (a *auditor) settingsSaved(e *core.ModelEvent) error {
	if _, ok := e.Model.(*core.Settings); !ok {
		return e.Next()
	}
	outside := e.App
	defer func() { e.App = outside }()
	return outside.RunInTransaction(func(tx core.App) error {
		e.App = tx
		stored, err := storedSettings(tx)
		if err != nil {
			return err
		}
		before, err := flat(stored)
		if err != nil {
			return err
		}
		if err := e.Next(); err != nil || !tx.HasTable(audit.Table) {
			return err
		}
		saved, err := storedSettings(tx) // other hooks may have changed what was to be saved
		if err != nil {
			return err
		}
		after, err := flat(saved)
		if err != nil {
			return err
		}
		entry := audit.Entry{Actor: a.actor(tx), Action: audit.Update, Collection: "settings", Label: "settings"}
		entry.Before, entry.After = differing(before, after)
		for name, secrets := range secretSettings(stored, saved) {
			if secrets[0] != secrets[1] {
				entry.Before[name], entry.After[name] = "(hidden)", "(hidden)"
			}
		}
		if len(entry.After)+len(entry.Before) == 0 {
			return nil
		}
		return audit.Write(tx, &entry)
	})
}

// storedSettings are the settings as they are in the database. What the application
// holds may be changed already.
func storedSettings(app core.App) (*core.Settings, error) {
	param := &core.Param{}
	if err := app.ModelQuery(param).Model("settings", param); err != nil {
		return nil, err
	}
	settings := &core.Settings{}
	text := []byte(param.Value)
	if json.Unmarshal(text, settings) == nil {
		return settings, nil
	}
	text, err := security.Decrypt(string(text), os.Getenv(app.EncryptionEnv()))
	if err != nil {
		return nil, err
	}
	return settings, json.Unmarshal(text, settings)
}

// secretSettings are the values that settings do not show, of two states.
func secretSettings(before, after *core.Settings) map[string][2]string {
	return map[string][2]string{
		"smtp.password":     {before.SMTP.Password, after.SMTP.Password},
		"s3.secret":         {before.S3.Secret, after.S3.Secret},
		"backups.s3.secret": {before.Backups.S3.Secret, after.Backups.S3.Secret},
	}
}
