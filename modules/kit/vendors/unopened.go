package vendors

import (
	"errors"

	"github.com/pocketbase/dbx"

	"dataimport/modules/kit/store/secrets"
)

// Unopened returns the codes of the vendors whose secrets cannot be opened with any
// present key, as after a restore without the key. Until their secrets are entered again,
// those vendors cannot be asked.
func Unopened(db dbx.Builder, box *secrets.Box) (codes []string, err error) {
	var sealed []struct {
		ID      string `db:"id"`
		Code    string `db:"code"`
		Adapter string `db:"adapter"`
		BaseURL string `db:"base_url"`
		Secret  string `db:"sealed_secret"`
	}
	err = db.NewQuery(`SELECT id, code, adapter, base_url, sealed_secret FROM payment_vendors WHERE sealed_secret <> '' ORDER BY code`).All(&sealed)
	if err != nil {
		return nil, err
	}
	for _, v := range sealed {
		_, err := box.Open(v.Secret, Purpose(v.ID, v.Adapter, v.BaseURL))
		switch {
		case errors.Is(err, secrets.ErrUnopened):
			codes = append(codes, v.Code)
		case err != nil:
			return nil, err
		}
	}
	return codes, nil
}
