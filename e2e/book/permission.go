package book

import "time"

type preferences struct {
	SMS              bool `json:"opted_into_sms"`
	WhatsApp         bool `json:"opted_into_whatsapp"`
	Recommended      bool `json:"opted_into_recommended"`
	Updates          bool `json:"opted_into_updates"`
	ThirdParties     bool `json:"opted_into_third_parties"`
	Offers           bool `json:"opted_into_offers"`
	Associated       bool `json:"opted_into_associated_companies"`
	PriorityServices bool `json:"is_user_psr_consent_obtained"`
}

type consent struct {
	Type        string `json:"type"`
	Value       string `json:"value"`
	SignedAt    string `json:"signed_at,omitzero"`
	Description string `json:"description,omitzero"`
}

// permissions fills the preferences or the consents of the customers, or the consents of the account, and only one of
// these.
func (b *builder) permissions() {
	switch roll := b.Number(1, 100); {
	case b.small || roll <= 35:
		for i := range b.account.Customers {
			b.account.Customers[i].CustomerPreferences = b.preferences()
		}
	case roll <= 60:
		for i := range b.account.Customers {
			b.account.Customers[i].Consents = b.consents()
		}
	case roll <= 70:
		b.account.Consents = b.consents()
	}
}

func (b *builder) preferences() *preferences {
	wants := func() bool { return b.chance(40) }
	return &preferences{
		SMS: wants(), WhatsApp: wants(), Recommended: wants(), Updates: wants(),
		ThirdParties: b.chance(5), Offers: wants(), Associated: b.chance(10), PriorityServices: b.chance(8),
	}
}

func (b *builder) consents() []consent {
	types := []string{"MARKETING_EMAIL", "SMART_METER_HALF_HOURLY", "DATA_SHARING"}[b.IntN(2):]
	given := make([]consent, len(types))
	for i, name := range types {
		given[i] = consent{Type: name, Value: pick(b.dice, []string{"ACCEPTED", "ACCEPTED", "REJECTED", "UNKNOWN", "PENDING"})}
		if given[i].Value == "ACCEPTED" {
			given[i].SignedAt = isoTime(b.past(30, 900))
		}
	}
	given[0].Description = b.maybe(20, b.Sentence())
	return given
}

// past draws a time between least and most days before today.
func (b *builder) past(least, most int) time.Time {
	return b.moment(b.o.Today.AddDate(0, 0, -b.Number(least, most)))
}
