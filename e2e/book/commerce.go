package book

import "fmt"

type company struct {
	CompanyName   string `json:"company_name,omitzero"`
	CompanyNumber string `json:"company_number,omitzero"`
	BusinessType  string `json:"business_type,omitzero"`
	SegmentName   string `json:"segment_name,omitzero"`
}

type portfolio struct {
	BillingName         string             `json:"billing_name,omitzero"`
	PortfolioReferences []reference        `json:"portfolio_references,omitzero"`
	PortfolioSettings   *portfolioSettings `json:"portfolio_settings,omitzero"`
}

type portfolioSettings struct {
	CollectiveBilling       bool `json:"collective_billing"`
	CollectivePayments      bool `json:"collective_payments"`
	DelegateBillingSchedule bool `json:"delegate_billing_schedule_to_children"`
	ConstituentMessages     bool `json:"send_collective_bill_constituent_messages"`
}

type billingOptions struct {
	PeriodLength           string `json:"period_length,omitzero"`
	PeriodLengthMultiplier int    `json:"period_length_multiplier,omitzero"`
	PeriodStartDay         int    `json:"period_start_day,omitzero"`
	PeriodStartMonth       int    `json:"period_start_month,omitzero"`
	UseIndustryBilling     bool   `json:"use_industry_billing,omitzero"`
}

var accountTypes = map[kind]string{business: "BUSINESS", lead: "PORTFOLIO_LEAD", managed: "MANAGED"}

// commerce fills the members that only accounts of companies have.
func (b *builder) commerce() {
	a := b.account
	if b.kind == domestic || b.kind == occupier {
		if b.kind == domestic && (b.plain || b.chance(70)) {
			a.AccountType = "DOMESTIC"
		}
		return
	}
	a.AccountType = accountTypes[b.kind]
	a.Business = b.company()
	a.BillingName = a.Business.CompanyName
	a.BillingSubName = b.maybe(15, b.department())
	a.BillingAttentionOf = b.maybe(25, a.Customers[0].GivenName+" "+a.Customers[0].FamilyName)
	if b.kind == business && b.chance(10) {
		a.Customers[0].Title, a.Customers[0].GivenName, a.Customers[0].FamilyName = "", "", ""
		a.Customers[0].Salutation, a.BillingAttentionOf = "", ""
	}
	if b.chance(40) {
		a.BillingOptions = b.billingOptions()
	}
	if b.kind == business {
		return
	}
	a.Portfolio = &portfolio{
		BillingName:         a.Business.CompanyName + " Group",
		PortfolioReferences: []reference{{"portfolio-number", "PF-" + b.word(tokens, 10)}},
	}
	if b.kind == lead {
		a.Portfolio.PortfolioSettings = &portfolioSettings{CollectiveBilling: true, ConstituentMessages: b.chance(50)}
	}
}

func (b *builder) company() *company {
	made := &company{
		CompanyName:   b.Company(),
		BusinessType:  pick(b.dice, []string{"LTD", "LTD", "LTD", "PLC", "LLP", "SOLE_TRADER", "CHARITY"}),
		CompanyNumber: b.DigitN(8),
		SegmentName:   b.maybe(40, pick(b.dice, []string{"Micro", "SME", "Industrial & Commercial"})),
	}
	if b.chance(40) {
		made.CompanyName = fmt.Sprintf(pick(b.dice, hardCompanies), b.LastName())
	}
	switch made.BusinessType {
	case "SOLE_TRADER", "CHARITY":
		made.CompanyNumber = ""
	case "LLP":
		made.CompanyNumber = pick(b.dice, []string{"OC", "SO"}) + b.DigitN(6)
	default:
		if b.chance(15) {
			made.CompanyNumber = pick(b.dice, []string{"SC", "NI"}) + b.DigitN(6)
		}
	}
	return made
}

func (d dice) department() string { return d.JobDescriptor() + " " + d.JobLevel() }

// billingOptions draws a cycle of the industry or a period, never both. A quarterly period needs the date of the next
// bill.
func (b *builder) billingOptions() *billingOptions {
	if b.chance(30) {
		return &billingOptions{UseIndustryBilling: true}
	}
	made := &billingOptions{
		PeriodLength: "MONTHLY", PeriodLengthMultiplier: 1,
		PeriodStartDay: b.Number(1, 28), PeriodStartMonth: b.Number(1, 12),
	}
	if b.chance(30) {
		made.PeriodLength = "QUARTERLY"
		b.account.NextBillDueDate = isoDate(b.o.Today.AddDate(0, 0, b.Number(10, 80)))
	}
	return made
}
