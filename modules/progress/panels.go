package progress

import (
	"golang.org/x/text/currency"
	"golang.org/x/text/language"

	"dataimport/modules/kit/domain/settings"
	"dataimport/modules/kit/http/page"
	"dataimport/modules/kit/module"
	"dataimport/views"
)

// addPanels adds the panels of the modules. An account that is not imported has none.
func (p *pages) addPanels(content *views.AccountPage, s *pageAccount, v *page.Request) error {
	if s.account == "" {
		return nil
	}
	for _, panel := range p.panels {
		shown, err := panel.Show(&module.AccountView{
			Reader: p.Reader, AccountID: s.account, Currency: currencyOf(s.supplier.Country), Now: v.Now, Address: s.pageAddress(), Query: v.URL.Query(), Anchor: panel.Anchor,
			SeesPersonalData: v.SeesPersonalData(),
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

// currencyOf returns the currency of a country. It is empty where that is not known.
func currencyOf(country string) string {
	region, err := language.ParseRegion(country)
	if err != nil {
		return ""
	}
	unit, known := currency.FromRegion(region)
	if !known {
		return ""
	}
	return unit.String()
}

// addSupplierPanels adds the panels of the modules to the page of a supplier.
func (p *pages) addSupplierPanels(content *views.SupplierPage, s *settings.Supplier, v *page.Request) error {
	for _, m := range p.Modules {
		for _, panel := range m.SupplierPanels {
			shown, err := panel.Show(&module.SupplierView{Reader: p.Reader, Supplier: s, Settings: v.Settings, Now: v.Now})
			if err != nil {
				return err
			}
			if shown != nil {
				content.Panels = append(content.Panels, views.AccountPanel{Title: panel.Title, Anchor: panel.Anchor, Content: shown})
			}
		}
	}
	return nil
}
