package settings

import "slices"

// List is the name of a list that an operator may close for a supplier. The supplier's
// data may then have only values of the list. A list that is not closed is open: its
// member may have any value.
type List string

// The lists that can be closed.
const (
	AccountRoles                 List = "account_role"
	BusinessSegments             List = "business_segment"
	Campaigns                    List = "campaign"
	ComponentTypes               List = "component_type"
	ConsentTypes                 List = "consent_type"
	DebtAgencies                 List = "debt_agency"
	DebtCampaigns                List = "debt_campaign"
	DunningPaths                 List = "dunning_path"
	LedgerCodes                  List = "ledger_code"
	PaymentPlanStrategies        List = "payment_plan_strategy"
	PaymentTypes                 List = "payment_type"
	PortfolioRoles               List = "portfolio_role"
	ProductCodes                 List = "product_code"
	RateBands                    List = "rate_band"
	RateSpecificationCodes       List = "rate_specification_code"
	Reasons                      List = "reason"
	ReferenceNamespaces          List = "reference_namespace"
	SalesChannels                List = "sales_channel"
	SalesSubchannels             List = "sales_subchannel"
	TaxTypes                     List = "tax_type"
	TimeSeriesSpecificationCodes List = "time_series_specification_code"
	UserDetailNamespaces         List = "user_detail_namespace"
	Vendors                      List = "vendor"
)

// Lists returns all lists that can be closed.
func Lists() []List {
	return []List{
		AccountRoles, BusinessSegments, Campaigns, ComponentTypes, ConsentTypes, DebtAgencies, DebtCampaigns, DunningPaths,
		LedgerCodes, PaymentPlanStrategies, PaymentTypes, PortfolioRoles, ProductCodes, RateBands, RateSpecificationCodes,
		Reasons, ReferenceNamespaces, SalesChannels, SalesSubchannels, TaxTypes, TimeSeriesSpecificationCodes,
		UserDetailNamespaces, Vendors,
	}
}

// HoldsNames reports whether the values of the list are names, which may have spaces.
// The values of the other lists are codes.
func (l List) HoldsNames() bool {
	return slices.Contains([]List{BusinessSegments, Campaigns, DebtAgencies, DebtCampaigns, DunningPaths, PaymentPlanStrategies,
		SalesChannels, SalesSubchannels}, l)
}
