package settingsdb

import (
	"strings"
	"unicode"

	"github.com/shopspring/decimal"

	"dataimport/modules/kit/domain/settings"
)

// ruleColumns are the columns of suppliers that switch rules on, in the order of
// [writtenRules.columns].
const ruleColumns = `s.managed_accounts = 'off', s.consents = 'off', s.cais_references = 'off', s.fictional_phone_numbers = 'off', s.billing_document_identifiers,
	s.customers_optional, s.operations_team_allocation = 'auto', s.creates_portfolios, s.send_registration_flows, s.require_user_role,
	s.enforce_business_contracts_exist, s.link_account_to_business_with_contract, s.payment_day_min, s.payment_day_max,
	s.payment_schedule_minimum, s.exclusive_roles, s.internal_emails, s.unique_reference_namespaces, s.unique_customer_detail_namespaces`

// supplyColumns are the columns of suppliers for the markets of energy and water.
const supplyColumns = `s.skip_property_creation, s.skip_supply_point_creation, s.imports_address_history,
	s.electricity_prepay_reference = 'required', s.card_details_required`

func columnsOfSupply(r *settings.SupplyRules, points *string) []any {
	return []any{&r.PropertiesSkipped, points, &r.AddressHistoryImported, &r.PrepayReferenceRequired, &r.CardDetailsRequired}
}

// writtenRules are the settings that are read as text.
type writtenRules struct {
	customersOptional, linked, minimum          string
	roles, emails, references, detailNamespaces string
}

func (w *writtenRules) columns(r *settings.Rules) []any {
	return []any{
		&r.ManagedAccountsRefused, &r.ConsentsRefused, &r.CAISReferencesRefused, &r.FictionalPhonesRefused, &r.BillingDocumentIdentifiers,
		&w.customersOptional, &r.TeamsAllocated, &r.PortfoliosCreated, &r.RegistrationFlowsSent, &r.UserRoleRequired,
		&r.BusinessRequired, &w.linked, &r.FirstPaymentDay, &r.LastPaymentDay,
		&w.minimum, &w.roles, &w.emails, &w.references, &w.detailNamespaces,
	}
}

// parse reads the texts. The hooks refuse a text that cannot be read. Where one is stored
// all the same, it counts as empty.
func (w *writtenRules) parse(r *settings.Rules) {
	r.CustomersOptional = readSwitch(w.customersOptional, "on")
	r.BusinessLinkedByContract = readSwitch(w.linked, "true")
	r.PaymentScheduleMinimum, _ = decimal.NewFromString(w.minimum)
	r.ExclusiveRoles, _ = settings.ParseValues(w.roles, settings.Separators)
	r.InternalEmails = splitWords(strings.ToLower(w.emails))
	r.UniqueReferences, _ = settings.ParseValues(w.references, settings.Separators)
	r.UniqueCustomerDetails, _ = settings.ParseValues(w.detailNamespaces, settings.Separators)
}

// readSwitch returns whether a text is the one that means on, nil where it is empty.
func readSwitch(text, on string) *bool {
	if text == "" {
		return nil
	}
	return new(text == on)
}

// splitWords returns the parts of a text between commas and spaces.
func splitWords(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r == ',' || unicode.IsSpace(r) })
}
