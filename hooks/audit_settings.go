package hooks

import (
	"encoding/json/v2"
	"os"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/security"

	"dataimport/modules/kit/store/audit"
)

func (a *auditor) auditSettings(e *core.ModelEvent) error {
	if _, ok := e.Model.(*core.Settings); !ok {
		return e.Next()
	}
	outside := e.App
	defer func() { e.App = outside }()
	return outside.RunInTransaction(func(tx core.App) error {
		e.App = tx
		stored, err := readStoredSettings(tx)
		if err != nil {
			return err
		}
		before, err := toFlatMembers(stored)
		if err != nil {
			return err
		}
		if err := e.Next(); err != nil || !tx.HasTable(audit.Table) {
			return err
		}
		saved, err := readStoredSettings(tx) // other hooks may have changed the settings
		if err != nil {
			return err
		}
		after, err := toFlatMembers(saved)
		if err != nil {
			return err
		}
		entry := audit.Entry{Actor: a.findActor(tx), Action: audit.Update, Collection: "settings", Label: "settings"}
		entry.Before, entry.After = findDifferences(before, after)
		for name, secrets := range listSecretSettings(stored, saved) {
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

// readStoredSettings reads the settings from the database. The application's own settings may be
// changed already.
func readStoredSettings(app core.App) (*core.Settings, error) {
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

// listSecretSettings lists the settings that are not shown, with their values before and after.
func listSecretSettings(before, after *core.Settings) map[string][2]string {
	return map[string][2]string{
		"smtp.password":     {before.SMTP.Password, after.SMTP.Password},
		"s3.secret":         {before.S3.Secret, after.S3.Secret},
		"backups.s3.secret": {before.Backups.S3.Secret, after.Backups.S3.Secret},
	}
}
