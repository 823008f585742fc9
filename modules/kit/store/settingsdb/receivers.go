package settingsdb

import (
	"encoding/json/v2"

	"github.com/pocketbase/dbx"

	"dataimport/modules/kit/domain/settings"
	"dataimport/modules/kit/store/database"
)

func loadReceivers(q database.Querier, v *settings.Values) error {
	const query = `SELECT id, supplier, events FROM event_endpoints WHERE NOT disabled ORDER BY id`
	return database.EachRow(q, func(row database.Row) error {
		var r settings.Receiver
		var supplier string
		var events []byte
		if err := row.Scan(&r.ID, &supplier, &events); err != nil {
			return err
		}
		v.Receivers[supplier] = append(v.Receivers[supplier], &r)
		return json.Unmarshal(events, &r.Events)
	}, query)
}

// FindReceivers returns the receivers of a supplier that are not disabled, as a
// transaction of PocketBase sees them.
func FindReceivers(db dbx.Builder, supplierID string) (receivers []*settings.Receiver, err error) {
	var found []struct {
		ID     string `db:"id"`
		Events string `db:"events"`
	}
	err = db.NewQuery(`SELECT id, events FROM event_endpoints WHERE supplier = {:supplier} AND NOT disabled ORDER BY id`).
		Bind(dbx.Params{"supplier": supplierID}).All(&found)
	if err != nil {
		return nil, err
	}
	for _, row := range found {
		r := &settings.Receiver{ID: row.ID}
		if err := json.Unmarshal([]byte(row.Events), &r.Events); err != nil {
			return nil, err
		}
		receivers = append(receivers, r)
	}
	return receivers, nil
}
