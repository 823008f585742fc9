package accounts

import (
	"encoding/json/jsontext"

	"dataimport/modules/kit/domain/payload"
)

// Customer is a person, or the contact of a company, who holds the account.
type Customer struct {
	GivenName               string               `json:"given_name,omitzero" rule:"max=255"`
	FamilyName              string               `json:"family_name,omitzero" rule:"max=255,doc=Required on a DOMESTIC account; Business where a business account leaves it out."`
	Title                   string               `json:"title,omitzero" rule:"nullable,max=20"`
	Salutation              string               `json:"salutation,omitzero" rule:"nullable,max=128"`
	Email                   string               `json:"email,omitzero" rule:"nullable,max=254,format=email"`
	ContactEmails           []string             `json:"contact_emails,omitzero" rule:"max=254,format=email"`
	Mobile                  string               `json:"mobile,omitzero" rule:"nullable,max=32,format=phone,doc=As dialled in the supplier's country, or with + and the country's code."`
	Landline                string               `json:"landline,omitzero" rule:"nullable,max=32,format=phone,doc=As mobile."`
	AlternativePhoneNumbers []PhoneNumber        `json:"alternative_phone_numbers,omitzero"`
	DateOfBirth             payload.Date         `json:"date_of_birth,omitzero" rule:"nullable"`
	Pronouns                string               `json:"pronouns,omitzero" rule:"nullable,code"`
	Label                   string               `json:"label,omitzero" rule:"nullable"`
	Deceased                Deceased             `json:"deceased,omitzero"`
	UserIdentifier          string               `json:"user_identifier,omitzero" rule:"max=255"`
	UnableToReadMeters      *bool                `json:"unable_to_read_meters,omitzero"`
	AccountRoles            []string             `json:"account_roles,omitzero" rule:"code,impersonal"`
	PortfolioRoles          []string             `json:"portfolio_roles,omitzero" rule:"code,impersonal"`
	Role                    string               `json:"role,omitzero" rule:"nullable,code,impersonal,doc=The old form of portfolio_roles, with one role."`
	CreditScore             *int                 `json:"credit_score,omitzero" rule:"nullable,range=0..9999"`
	CreditResult            string               `json:"credit_result,omitzero" rule:"nullable,max=255"`
	CreditAssessmentID      string               `json:"credit_assessment_id,omitzero" rule:"nullable,max=255"`
	CreditRiskBracket       CreditRisk           `json:"credit_risk_bracket,omitzero" rule:"nullable"`
	CustomerPreferences     *CustomerPreferences `json:"customer_preferences,omitzero" rule:"nullable,doc=The older form of consents: one of the two."`
	Consents                []Consent            `json:"consents,omitzero"`
	UserDetails             []UserDetail         `json:"user_details,omitzero"`
	Details                 jsontext.Value       `json:"details,omitzero" rule:"nullable,object,doc=The old form of user_details, with a member for each namespace: one of the two."`
	Metadata                []Metadata           `json:"metadata,omitzero"`
}

// PhoneNumber is a further number of a customer.
type PhoneNumber struct {
	PhoneNumber string `json:"phone_number,omitzero" rule:"nullable,max=32,format=phone"`
}

// CustomerPreferences is what a customer has agreed to.
type CustomerPreferences struct {
	OptedIntoSMS                 *bool  `json:"opted_into_sms,omitzero"`
	OptedIntoWhatsApp            *bool  `json:"opted_into_whatsapp,omitzero"`
	OptedIntoRecommended         *bool  `json:"opted_into_recommended,omitzero"`
	OptedIntoUpdates             *bool  `json:"opted_into_updates,omitzero"`
	OptedIntoThirdParties        *bool  `json:"opted_into_third_parties,omitzero"`
	OptedIntoOffers              *bool  `json:"opted_into_offers,omitzero"`
	OptedIntoAssociatedCompanies *bool  `json:"opted_into_associated_companies,omitzero"`
	PartnerPassword              string `json:"partner_password,omitzero" rule:"max=255,doc=By which a partner proves to speak for the customer."`
	IsUserPSRConsentObtained     *bool  `json:"is_user_psr_consent_obtained,omitzero" rule:"nullable,doc=Whether the customer agreed to be on the priority services register."`
}

// Deceased is what is known of a customer's death.
type Deceased string

// Choices are all stages.
func (Deceased) Choices() []string { return []string{"Reported", "Confirmed"} }

// CreditRisk is how likely a customer is to pay.
type CreditRisk string

// Choices are all brackets.
func (CreditRisk) Choices() []string { return []string{"LOW", "MID", "HIGH", "UNKNOWN"} }
