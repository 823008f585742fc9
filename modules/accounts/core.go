package accounts

import "dataimport/modules/kit/domain/payload"

// Core is the members of the account object that belong to this section.
type Core struct {
	ImportSupplier        string `json:"import_supplier" rule:"required,max=128,impersonal,doc=Code of the import supplier."`
	ExternalAccountNumber string `json:"external_account_number" rule:"required,max=128,impersonal,doc=Number of the account in the system it comes from."`

	AccountType     Type       `json:"account_type,omitzero" rule:"impersonal,doc=DOMESTIC where it is left out."`
	IsManaged       *bool      `json:"is_managed,omitzero" rule:"nullable,impersonal,doc=The old name of the account_type MANAGED."`
	IsPortfolioLead *bool      `json:"is_portfolio_lead,omitzero" rule:"nullable,impersonal,doc=The old name of the account_type PORTFOLIO_LEAD."`
	UnknownOccupier *bool      `json:"unknown_occupier,omitzero" rule:"nullable,impersonal,doc=Nobody is known to live at the premises: there are no customers."`
	Customers       []Customer `json:"customers,omitzero" rule:"doc=At least one, unless the occupier is unknown or accounts of the type may have none."`

	BillingName                    string   `json:"billing_name,omitzero" rule:"max=510"`
	BillingSubName                 string   `json:"billing_sub_name,omitzero" rule:"max=256"`
	BillingAttentionOf             string   `json:"billing_attention_of,omitzero" rule:"max=256"`
	BillingCustomerReference       string   `json:"billing_customer_reference,omitzero" rule:"max=256"`
	BillingEmail                   string   `json:"billing_email,omitzero" rule:"nullable,max=254,format=email"`
	BillingAddress                 *Address `json:"billing_address,omitzero" rule:"doc=Where bills go; in place of billing_address1 to billing_address5 and what belongs to them."`
	BillingAddress1                string   `json:"billing_address1,omitzero" rule:"max=512"`
	BillingAddress2                string   `json:"billing_address2,omitzero" rule:"max=512"`
	BillingAddress3                string   `json:"billing_address3,omitzero" rule:"max=512"`
	BillingAddress4                string   `json:"billing_address4,omitzero" rule:"max=512"`
	BillingAddress5                string   `json:"billing_address5,omitzero" rule:"max=512"`
	BillingPostcode                string   `json:"billing_postcode,omitzero" rule:"max=512,doc=Of the supplier's country."`
	BillingDeliveryPointIdentifier string   `json:"billing_delivery_point_identifier,omitzero" rule:"max=11,doc=Capitals and digits."`

	CommunicationPreference Communication `json:"communication_preference,omitzero" rule:"impersonal"`
	DocumentAccessibility   Accessibility `json:"document_accessibility,omitzero"`
	LanguagePreference      string        `json:"language_preference,omitzero" rule:"max=255,impersonal,doc=A BCP 47 tag such as en-GB."`
	SalesChannel            string        `json:"sales_channel,omitzero" rule:"code,impersonal"`
	SalesSubchannel         string        `json:"sales_subchannel,omitzero" rule:"impersonal"`
	AffiliateSubdomain      string        `json:"affiliate_subdomain,omitzero" rule:"nullable,max=255,impersonal,doc=Of the partner that brought the account."`
	DateOfSale              payload.Date  `json:"date_of_sale,omitzero" rule:"impersonal"`
	OperationsTeamName      string        `json:"operations_team_name,omitzero" rule:"max=255,impersonal,doc=Name of a team that exists."`
	LastBilledToDate        payload.Date  `json:"last_billed_to_date,omitzero" rule:"impersonal,doc=Last day that was billed."`
	LastPaymentReviewDate   payload.Date  `json:"last_payment_review_date,omitzero" rule:"nullable,impersonal"`
	NextBillDueDate         payload.Date  `json:"next_bill_due_date,omitzero" rule:"nullable,impersonal"`

	PaymentSchedules []PaymentSchedule `json:"payment_schedules,omitzero"`
	PaymentPlans     []PaymentPlan     `json:"payment_plans,omitzero"`
	PaymentPromises  []PaymentPromise  `json:"payment_promises,omitzero"`

	PaymentPreferences     []PaymentPreference     `json:"payment_preferences,omitzero" rule:"doc=How each ledger is paid."`
	PaymentAdequacyChanges []PaymentAdequacyChange `json:"payment_adequacy_changes,omitzero" rule:"doc=Reviews of payments; in place of last_payment_review_date."`
	Complaints             []Complaint             `json:"complaints,omitzero"`
	ContributionAgreements []ContributionAgreement `json:"contribution_agreements,omitzero"`
	DepositAgreements      []DepositAgreement      `json:"deposit_agreements,omitzero"`
	Vouchers               []Voucher               `json:"vouchers,omitzero"`
	Properties             []Property              `json:"properties,omitzero"`

	References            []Reference     `json:"references,omitzero" rule:"doc=What the account is called in other systems; in namespaces that the operator has set to be unique, no other account may have the same."`
	Metadata              []Metadata      `json:"metadata,omitzero"`
	Consents              []Consent       `json:"consents,omitzero"`
	Debts                 []Debt          `json:"debts,omitzero"`
	Debt                  *Debt           `json:"debt,omitzero" rule:"doc=The old form of debts: one of the two."`
	DunningPath           *DunningPath    `json:"dunning_path,omitzero"`
	AccountCampaigns      []Campaign      `json:"account_campaigns,omitzero"`
	AccountBillingOptions *BillingOptions `json:"account_billing_options,omitzero"`
	Business              *Company        `json:"business,omitzero" rule:"doc=The business that holds the account."`
	BusinessType          BusinessType    `json:"business_type,omitzero" rule:"doc=The old place of the member of business."`
	CompanyNumber         string          `json:"company_number,omitzero" rule:"max=100,doc=The old place of the member of business."`
	Portfolio             *Portfolio      `json:"portfolio,omitzero" rule:"nullable"`

	PartnerOrganisations []PartnerOrganisation `json:"partner_organisations,omitzero"`
}

// Communication is how a customer wants to hear of bills.
type Communication string

// Choices are all ways.
func (Communication) Choices() []string { return []string{"ONLINE", "PRINT"} }

// Accessibility is the form in which a customer can read documents.
type Accessibility string

// Choices are all forms.
func (Accessibility) Choices() []string { return []string{"LARGE_PRINT", "BRAILLE", "SPOKEN"} }
