package progress

import (
	"net/http"
	"strconv"
	"time"

	"dataimport/modules/kit/http/live"
	"dataimport/modules/kit/http/page"
	"dataimport/views"
)

func (p *pages) streamOverview(w http.ResponseWriter, v *page.Request) error {
	// Readers who see other suppliers have separate topics. No supplier's id has a space.
	return p.hub.Serve(w, v.Request, v.Reader.Scope(), live.Source{ReadState: p.readOverviewState, Render: func() (string, error) {
		snapshot, err := p.Settings.Current()
		if err != nil {
			return "", err
		}
		content, err := p.newOverviewPage(snapshot, v.Reader, time.Now().UTC())
		return live.Render(views.OverviewLive(content)), err
	}})
}

func (p *pages) streamSupplier(w http.ResponseWriter, v *page.Request) error {
	s, err := findSupplier(v)
	if err != nil {
		return err
	}
	return p.hub.Serve(w, v.Request, s.ID, live.Source{ReadState: func() (string, error) { return p.readSupplierState(s.ID) }, Render: func() (string, error) {
		snapshot, err := p.Settings.Current()
		if err != nil {
			return "", err
		}
		current := snapshot.SupplierByID(s.ID)
		if current == nil {
			return "", page.ErrNotFound
		}
		content, err := p.newSupplierPage(current, snapshot, time.Now().UTC())
		return live.Render(views.SupplierLive(content)), err
	}})
}

func (p *pages) streamAccount(w http.ResponseWriter, v *page.Request) error {
	s, err := p.findPageAccount(v)
	if err != nil {
		return err
	}
	// Readers with and without access to personal data have separate topics.
	name := s.supplier.ID + "/" + strconv.FormatBool(v.SeesPersonalData()) + "/" + s.number
	return p.hub.Serve(w, v.Request, name, live.Source{ReadState: func() (string, error) { return p.readAccountVersion(s.supplier.ID, s.number) }, Render: func() (string, error) {
		snapshot, err := p.Settings.Current()
		if err != nil {
			return "", err
		}
		current, err := p.readPageAccount(s.supplier, s.number)
		if err != nil {
			return "", err
		}
		now := &page.Request{Request: v.Request, Reader: v.Reader, Settings: snapshot, Now: time.Now().UTC()}
		content, err := p.readAccountState(current, now, "")
		return live.Render(views.AccountLive(content)), err
	}})
}
