package accounts

import (
	"encoding/json/v2"
	"strings"

	"dataimport/modules/kit/module"
	"dataimport/views"
)

// furtherFacts are columns of a customer that say how to address and treat them.
type furtherFacts struct {
	salutation, label, identifier, score, result, bracket string
	unable                                                bool
	preferences, consents, metadata                       string // JSON
}

func (f *furtherFacts) facts(v *module.AccountView) []views.Fact {
	reads := ""
	if f.unable {
		reads = "unable to"
	}
	return views.NewFacts(
		"Addressed as", v.Mask(f.salutation), "Label", v.Mask(f.label), "Identifier", v.Mask(f.identifier), "Reads meters", v.Mask(reads),
		"Credit score", v.Mask(f.score), "Credit result", v.Mask(f.result), "Credit risk", v.Mask(views.HumanizeCode(f.bracket)),
		"Agreed to", v.Mask(joinPreferences(f.preferences)), "Consents", v.Mask(joinConsents(f.consents)), "Metadata", v.Mask(joinPairs(f.metadata, "key")),
	)
}

// joinPreferences returns what a customer has agreed to, of a JSON object of preferences.
func joinPreferences(text string) string {
	var p CustomerPreferences
	if text == "" || json.Unmarshal([]byte(text), &p) != nil {
		return ""
	}
	var agreed []string
	for _, preference := range []struct {
		is   *bool
		name string
	}{
		{p.OptedIntoSMS, "SMS"}, {p.OptedIntoWhatsApp, "WhatsApp"}, {p.OptedIntoRecommended, "recommendations"}, {p.OptedIntoUpdates, "updates"},
		{p.OptedIntoThirdParties, "third parties"}, {p.OptedIntoOffers, "offers"}, {p.OptedIntoAssociatedCompanies, "associated companies"},
		{p.IsUserPSRConsentObtained, "the priority services register"},
	} {
		if is(preference.is) {
			agreed = append(agreed, preference.name)
		}
	}
	if len(agreed) == 0 {
		return "nothing"
	}
	return strings.Join(agreed, ", ")
}

// joinConsents returns the consents in a JSON array, with commas between them.
func joinConsents(text string) string {
	var list []Consent
	if text == "" || json.Unmarshal([]byte(text), &list) != nil {
		return ""
	}
	consents := make([]string, len(list))
	for i := range list {
		consents[i] = views.HumanizeCode(list[i].Type) + ": " + views.HumanizeCode(string(list[i].Value))
	}
	return strings.Join(consents, ", ")
}
