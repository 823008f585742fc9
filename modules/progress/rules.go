package progress

import (
	"encoding/json/v2"
	"sync"

	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/http/page"
	"dataimport/modules/kit/http/paths"
	"dataimport/modules/kit/module"
	"dataimport/views"
)

// newRuleLookup returns a function that gives the catalogue's entries by code. The catalogue is
// complete only after all modules are made, so it is read at the first page.
func newRuleLookup(s *module.Runtime) func() map[string]catalogue.Entry {
	return sync.OnceValue(func() map[string]catalogue.Entry {
		byCode := make(map[string]catalogue.Entry)
		for _, area := range s.Rules {
			for _, e := range area.Entries {
				byCode[e.Code] = e
			}
		}
		return byCode
	})
}

// explainFaults returns faults with the catalogue's explanations. A reader who must not see personal
// data sees the details of impersonal values alone. Details of rules show no personal value, but
// they may show its form, and those of markets show values.
func (p *pages) explainFaults(faults fault.List, v *page.Request) []views.AccountFault {
	list := make([]views.AccountFault, len(faults))
	for i, f := range faults {
		e := p.rules()[f.Code]
		if !v.SeesPersonalData() && !p.classes.isImpersonal(f.Attr) {
			f.Detail = ""
		}
		list[i] = views.AccountFault{Attr: f.Attr, Detail: f.Detail, Code: f.Code, Meaning: e.Meaning, Remedy: e.Remedy, Rule: paths.RulePage(f.Code)}
	}
	return list
}

// parseFaults decodes the faults of an event. It returns none where they cannot be decoded, so the
// rest of the page is shown.
func parseFaults(text string) (list fault.List) {
	if text == "" {
		return nil
	}
	if err := json.Unmarshal([]byte(text), &list); err != nil {
		return nil
	}
	return list
}
