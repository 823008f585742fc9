package accounts

import (
	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/settings"
)

// checkListed: each code of the core is on its list, where an operator has closed that
// list for the supplier.
func (c *Core) checkListed(f *account.Facts, at *fault.At) {
	if !f.AnyClosed() {
		return
	}
	f.ListedAt(at, "sales_channel", settings.SalesChannels, c.SalesChannel)
	f.ListedAt(at, "sales_subchannel", settings.SalesSubchannels, c.SalesSubchannel)
	if c.DunningPath != nil {
		place := at.Field("dunning_path")
		f.ListedAt(&place, "path_name", settings.DunningPaths, c.DunningPath.PathName)
	}
	if c.Business != nil {
		place := at.Field("business")
		c.Business.checkListed(f, &place)
	}
	each(c.Customers, at, "customers", func(customer *Customer, place *fault.At) { customer.checkListed(f, place) })
	each(c.References, at, "references", referenceListed(f))
	if c.Portfolio != nil {
		place := at.Field("portfolio")
		each(c.Portfolio.PortfolioReferences, &place, "portfolio_references", referenceListed(f))
	}
	each(c.PartnerOrganisations, at, "partner_organisations", func(p *PartnerOrganisation, place *fault.At) {
		f.ListedAt(place, "organisation_number", settings.PartnerOrganisations, p.OrganisationNumber)
		f.ListedAt(place, "role", settings.PartnerOrganisationRoles, p.Role)
	})
	each(c.Consents, at, "consents", consentListed(f))
	c.eachDebt(at, func(d *Debt, place *fault.At) {
		f.ListedAt(place, "agency_name", settings.DebtCollectionAgencies, d.AgencyName)
		f.ListedAt(place, "campaign", settings.DebtCampaigns, d.Campaign)
	})
	each(c.AccountCampaigns, at, "account_campaigns", func(campaign *Campaign, place *fault.At) {
		f.ListedAt(place, "slug", settings.Campaigns, campaign.Slug)
		f.ListedAt(place, "campaign_name", settings.Campaigns, campaign.CampaignName)
	})
	c.checkListedPayments(f, at)
}

func (c *Core) checkListedPayments(f *account.Facts, at *fault.At) {
	each(c.PaymentSchedules, at, "payment_schedules", func(s *PaymentSchedule, place *fault.At) {
		f.ListedAt(place, "ledger_code", settings.LedgerCodes, s.LedgerCode)
		each(s.Instalments, place, "instalments", func(i *Instalment, place *fault.At) {
			f.ListedAt(place, "payment_type", settings.PaymentTypes, i.PaymentType)
		})
	})
	each(c.PaymentPlans, at, "payment_plans", func(p *PaymentPlan, place *fault.At) {
		f.ListedAt(place, "strategy_name", settings.PaymentPlanStrategies, p.StrategyName)
		each(p.Payments, place, "payments", func(payment *PlanPayment, place *fault.At) {
			each(payment.AmountComponents, place, "amount_components", func(component *AmountComponent, place *fault.At) {
				f.ListedAt(place, "component_type", settings.ComponentTypes, component.ComponentType)
			})
		})
	})
	each(c.PaymentPromises, at, "payment_promises", func(p *PaymentPromise, place *fault.At) {
		f.ListedAt(place, "ledger_code", settings.LedgerCodes, p.LedgerCode)
	})
}

func (b *Company) checkListed(f *account.Facts, at *fault.At) {
	f.ListedAt(at, "segment_name", settings.BusinessSegments, b.SegmentName)
	each(b.Details, at, "details", func(d *BusinessDetail, place *fault.At) { f.ListedAt(place, "key", settings.BusinessDetailKeys, d.Key) })
	each(b.Users, at, "users", func(u *BusinessUser, place *fault.At) {
		u.checkListed(f, place)
		each(u.BusinessRoles, place, "business_roles", roleListed(f, settings.BusinessRoles))
	})
	each(b.Portfolios, at, "portfolios", func(p *Portfolio, place *fault.At) {
		each(p.PortfolioReferences, place, "portfolio_references", referenceListed(f))
	})
}

func (c *Customer) checkListed(f *account.Facts, at *fault.At) {
	f.ListedAt(at, "pronouns", settings.Pronouns, c.Pronouns)
	each(c.AccountRoles, at, "account_roles", roleListed(f, settings.AccountRoles))
	each(c.PortfolioRoles, at, "portfolio_roles", roleListed(f, settings.PortfolioRoles))
	f.ListedAt(at, "role", settings.PortfolioRoles, c.Role)
	each(c.Consents, at, "consents", consentListed(f))
	c.eachDetail(at, func(d *UserDetail, namespace, _ *fault.At) {
		f.Listed(settings.CustomerDetailNamespaces, d.Namespace, namespace)
	})
}

func roleListed(f *account.Facts, list settings.List) func(*string, *fault.At) {
	return func(role *string, at *fault.At) { f.Listed(list, *role, at) }
}

func referenceListed(f *account.Facts) func(*Reference, *fault.At) {
	return func(r *Reference, at *fault.At) {
		f.ListedAt(at, "namespace", settings.ReferenceNamespaces, r.Namespace)
	}
}

func consentListed(f *account.Facts) func(*Consent, *fault.At) {
	return func(c *Consent, at *fault.At) { f.ListedAt(at, "type", settings.ConsentTypes, c.Type) }
}

// each calls do with each item of the list in a member, and with the place of the item.
func each[T any](list []T, at *fault.At, member string, do func(*T, *fault.At)) {
	items := at.Field(member)
	for i := range list {
		place := items.Index(i)
		do(&list[i], &place)
	}
}
