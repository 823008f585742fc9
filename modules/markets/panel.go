package markets

import (
	"database/sql"
	"errors"

	"github.com/a-h/templ"

	"dataimport/modules/kit/domain/payload"
	"dataimport/modules/kit/module"
	"dataimport/views"
)

// panels are the parts of an account's page: what the market adds to the account.
var panels = []module.Panel{{Title: "Supply and other members of the market", Anchor: "market", Rank: 25, Show: showMembers}}

// showMembers shows the members of the market as parts of the page. A schema says of no member that
// it is impersonal, so that all values are masked for a reader who may not see personal data.
func showMembers(v *module.AccountView) (templ.Component, error) {
	var data []byte
	err := v.Reader.QueryRow(`SELECT unpacked(data) FROM account_extensions WHERE account = ?`, v.AccountID).Scan(&data)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	sections, err := v.ReadSections("Account", data, payload.Privacy{})
	if err != nil || len(sections) == 0 {
		return nil, err
	}
	return views.Sections(sections), nil
}
