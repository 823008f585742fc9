package vendors

import (
	"errors"

	"github.com/pocketbase/dbx"

	"dataimport/modules/kit/store/secrets"
)

// Unopened are the codes of vendors whose secrets no key that is here can open, as after
// a restore without the key. Until they are entered again, those vendors answer nothing.
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
