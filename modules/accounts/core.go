package accounts

import "dataimport/modules/kit/domain/payload"

// Core is the members of the account object that belong to this section.
type Core struct {
	ImportSupplier        string `json:"import_supplier" rule:"required,max=128,impersonal,doc=Code of the import supplier."`
	ExternalAccountNumber string `json:"external_account_number" rule:"required,max=128,impersonal,doc=Number of the account in the system it comes from."`

	AccountType     Type       `json:"account_type,omitzero" rule:"impersonal,doc=DOMESTIC where it is left out."`
	UnknownOccupier *bool      `json:"unknown_occupier,omitzero" rule:"impersonal,doc=Nobody is known to live at the premises: there are no customers."`
	Customers       []Customer `json:"customers,omitzero" rule:"doc=At least one, unless the occupier is unknown."`

	BillingName                    string   `json:"billing_name,omitzero" rule:"max=510"`
	BillingSubName                 string   `json:"billing_sub_name,omitzero" rule:"max=256"`
	BillingAttentionOf             string   `json:"billing_attention_of,omitzero" rule:"max=256"`
	BillingCustomerReference       string   `json:"billing_customer_reference,omitzero" rule:"max=256"`
	BillingEmail                   string   `json:"billing_email,omitzero" rule:"max=254,format=email"`
	BillingAddress                 *Address `json:"billing_address,omitzero" rule:"doc=Where bills go; in place of billing_address1 to billing_address5 and what belongs to them."`
	BillingAddress1                string   `json:"billing_address1,omitzero" rule:"max=512"`
	BillingAddress2                string   `json:"billing_address2,omitzero" rule:"max=512"`
	BillingAddress3                string   `json:"billing_address3,omitzero" rule:"max=512"`
	BillingAddress4                string   `json:"billing_address4,omitzero" rule:"max=512"`
	BillingAddress5                string   `json:"billing_address5,omitzero" rule:"max=512"`
	BillingPostcode                string   `json:"billing_postcode,omitzero" rule:"max=512,doc=Of the supplier's country."`
	BillingDeliveryPointIdentifier string   `json:"billing_delivery_point_identifier,omitzero" rule:"max=11,doc=Up to 11 digits."`

	CommunicationPreference Communication `json:"communication_preference,omitzero" rule:"impersonal"`
	DocumentAccessibility   Accessibility `json:"document_accessibility,omitzero"`
	LanguagePreference      string        `json:"language_preference,omitzero" rule:"max=64,impersonal,doc=A BCP 47 tag such as en-GB."`
	SalesChannel            string        `json:"sales_channel,omitzero" rule:"max=128,impersonal"`
	SalesSubchannel         string        `json:"sales_subchannel,omitzero" rule:"max=128,impersonal"`
	DateOfSale              payload.Date  `json:"date_of_sale,omitzero" rule:"impersonal"`
	OperationsTeamName      string        `json:"operations_team_name,omitzero" rule:"max=128,impersonal,doc=Name of a team that exists."`
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
	DunningPath           *DunningPath    `json:"dunning_path,omitzero"`
	AccountCampaigns      []Campaign      `json:"account_campaigns,omitzero"`
	AccountBillingOptions *BillingOptions `json:"account_billing_options,omitzero"`
	Business              *Company        `json:"business,omitzero" rule:"doc=The company that holds the account; not of a domestic one."`
	Portfolio             *Portfolio      `json:"portfolio,omitzero"`
}

// Communication is how a customer wants to hear of bills.
type Communication string

// Choices are all ways.
func (Communication) Choices() []string { return []string{"ONLINE", "PRINT"} }

// Accessibility is the form in which a customer can read documents.
type Accessibility string

// Choices are all forms.
func (Accessibility) Choices() []string { return []string{"LARGE_PRINT", "BRAILLE", "SPOKEN"} }
