package accounts

import (
	"time"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/fault"
)

// PartnerOrganisation is an organisation that has to do with the account for some time, such
// as the one that advises the customer about debts.
type PartnerOrganisation struct {
	OrganisationNumber   string    `json:"organisation_number" rule:"required,max=128,impersonal"`
	Role                 string    `json:"role" rule:"required,code,impersonal"`
	ValidFrom            time.Time `json:"valid_from" rule:"required,impersonal"`
	ValidTo              time.Time `json:"valid_to" rule:"required,impersonal"`
	SourceReferenceS3Key string    `json:"source_reference_s3_key,omitzero" rule:"max=1024,doc=Of the document that appoints it."`
}

func (p *PartnerOrganisation) check(at *fault.At) {
	if !p.ValidFrom.IsZero() && !p.ValidTo.IsZero() && p.ValidFrom.After(p.ValidTo) {
		at.AddAt("valid_from", account.RuleStartAfterEnd.Code, "This valid_from, "+moment(p.ValidFrom)+", lies after the valid_to, "+moment(p.ValidTo)+".")
	}
}
