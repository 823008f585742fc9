package accounts

import (
	"cmp"

	"dataimport/modules/kit/domain/account"
)

var accountColumns = []string{
	"account_type", "unknown_occupier",
	"billing_name", "billing_sub_name", "billing_attention_of", "billing_customer_reference", "billing_email",
	"communication_preference", "document_accessibility", "language_preference",
	"sales_channel", "sales_subchannel", "date_of_sale",
	"last_billed_to_date", "last_payment_review_date", "next_bill_due_date",
	"company_name", "company_number", "business", "portfolio", "billing_options",
	"dunning_path", "campaigns", "consents", "metadata", "payment_plans", "payment_promises", "further", "affiliate_subdomain", "partner_organisations",
}

func setAccount(to *account.Account, c *Core) error {
	var v values
	company := c.company()
	to.SetColumns(accountColumns,
		string(c.typeOf()), is(c.UnknownOccupier),
		c.BillingName, c.BillingSubName, c.BillingAttentionOf, c.BillingCustomerReference, c.BillingEmail,
		string(c.CommunicationPreference), string(c.DocumentAccessibility), c.LanguagePreference,
		c.SalesChannel, c.SalesSubchannel, c.DateOfSale.String(),
		c.LastBilledToDate.String(), c.LastPaymentReviewDate.String(), c.NextBillDueDate.String(),
		company.CompanyName, company.CompanyNumber, v.json(c.hasCompany(), company),
		v.json(c.Portfolio != nil, c.Portfolio), v.json(c.AccountBillingOptions != nil, c.AccountBillingOptions),
		v.json(c.DunningPath != nil, c.DunningPath), v.json(len(c.AccountCampaigns) > 0, c.AccountCampaigns),
		v.json(len(c.Consents) > 0, c.Consents), v.json(len(c.Metadata) > 0, c.Metadata),
		v.json(len(c.PaymentPlans) > 0, c.PaymentPlans), v.json(len(c.PaymentPromises) > 0, c.PaymentPromises),
		c.furtherText(&v),
		c.AffiliateSubdomain, v.json(len(c.PartnerOrganisations) > 0, c.PartnerOrganisations),
	)
	return v.err
}

// hasCompany reports whether the account has a business, in either form.
func (c *Core) hasCompany() bool {
	return c.Business != nil || c.BusinessType != "" || c.CompanyNumber != ""
}

// company returns the account's business with what stands at the old places of its members.
func (c *Core) company() (company Company) {
	if c.Business != nil {
		company = *c.Business
	}
	company.BusinessType = cmp.Or(company.BusinessType, c.BusinessType)
	company.CompanyNumber = cmp.Or(company.CompanyNumber, c.CompanyNumber)
	return company
}
