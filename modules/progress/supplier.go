package progress

import (
	"net/http"
	"time"

	"dataimport/modules/kit/domain/settings"
	"dataimport/views"
)

const (
	pageSize = 25 // accounts
	// scannedRows are looked at for one page, of accounts that may not be wanted.
	scannedRows = 5000
	mostFaults  = 12 // codes that the page names
	mostRecent  = 12 // events that the page names
)

// supplier is the page of one supplier: its progress, and its accounts.
func (p *pages) supplier(w http.ResponseWriter, v *visit) error {
	s, err := v.supplierOf()
	if err != nil {
		return err
	}
	content, err := p.supplierProgress(s, v.settings, v.now)
	if err != nil {
		return err
	}
	content.Frame = v.frame(s.Code)
	content.Live, content.Version = supplierAddress(s.Code)+"~live", version(views.SupplierLive(content))
	f := readFilter(v)
	content.Search = f.form(s, v.seesPeople())
	for _, count := range content.Faults {
		content.Search.Codes = append(content.Search.Codes, count.Code)
	}
	if content.List, err = p.accounts(s, f, v); err != nil {
		return err
	}
	return show(w, v, views.Supplier(content))
}

// supplierProgress is what changes on the page while it is open.
func (p *pages) supplierProgress(s *settings.Supplier, snapshot *settings.Snapshot, now time.Time) (content views.SupplierPage, err error) {
	c, err := readCounters(p.Reader, s.ID)
	if err != nil {
		return content, err
	}
	if content.Progress, err = p.progressOf(s, &c, now); err != nil {
		return content, err
	}
	if content.Chart, err = readChart(p.Reader, s.ID, now); err != nil {
		return content, err
	}
	for i, count := range c.faults() {
		if i == mostFaults {
			break
		}
		content.Faults = append(content.Faults, views.FaultCount{
			Code: count.code, Accounts: grouped(count.n), Meaning: p.rules()[count.code].Meaning,
			List: with(supplierAddress(s.Code), "code", count.code), Rule: ruleAddress(count.code),
		})
	}
	content.Recent, err = p.recent(s, snapshot)
	return content, err
}

// supplierState changes when anything does that the page shows.
func (p *pages) supplierState(supplierID string) (string, error) {
	return joined(p.Reader, `SELECT name, n, '' FROM progress WHERE supplier = ?1
		UNION ALL SELECT '', n, '' FROM settings_revision
		UNION ALL SELECT '', COALESCE((SELECT id FROM account_events WHERE supplier = ?1 ORDER BY id DESC LIMIT 1), ''), ''`, supplierID)
}

// accounts is a page of the list of accounts.
func (p *pages) accounts(s *settings.Supplier, f filter, v *visit) (list views.AccountList, err error) {
	if f.refusal != "" {
		return list, nil
	}
	found, err := p.find(s, f, pageSize, scannedRows)
	if err != nil {
		return list, err
	}
	codes, err := p.codesOf(s, found.rows)
	if err != nil {
		return list, err
	}
	list.Note, list.ShowWho = found.note, f.by != byNumber && f.query != ""
	for _, r := range found.rows {
		line := views.FoundAccount{
			Number: r.number, Address: accountAddress(s.Code, r.number), Service: r.service, Who: r.who,
			State: r.shownState(&p.Creating), At: r.stagedAt,
		}
		for _, code := range codes[r.number] {
			line.Codes = append(line.Codes, views.Link{Name: code, Address: ruleAddress(code)})
		}
		list.Rows = append(list.Rows, line)
	}
	address := supplierAddress(s.Code)
	if f.after != "" {
		list.First = f.address(address, "")
	}
	if found.next != "" {
		list.Next = f.address(address, found.next)
	}
	return list, nil
}
