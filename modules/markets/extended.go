package markets

import (
	"encoding/json/v2"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/payload"
	"dataimport/modules/kit/store/packed"
	"dataimport/modules/markets/supply"
)

// extended holds the market's members of an account.
type extended struct {
	market  *Market
	members []supply.Member
}

// Members returns the members as the service understood them. Members inside them are in
// the order of their names.
func (x *extended) Members() ([]payload.Extra, error) {
	members := make([]payload.Extra, len(x.members))
	for i, m := range x.members {
		value, err := encode(m.Value)
		if err != nil {
			return nil, err
		}
		members[i] = payload.Extra{Object: m.Object, Name: m.Name, Value: value}
	}
	return members, nil
}

var columns = []string{"account", "market", "version", "data"}

// PrepareRows writes one row: a JSON object with all members by their attrs.
func (x *extended) PrepareRows(into account.RowWriter, to *account.Account) error {
	if len(x.members) == 0 {
		return nil
	}
	members := make(map[string]any, len(x.members))
	for _, m := range x.members {
		members[attrOf(m.Object, m.Name)] = m.Value
	}
	data, err := encode(members)
	if err != nil {
		return err
	}
	stored := packed.Pack(string(data))
	return into.Insert("account_extensions", columns, 1, func(int) []any {
		return []any{to.ID, x.market.Name, x.market.Version, stored}
	})
}

func encode(value any) ([]byte, error) {
	return json.Marshal(value, json.Deterministic(true))
}
