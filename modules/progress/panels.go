package progress

import (
	"dataimport/modules/kit/module"
	"dataimport/views"
)

// addPanels adds the panels of the modules. An account that is not imported has none.
func (p *pages) addPanels(content *views.AccountPage, s *pageAccount, v *pageRequest) error {
	if s.account == "" {
		return nil
	}
	for _, panel := range p.panels {
		shown, err := panel.Show(&module.AccountView{
			Reader: p.Reader, AccountID: s.account, Now: v.now, Address: s.pageAddress(), Query: v.URL.Query(), Anchor: panel.Anchor,
			SeesPersonalData: v.seesPersonalData(),
			ListDocuments:    func(paths []string) []views.Document { return p.listDocuments(s, v, paths) },
		})
		if err != nil {
			return err
		}
		if shown != nil {
			content.Panels = append(content.Panels, views.AccountPanel{Title: panel.Title, Anchor: panel.Anchor, Class: panel.Class, Content: shown})
		}
	}
	return nil
}
