package book

import "fmt"

type campaign struct {
	Slug         string `json:"slug,omitzero"`
	CampaignName string `json:"campaign_name,omitzero"`
	CampaignNote string `json:"campaign_note,omitzero"`
	StartDate    string `json:"start_date,omitzero"`
	ExpiryDate   string `json:"expiry_date,omitzero"`
}

// campaigns draws different campaigns, all with a slug or all with a name.
func (b *builder) campaigns() {
	if !b.chance(22) {
		return
	}
	named, first := b.chance(30), b.Number(1, 12)
	for i := range b.Number(1, 2) {
		c := campaign{Slug: fmt.Sprintf("campaign-%d", first+i)}
		if named {
			c = campaign{CampaignName: fmt.Sprintf("Été indien %d", first+i), CampaignNote: b.maybe(50, b.Sentence())}
		}
		start := b.past(30, 500)
		c.StartDate = isoDate(start)
		if b.chance(60) {
			c.ExpiryDate = isoDate(start.AddDate(1, 0, 0))
		}
		b.account.Campaigns = append(b.account.Campaigns, c)
	}
}
