package module

import (
	"encoding/json/v2"
	"errors"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/a-h/templ"

	"dataimport/modules/kit/domain/settings"
	"dataimport/modules/kit/store/database"
	"dataimport/views"
)

// Panel is a part of an account's page. It shows the module's rows of the account.
type Panel struct {
	Title  string // its heading
	Anchor string // the id of its heading, which no other panel has
	Class  string // a CSS class; empty for none
	Rank   int    // panels of a lower rank stand above
	// Show returns what stands below the heading; nil leaves the panel out. It is called
	// for imported accounts alone.
	Show func(v *AccountView) (templ.Component, error)
}

// SupplierPanel is a part of a supplier's page.
type SupplierPanel struct {
	Title  string // its heading
	Anchor string // the id of its heading
	// Show returns what stands below the heading; nil leaves the panel out.
	Show func(v *SupplierView) (templ.Component, error)
}

// SupplierView is a supplier, as a panel of its page shows it to a reader who sees it.
type SupplierView struct {
	Reader   database.Querier
	Supplier *settings.Supplier
	Settings *settings.Snapshot
	Now      time.Time
}

// AccountView is an imported account, as one panel of its page shows it to one reader.
type AccountView struct {
	Reader    database.Querier
	AccountID string
	Currency  string // ISO 4217, of the supplier's country
	Now       time.Time
	Address   string     // of the page
	Query     url.Values // of the page's address
	Anchor    string     // of the panel
	// SeesPersonalData reports whether the reader may see personal data. What a panel shows
	// of it has to pass Mask.
	SeesPersonalData bool
	// ListDocuments returns links to documents of the account, by their paths.
	ListDocuments func(paths []string) []views.Document
}

// ItemsPerPage is how many items a list of the account's page shows at once.
const ItemsPerPage = 50

// Mask returns a text, masked for a reader who may not see personal data.
func (v *AccountView) Mask(text string) string {
	if text == "" || v.SeesPersonalData {
		return text
	}
	return views.Masked
}

// ListPage is a page of a list: the items from From, before To.
type ListPage struct {
	From, To int
	Pager    views.Pager // leads to the pages beside it
}

// NewListPage returns the page of a list of n items that a parameter of the page's address
// asks for. A number that no page has asks for the nearest one.
func (v *AccountView) NewListPage(parameter string, n int) ListPage {
	number, _ := strconv.Atoi(v.Query.Get(parameter))
	number = max(1, min(number, (n+ItemsPerPage-1)/ItemsPerPage))
	from := (number - 1) * ItemsPerPage
	page := ListPage{From: from, To: min(n, from+ItemsPerPage)}
	if n <= ItemsPerPage {
		return page
	}
	address := func(number int) string { return v.listAddress(parameter, strconv.Itoa(number)) }
	page.Pager.About = views.FormatNumber(page.From+1) + " to " + views.FormatNumber(page.To) + " of " + views.FormatNumber(n)
	if number > 1 {
		page.Pager.Newer = address(number - 1)
	}
	if page.To < n {
		page.Pager.Older = address(number + 1)
	}
	return page
}

// MaxSorted is how many items of an account a list puts into its order. A longer list is in the
// order of an index, and a page of it reads its own items alone.
const MaxSorted = 5000

// CountItems returns how many rows of a table belong to the account, or MaxSorted+1 where there are
// more than MaxSorted.
func (v *AccountView) CountItems(table string) (n int, err error) {
	err = v.Reader.QueryRow(`SELECT count(*) FROM (SELECT 1 FROM `+table+` WHERE account = ? LIMIT ?)`, v.AccountID, MaxSorted+1).Scan(&n)
	return n, err
}

// ReadLongPage returns the ids of a page of a list with more than MaxSorted rows, as a JSON array.
// The rows are in the order of an index of the columns account and column, and of their rowid. The
// page begins behind the cursor in a parameter of the page's address.
func (v *AccountView) ReadLongPage(table, column, parameter string) (ids string, pager views.Pager, err error) {
	var list []string
	var cursor string
	place, value, _ := strings.Cut(v.Query.Get(parameter), ".")
	rowid, err := strconv.Atoi(place)
	if err != nil {
		value, rowid = "", 0
	}
	err = database.EachRow(v.Reader, func(row database.Row) error {
		if len(list) == ItemsPerPage { // the row behind the page
			pager.Next = v.listAddress(parameter, cursor)
			return nil
		}
		var id, value string
		var rowid int
		if err := row.Scan(&id, &rowid, &value); err != nil {
			return err
		}
		list, cursor = append(list, id), strconv.Itoa(rowid)+"."+value
		return nil
	}, `SELECT id, rowid, `+column+` FROM `+table+` WHERE account = ?1 AND `+column+` >= ?2 AND (`+column+`, rowid) > (?2, ?3)
		ORDER BY `+column+`, rowid LIMIT ?4`, v.AccountID, value, rowid, ItemsPerPage+1)
	pager.About = "More than " + views.FormatNumber(MaxSorted) + ": they are not in the order of time."
	if v.Query.Has(parameter) {
		pager.First = v.Address + "#" + v.Anchor
	}
	encoded, encodeErr := json.Marshal(list)
	return string(encoded), pager, errors.Join(err, encodeErr)
}

func (v *AccountView) listAddress(parameter, value string) string {
	return v.Address + "?" + url.Values{parameter: {value}}.Encode() + "#" + v.Anchor
}

// PanelsOf are the panels of modules, in the order of the page.
func PanelsOf(modules []Module) []Panel {
	var list []Panel
	for i := range modules {
		list = append(list, modules[i].Panels...)
	}
	slices.SortStableFunc(list, func(a, b Panel) int { return a.Rank - b.Rank })
	return list
}
