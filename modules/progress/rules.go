package progress

import (
	"encoding/json/v2"

	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/http/page"
	"dataimport/modules/kit/http/paths"
	"dataimport/views"
)

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
