package accounts

import (
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"
)

// Campaign is a campaign that an account takes part in, by its slug or its name.
type Campaign struct {
	Slug         string       `json:"slug,omitzero" rule:"max=255,doc=Or campaign_name: one of the two and the same in all campaigns."`
	CampaignName string       `json:"campaign_name,omitzero" rule:"max=255"`
	CampaignNote string       `json:"campaign_note,omitzero" rule:"max=1024"`
	StartDate    payload.Date `json:"start_date,omitzero"`
	ExpiryDate   payload.Date `json:"expiry_date,omitzero"`
}

// named is which of its two identifiers a campaign has: a member and its value.
// Both are empty if it has neither, or both.
func (c *Campaign) named() (member, value string) {
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
		campaignNameAndSlug(&campaigns[i], &place)
		startDateLaterThanEndDate(campaigns[i].StartDate, campaigns[i].ExpiryDate, "expiry_date", &place)
		startDateSameAsEndDate(&campaigns[i], &place)
	}
	inconsistentCampaignIdentifiers(campaigns, at)
	duplicateAccountCampaigns(campaigns, at)
}

// campaignNameAndSlug: a campaign has a name or a slug, and not both.
func campaignNameAndSlug(c *Campaign, at *fault.At) {
	if c.Slug != "" && c.CampaignName != "" {
		at.AddAt("campaign_name", "campaign_name_and_slug_provided", "This campaign has the slug "+fault.Shown(c.Slug)+" and the campaign_name "+fault.Shown(c.CampaignName)+": leave one of them out.")
	}
	if c.Slug == "" && c.CampaignName == "" && at.CleanAt("slug") && at.CleanAt("campaign_name") {
		at.Add("campaign_name_or_slug_not_provided", "This campaign needs a slug or a campaign_name: add one of them.")
	}
}

// startDateSameAsEndDate: a campaign that expires does so after the day it starts.
func startDateSameAsEndDate(c *Campaign, at *fault.At) {
	if c.StartDate != 0 && c.StartDate == c.ExpiryDate {
		at.AddAt("start_date", "start_date_same_as_end_date", "This campaign has "+c.StartDate.String()+" as its start_date and as its expiry_date: it has to expire on a later day.")
	}
}

// inconsistentCampaignIdentifiers: the campaigns of an account are all told by slug
// or all by name, as the first is; otherwise the same one could be there twice.
func inconsistentCampaignIdentifiers(campaigns []Campaign, at *fault.At) {
	first, where := "", 0
	for i := range campaigns {
		member, _ := campaigns[i].named()
		switch {
		case member == "" || member == first:
		case first == "":
			first, where = member, i
		default:
			place, other := at.Index(i), at.Index(where)
			place.AddAt(member, "inconsistent_campaign_identifiers",
				other.Attr()+" has a "+first+", and this one a "+member+": name all campaigns of the account the same way.")
		}
	}
}

// duplicateAccountCampaigns: an account takes part in a campaign once, whatever the
// dates.
func duplicateAccountCampaigns(campaigns []Campaign, at *fault.At) {
	var known seen[[2]string]
	for i := range campaigns {
		member, value := campaigns[i].named()
		if member == "" {
			continue
		}
		if first, before := known.first([2]string{member, value}, position{i, 0}); before {
			place, other := at.Index(i), at.Index(first.i)
			place.AddAt(member, "duplicate_account_campaigns", "The campaign "+fault.Shown(value)+" is at "+other.Attr()+" already: an account takes part in it once.")
		}
	}
}
