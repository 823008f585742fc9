package eventqueue

import (
	"errors"

	"github.com/pocketbase/dbx"

	"dataimport/modules/kit/store/secrets"
)

// Unopened returns the event endpoints whose secrets cannot be opened with any present key,
// as after a restore without the key, by their suppliers' codes and their names. Until they
// have new secrets, no delivery to them can be signed.
func Unopened(db dbx.Builder, box *secrets.Box) (names []string, err error) {
	var sealed []struct {
		ID     string `db:"id"`
		Name   string `db:"name"`
		Secret string `db:"sealed_secret"`
	}
	err = db.NewQuery(`SELECT e.id, s.code || '/' || e.name AS name, e.sealed_secret FROM event_endpoints e
		JOIN suppliers s ON s.id = e.supplier WHERE e.sealed_secret <> '' ORDER BY 2`).All(&sealed)
	if err != nil {
		return nil, err
	}
	for _, e := range sealed {
		_, err := box.Open(e.Secret, SecretPurpose(e.ID))
		switch {
		case errors.Is(err, secrets.ErrUnopened):
			names = append(names, e.Name)
		case err != nil:
			return nil, err
		}
	}
	return names, nil
}
