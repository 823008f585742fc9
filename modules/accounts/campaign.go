package accounts

import (
	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"
)

// Campaign is a campaign that an account takes part in, by its slug or its name.
type Campaign struct {
	Slug         string       `json:"slug,omitzero" rule:"nullable,code,impersonal,doc=Or campaign_name: one of the two and the same in all campaigns."`
	CampaignName string       `json:"campaign_name,omitzero" rule:"nullable,code,impersonal"`
	CampaignNote string       `json:"campaign_note,omitzero" rule:"nullable"`
	StartDate    payload.Date `json:"start_date,omitzero" rule:"nullable,impersonal"`
	ExpiryDate   payload.Date `json:"expiry_date,omitzero" rule:"nullable,impersonal"`
}

// identifier returns which of its two identifiers a campaign has: the member and its
// value. Both are empty if the campaign has neither, or both.
func (c *Campaign) identifier() (member, value string) {
	switch {
	case (c.Slug == "") == (c.CampaignName == ""):
		return "", ""
	case c.Slug != "":
		return "slug", c.Slug
	}
	return "campaign_name", c.CampaignName
}

func checkCampaigns(campaigns []Campaign, at *fault.At) {
	for i := range campaigns {
		place := at.Index(i)
		checkCampaignName(&campaigns[i], &place)
		checkStartBeforeEnd(campaigns[i].StartDate, campaigns[i].ExpiryDate, "expiry_date", &place)
		checkCampaignLasts(&campaigns[i], &place)
	}
	checkCampaignsNamedAlike(campaigns, at)
	checkCampaignsUnique(campaigns, at)
}

var ruleUnnamedCampaign = catalogue.Rule{
	Code: "campaign_name_or_slug_not_provided", Area: areaMarks,
	Meaning: "A campaign has neither a slug nor a name.",
	Remedy:  "Add slug or campaign_name.",
	Attr:    "account_campaigns.0",
	Bad:     `{"account_campaigns": [{"start_date": "2024-09-01"}]}`,
	Good:    `{"account_campaigns": [{"slug": "autumn-switch", "start_date": "2024-09-01"}]}`,
}

var ruleCampaignNamedTwice = catalogue.Rule{
	Code: "campaign_name_and_slug_provided", Area: areaMarks,
	Meaning: "A campaign has both a slug and a name.",
	Remedy:  "Leave one of the two out.",
	Attr:    "account_campaigns.0.campaign_name",
	Bad:     `{"account_campaigns": [{"slug": "autumn-switch", "campaign_name": "Autumn switch"}]}`,
	Good:    `{"account_campaigns": [{"campaign_name": "Autumn switch"}]}`,
}

// checkCampaignName: a campaign has a name or a slug, and not both.
func checkCampaignName(c *Campaign, at *fault.At) {
	if c.Slug != "" && c.CampaignName != "" {
		at.AddAt("campaign_name", ruleCampaignNamedTwice.Code, "This campaign has the slug "+fault.Shown(c.Slug)+" and the campaign_name "+fault.Shown(c.CampaignName)+": leave one of them out.")
	}
	if c.Slug == "" && c.CampaignName == "" && at.CleanAt("slug") && at.CleanAt("campaign_name") {
		at.Add(ruleUnnamedCampaign.Code, "This campaign needs a slug or a campaign_name: add one of them.")
	}
}

// checkCampaignLasts: a campaign expires after the day it starts.
func checkCampaignLasts(c *Campaign, at *fault.At) {
	if c.StartDate != 0 && c.StartDate == c.ExpiryDate {
		at.AddAt("start_date", account.RuleStartSameAsEnd.Code, "This campaign has "+c.StartDate.String()+" as its start_date and as its expiry_date: it has to expire on a later day.")
	}
}

var ruleCampaignsNamedDifferently = catalogue.Rule{
	Code: "inconsistent_campaign_identifiers", Area: areaMarks,
	Meaning: "Some campaigns of an account are told by slug and others by name, so that one could be there twice.",
	Remedy:  "Use slug for all of them, or campaign_name for all.",
	Attr:    "account_campaigns.1.campaign_name",
	Bad:     `{"account_campaigns": [{"slug": "autumn-switch"}, {"campaign_name": "Refer a friend"}]}`,
	Good:    `{"account_campaigns": [{"slug": "autumn-switch"}, {"slug": "refer-a-friend"}]}`,
}

// checkCampaignsNamedAlike: all campaigns of an account have the same identifier as the
// first one, a slug or a name. Otherwise the same campaign could be present twice.
func checkCampaignsNamedAlike(campaigns []Campaign, at *fault.At) {
	first, where := "", 0
	for i := range campaigns {
		member, _ := campaigns[i].identifier()
		switch {
		case member == "" || member == first:
		case first == "":
			first, where = member, i
		default:
			place, other := at.Index(i), at.Index(where)
			place.AddAt(member, ruleCampaignsNamedDifferently.Code,
				other.Attr()+" has a "+first+", and this one a "+member+": name all campaigns of the account the same way.")
		}
	}
}

var ruleDuplicateCampaigns = catalogue.Rule{
	Code: "duplicate_account_campaigns", Area: areaMarks,
	Meaning: "The account takes part in a campaign twice, whatever the dates.",
	Remedy:  "Keep it once.",
	Attr:    "account_campaigns.1.slug",
	Bad:     `{"account_campaigns": [{"slug": "autumn-switch"}, {"slug": "autumn-switch", "start_date": "2024-09-01"}]}`,
	Good:    `{"account_campaigns": [{"slug": "autumn-switch", "start_date": "2024-09-01"}]}`,
}

// checkCampaignsUnique: an account takes part in a campaign once. Different dates make
// no difference.
func checkCampaignsUnique(campaigns []Campaign, at *fault.At) {
	var known seen[[2]string]
	for i := range campaigns {
		member, value := campaigns[i].identifier()
		if member == "" {
			continue
		}
		if first, before := known.first([2]string{member, value}, position{i, 0}); before {
			place, other := at.Index(i), at.Index(first.i)
			place.AddAt(member, ruleDuplicateCampaigns.Code, "The campaign "+fault.Shown(value)+" is at "+other.Attr()+" already: an account takes part in it once.")
		}
	}
}
