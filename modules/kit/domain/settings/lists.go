package settings

import (
	"slices"
	"strings"
)

// List is the name of a list that an operator may close for a supplier. The supplier's
// data may then have only values of the list. A list that is not closed is open: its
// member may have any value.
type List string

// The lists that can be closed.
const (
	AccountRoles                    List = "account_roles"
	AffiliateOrganisations          List = "affiliate_organisations"
	BusinessDetailKeys              List = "business_detail_keys"
	BusinessRoles                   List = "business_roles"
	BusinessSegments                List = "business_segments"
	Campaigns                       List = "campaigns"
	ComplaintSources                List = "complaint_sources"
	ComplaintTypes                  List = "complaint_types"
	ComponentTypes                  List = "component_types"
	ConsentTypes                    List = "consent_types"
	ContributionSchemes             List = "contribution_schemes"
	CustomerDetailNamespaces        List = "customer_detail_namespaces"
	DebtCampaigns                   List = "debt_campaigns"
	DebtCollectionAgencies          List = "debt_collection_agencies"
	DunningPaths                    List = "dunning_paths"
	LedgerCodes                     List = "ledger_codes"
	LedgerIdentifiers               List = "ledger_identifiers"
	MarketParticipants              List = "market_participants"
	OfficialEntities                List = "official_entities"
	PartnerOrganisationRoles        List = "partner_organisation_roles"
	PartnerOrganisations            List = "partner_organisations"
	PaymentPlanStrategies           List = "payment_plan_strategies"
	PaymentTypes                    List = "payment_types"
	PortfolioRoles                  List = "portfolio_roles"
	PriorityServiceCodes            List = "psr_codes"
	ProductCharacteristics          List = "product_characteristics"
	ProductCodes                    List = "product_codes"
	Pronouns                        List = "pronouns"
	RateBands                       List = "rate_bands"
	RateSpecificationCodes          List = "rate_specification_codes"
	Reasons                         List = "reasons"
	ReferenceNamespaces             List = "reference_namespaces"
	SalesChannels                   List = "sales_channels"
	SalesSubchannels                List = "sales_subchannels"
	StandalonePaymentRequestMethods List = "standalone_payment_request_methods"
	TariffCodes                     List = "tariff_codes"
	TaxTypes                        List = "tax_types"
	TimePatternRegimes              List = "tprs"
	TimeSeriesSpecificationCodes    List = "time_series_specification_codes"
	Vendors                         List = "vendors"
)

// Lists returns all lists that can be closed.
func Lists() []List {
	return []List{
		AccountRoles, AffiliateOrganisations, BusinessDetailKeys, BusinessRoles, BusinessSegments, Campaigns, ComplaintSources,
		ComplaintTypes, ComponentTypes, ConsentTypes, ContributionSchemes, CustomerDetailNamespaces, DebtCampaigns,
		DebtCollectionAgencies, DunningPaths, LedgerCodes, LedgerIdentifiers, MarketParticipants, OfficialEntities,
		PartnerOrganisationRoles, PartnerOrganisations, PaymentPlanStrategies, PaymentTypes, PortfolioRoles, PriorityServiceCodes,
		ProductCharacteristics, ProductCodes, Pronouns, RateBands, RateSpecificationCodes, Reasons, ReferenceNamespaces,
		SalesChannels, SalesSubchannels, StandalonePaymentRequestMethods, TariffCodes, TaxTypes, TimePatternRegimes,
		TimeSeriesSpecificationCodes, Vendors,
	}
}

// HasSubvalues reports whether a value of the list may have a list of values of its own,
// such as the subtypes of a type of complaints.
func (l List) HasSubvalues() bool {
	return slices.Contains([]List{ComplaintTypes, OfficialEntities, ProductCharacteristics}, l)
}

// DescribesData reports whether a value of the list names data, and may say of which form
// the data is.
func (l List) DescribesData() bool {
	return slices.Contains([]List{BusinessDetailKeys, CustomerDetailNamespaces}, l)
}

// Item returns the name of one value of the list, for a person: a ledger code.
func (l List) Item() string {
	name := strings.ReplaceAll(string(l), "_", " ")
	if stem, ok := strings.CutSuffix(name, "ies"); ok {
		return stem + "y"
	}
	return strings.TrimSuffix(name, "s")
}
