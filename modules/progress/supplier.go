package progress

import (
	"net/http"
	"time"

	"dataimport/modules/kit/domain/settings"
	"dataimport/modules/kit/http/live"
	"dataimport/modules/kit/http/page"
	"dataimport/modules/kit/http/paths"
	"dataimport/views"
)

const (
	pageSize = 25 // accounts
	// maxScanned is how many rows of an index one page of accounts reads.
	maxScanned = 5000
	maxFaults  = 12 // codes on the page
	maxRecent  = 12 // events on the page
)

// showSupplier shows the page of one supplier: its progress, and its accounts.
func (p *pages) showSupplier(w http.ResponseWriter, v *page.Request) error {
	s, err := findSupplier(v)
	if err != nil {
		return err
	}
	content, err := p.newSupplierPage(s, v.Settings, v.Now)
	if err != nil {
		return err
	}
	content.Frame = v.Frame(s.Code)
	content.Live, content.Version = paths.SupplierPage(s.Code)+"~live", live.Version(views.SupplierLive(content))
	f := readFilter(v)
	content.Search = f.newSearchForm(s, v.SeesPersonalData())
	for _, count := range content.Faults {
		content.Search.Codes = append(content.Search.Codes, count.Code)
	}
	if content.Search.Filtered {
		if content.List, err = p.newAccountList(s, f); err != nil {
			return err
		}
		content.List.At = v.Now
	}
	if err := p.addSupplierPanels(&content, s, v); err != nil {
		return err
	}
	return v.Show(w, views.Supplier(content))
}

// newSupplierPage returns what changes on the page while it is open.
func (p *pages) newSupplierPage(s *settings.Supplier, snapshot *settings.Snapshot, now time.Time) (content views.SupplierPage, err error) {
	c, err := readCounters(p.Reader, s.ID)
	if err != nil {
		return content, err
	}
	if content.Progress, err = p.readProgress(s, &c, now); err != nil {
		return content, err
	}
	if content.Chart, err = readChart(p.Reader, s.ID, now); err != nil {
		return content, err
	}
	for i, count := range c.listFaults() {
		if i == maxFaults {
			break
		}
		content.Faults = append(content.Faults, views.FaultCount{
			Code: count.code, Accounts: formatNumber(count.n), Meaning: p.rules()[count.code].Meaning,
			List: addParameters(paths.SupplierPage(s.Code), "code", count.code), Rule: paths.RulePage(count.code),
		})
	}
	if content.Recent, err = p.findRecentEvents(s, snapshot); err != nil {
		return content, err
	}
	content.FaultsPage = paths.SupplierPage(s.Code) + "~faults/"
	content.FaultsCSV = paths.SupplierPage(s.Code) + "~faults.csv"
	content.List, err = p.newAccountList(s, filter{by: byNumber, sort: newest})
	content.Unstaged = c.n[unstaged] > 0
	return content, err
}

// readSupplierState returns a text that changes when the page does.
func (p *pages) readSupplierState(supplierID string) (string, error) {
	return joinRows(p.Reader, `SELECT name, n, '' FROM progress WHERE supplier = ?1
		UNION ALL SELECT '', n, '' FROM settings_revision
		UNION ALL SELECT '', COALESCE((SELECT id FROM account_events WHERE supplier = ?1 ORDER BY id DESC LIMIT 1), ''), ''`, supplierID)
}

// newAccountList returns a page of the list of accounts.
func (p *pages) newAccountList(s *settings.Supplier, f filter) (list views.AccountList, err error) {
	if f.refusal != "" {
		return list, nil
	}
	found, err := p.findAccounts(s, f, pageSize, maxScanned)
	if err != nil {
		return list, err
	}
	codes, err := p.readFaultCodes(s, found.rows)
	if err != nil {
		return list, err
	}
	erased, err := p.findErased(s, found.rows)
	if err != nil {
		return list, err
	}
	list.Note, list.ShowWho = found.note, f.by != byNumber && f.query != ""
	for _, r := range found.rows {
		line := views.FoundAccount{
			Number: r.number, Address: paths.AccountPage(s.Code, r.number), Service: r.service, Who: r.matchedText,
			State: r.newAccountState(&p.Creating), Erased: erased[r.number], At: r.stagedAt,
		}
		for _, code := range codes[r.number] {
			line.Codes = append(line.Codes, views.Link{Name: code, Address: paths.RulePage(code)})
		}
		list.Rows = append(list.Rows, line)
	}
	address := paths.SupplierPage(s.Code)
	if f.cursor != "" {
		list.First = f.listAddress(address, "")
	}
	if found.nextCursor != "" {
		list.Next = f.listAddress(address, found.nextCursor)
	}
	return list, nil
}
