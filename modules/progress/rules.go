package progress

import (
	"encoding/json/v2"
	"sync"

	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/module"
	"dataimport/views"
)

// entries is what the catalogue says of each code, by code. The catalogue is there
// once all modules are made, so it is looked up at the first page.
func entries(s *module.Runtime) func() map[string]catalogue.Entry {
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

// explained is broken rules with their explanations.
func (p *pages) explained(faults fault.List) []views.AccountFault {
	list := make([]views.AccountFault, len(faults))
	for i, f := range faults {
		e := p.rules()[f.Code]
		list[i] = views.AccountFault{Attr: f.Attr, Detail: f.Detail, Code: f.Code, Meaning: e.Meaning, Remedy: e.Remedy, Rule: ruleAddress(f.Code)}
	}
	return list
}

// faultsOf reads the faults of an event. Those that cannot be read are none: the
// rest of the page is worth showing.
func faultsOf(text string) (list fault.List) {
	if text == "" {
		return nil
	}
	if err := json.Unmarshal([]byte(text), &list); err != nil {
		return nil
	}
	return list
}
