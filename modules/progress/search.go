package progress

import (
	"cmp"
	"net/http"
	"slices"
	"strings"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/settings"
	"dataimport/modules/kit/http/page"
	"dataimport/modules/kit/http/paths"
	"dataimport/modules/kit/store/database"
	"dataimport/views"
)

const (
	// maxFound is how many accounts a search across suppliers shows.
	maxFound = 50
	// maxFoundOfSupplier is how many of one supplier it shows by the beginning of a number.
	maxFoundOfSupplier = 10
	// minPhoneDigits is how many last digits of a phone number are compared.
	minPhoneDigits = 7
)

// foundRow is an account that a search across suppliers has found.
type foundRow struct {
	row
	supplierID string
	by         string // what matches, in words
}

// showFound searches all suppliers that the reader sees for what the reader has typed: a number,
// and for readers of personal data a name, an e-mail address, a phone number or a postcode. A
// search that finds one account leads to it.
func (p *pages) showFound(w http.ResponseWriter, v *page.Request) error {
	query := readFilter(v).query
	content := views.FindPage{Frame: v.Frame("Find an account"), Query: query, People: v.SeesPersonalData()}
	content.Search = query
	found, err := p.searchEverywhere(v, query)
	if err != nil {
		return err
	}
	if len(found) == 1 {
		http.Redirect(w, v.Request, foundAddress(v.Settings, &found[0]), http.StatusSeeOther)
		return nil
	}
	if len(found) > maxFound {
		found = found[:maxFound]
		content.Note = "These are the first " + formatNumber(maxFound) + ". Type more to find fewer."
	}
	for i := range found {
		f := &found[i]
		supplier := v.Settings.SupplierByID(f.supplierID)
		content.Rows = append(content.Rows, views.FoundAccount{
			Number: f.number, Address: foundAddress(v.Settings, f), Service: f.service, State: f.newAccountState(&p.Creating), At: f.stagedAt,
			Supplier: views.Link{Name: supplier.Code, Address: paths.SupplierPage(supplier.Code)}, By: f.by, Who: f.matchedText,
		})
	}
	return v.Show(w, views.Find(content))
}

func foundAddress(snapshot *settings.Snapshot, f *foundRow) string {
	return paths.AccountPage(snapshot.SupplierByID(f.supplierID).Code, f.number)
}

// searchEverywhere returns the accounts that match, each once.
func (p *pages) searchEverywhere(v *page.Request, query string) (found []foundRow, err error) {
	if query == "" {
		return nil, nil
	}
	searches := []func(*page.Request, string) ([]foundRow, error){p.searchNumbers, p.searchFormerNumbers}
	if v.SeesPersonalData() {
		searches = append(searches, p.searchContacts, p.searchPeople)
	}
	known := make(map[[2]string]bool)
	for _, search := range searches {
		rows, err := search(v, query)
		if err != nil {
			return nil, err
		}
		for _, r := range rows {
			key := [2]string{r.supplierID, r.number}
			if !known[key] && v.Reader.Sees(r.supplierID) && v.Settings.SupplierByID(r.supplierID) != nil {
				known[key] = true
				found = append(found, r)
			}
		}
	}
	return found, nil
}

// seenSuppliers are the suppliers that the reader sees.
func seenSuppliers(v *page.Request) []*settings.Supplier {
	return slices.DeleteFunc(v.Settings.Suppliers(), func(s *settings.Supplier) bool { return !v.Reader.Sees(s.ID) })
}

// searchNumbers finds accounts by the beginning of their number, or by our number.
func (p *pages) searchNumbers(v *page.Request, query string) (found []foundRow, err error) {
	for _, s := range seenSuppliers(v) {
		list, err := p.findAccounts(s, filter{query: query, by: byNumber, sort: newest}, maxFoundOfSupplier, maxFoundOfSupplier)
		if err != nil {
			return nil, err
		}
		for _, r := range list.rows {
			by := "their number"
			if strings.EqualFold(r.service, query) {
				by = "our number"
			}
			found = append(found, foundRow{row: r, supplierID: s.ID, by: by})
		}
	}
	// The number that was typed comes before longer ones.
	slices.SortStableFunc(found, func(a, b foundRow) int { return cmp.Compare(len(a.number), len(b.number)) })
	return found, nil
}

// readFound reads the rows of a query for columns, a text that matches and the supplier.
func (p *pages) readFound(by, query string, args ...any) ([]foundRow, error) {
	return database.ReadRows(p.Reader, func(columns database.Row, f *foundRow) error {
		f.by = by
		return f.scanRow(columns, &f.matchedText, &f.supplierID)
	}, query, args...)
}

// The queries of a search across suppliers. Each reads the accounts behind an index.
const (
	formerQuery = `SELECT ` + columns + `, '', p.supplier FROM account_events e
		CROSS JOIN import_processes p ON p.supplier = e.supplier AND p.external_account_number = e.external_account_number
		WHERE e.former_number = ? AND e.former_number <> ''`
	behindCustomer = ` CROSS JOIN accounts a ON a.id = x.account
		CROSS JOIN import_processes p ON p.supplier = a.supplier AND p.external_account_number = a.external_account_number LIMIT ?2`
	emailQuery = `SELECT ` + columns + `, x.email, p.supplier FROM
		(SELECT account, email FROM customers WHERE email COLLATE NOCASE = ?1 AND email <> '') x` + behindCustomer
	mobileQuery = `SELECT ` + columns + `, x.mobile, p.supplier FROM
		(SELECT account, mobile FROM customers WHERE substr(replace(replace(replace(mobile, ' ', ''), '-', ''), '+', ''), -7) = ?1 AND mobile <> '') x` + behindCustomer
	landlineQuery = `SELECT ` + columns + `, x.landline, p.supplier FROM
		(SELECT account, landline FROM customers WHERE substr(replace(replace(replace(landline, ' ', ''), '-', ''), '+', ''), -7) = ?1 AND landline <> '') x` + behindCustomer
)

// searchFormerNumbers finds accounts that were taken back by the number that each had here.
func (p *pages) searchFormerNumbers(_ *page.Request, query string) ([]foundRow, error) {
	if !account.ValidNumber(toUpper(query)) {
		return nil, nil
	}
	return p.readFound("our number, before it was taken back", formerQuery, toUpper(query))
}

// searchContacts finds customers by an e-mail address or a phone number.
func (p *pages) searchContacts(_ *page.Request, query string) ([]foundRow, error) {
	if strings.Contains(query, "@") {
		return p.readFound("e-mail", emailQuery, query, maxFound+1)
	}
	digits := strings.Map(func(c rune) rune {
		switch {
		case '0' <= c && c <= '9':
			return c
		case strings.ContainsRune(" +-().", c):
			return -1
		}
		return 'x'
	}, query)
	if len(digits) < minPhoneDigits || strings.Contains(digits, "x") {
		return nil, nil
	}
	last := digits[len(digits)-minPhoneDigits:]
	mobiles, err := p.readFound("phone", mobileQuery, last, maxFound+1)
	if err != nil {
		return nil, err
	}
	landlines, err := p.readFound("phone", landlineQuery, last, maxFound+1)
	return append(mobiles, landlines...), err
}

// searchPeople finds customers and companies by name, and addresses by postcode.
func (p *pages) searchPeople(v *page.Request, query string) (found []foundRow, err error) {
	if len([]rune(strings.ReplaceAll(query, " ", ""))) < 2 || strings.Contains(query, "@") {
		return nil, nil
	}
	by, find := "name", p.findByName
	if strings.ContainsAny(query, "0123456789") { // a name has no digit, and a postcode has one
		by, find = "postcode", p.findByPostcode
	}
	for _, s := range seenSuppliers(v) {
		rows, err := find(s, query)
		if err != nil {
			return nil, err
		}
		for _, r := range rows {
			found = append(found, foundRow{row: r, supplierID: s.ID, by: by})
		}
	}
	return found, nil
}
