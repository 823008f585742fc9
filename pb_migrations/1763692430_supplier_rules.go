package pb_migrations

import (
	"maps"
	"slices"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/migrations"
	"github.com/pocketbase/pocketbase/tools/types"
)

// The settings of a supplier that switch rules of the account object on, and lists that name
// the members they close. Values of lists may have values, or a form, of their own.
func init() {
	migrations.Register(func(app core.App) error {
		if err := addSupplierRules(app); err != nil {
			return err
		}
		names := slices.Concat(slices.Collect(maps.Values(listNames)), listsSince)
		return renameLists(app, listNames, names, valuesHelp)
	}, func(app core.App) error {
		before := make(map[string]string, len(listNames))
		for old, name := range listNames {
			before[name] = old
		}
		if err := renameLists(app, before, slices.Collect(maps.Keys(listNames)), valuesHelpBefore); err != nil {
			return err
		}
		return removeSupplierRules(app)
	})
}

func supplierRules() []core.Field {
	number := func(name, help string) core.Field {
		return &core.NumberField{Name: name, OnlyInt: true, Min: types.Pointer(0.0), Max: types.Pointer(31.0), Help: help}
	}
	chosen := func(name, help string, values ...string) core.Field {
		return &core.SelectField{Name: name, Values: values, MaxSelect: 1, Help: help}
	}
	return []core.Field{
		chosen("managed_accounts", "Whether accounts may be of the type MANAGED. Empty: on.", "on", "off"),
		chosen("consents", "Whether accounts and customers may have consents. Empty: on.", "on", "off"),
		chosen("cais_references", "Whether debts may have references in the credit register. Empty: on.", "on", "off"),
		chosen("billing_document_identifiers", "Whether historical transactions have billing_document_identifier. Empty: optional.", "optional", "required", "refused"),
		chosen("customers_optional", "Whether an account may have no customers. Empty: as the market says.", "on", "off"),
		chosen("operations_team_allocation", "Whether requests name operations teams, or accounts name none since teams are allocated. Empty: manual.", "manual", "auto"),
		&core.BoolField{Name: "creates_portfolios", Help: "Portfolios are created for accounts, which therefore have no references of portfolios."},
		&core.BoolField{Name: "send_registration_flows", Help: "Customers are asked to register, for which customers of businesses need a given name."},
		&core.BoolField{Name: "require_user_role", Help: "Each customer has a role."},
		&core.BoolField{Name: "enforce_business_contracts_exist", Help: "Each account of a business has the member business."},
		chosen("link_account_to_business_with_contract", "true: an account names its business by a contract alone. false: by what it says of the business. Empty: by either.", "true", "false"),
		number("payment_day_min", "First day of a month on which payments may be due. Empty: 1."),
		number("payment_day_max", "Last day of a month on which payments may be due. Empty: 31."),
		&core.TextField{Name: "payment_schedule_minimum", Max: 32, Pattern: `^([0-9]+(\.[0-9]+)?)?$`, Help: "Smallest amount of a payment schedule. Empty: 0."},
		&core.TextField{Name: "exclusive_roles", Max: 10_000, Help: "Roles, one on each line or with commas between them: a customer who has one has no other."},
	}
}

const (
	internalEmailsHelp   = "E-mail addresses, and domains, that no customer may have, with commas between them."
	uniqueReferencesHelp = "Namespaces, one on each line or with commas between them, in which no two accounts may have the same reference. Empty: in all of them they may."
	uniqueDetailsHelp    = "Namespaces, one on each line or with commas between them, in which no two customers of an account may have the same detail. Empty: external_user_id."
)

func addSupplierRules(app core.App) error {
	suppliers, err := app.FindCollectionByNameOrId("suppliers")
	if err != nil {
		return err
	}
	suppliers.Fields.Add(supplierRules()...)
	retitle(suppliers, "internal_email_domains", "internal_emails", internalEmailsHelp, "")
	retitle(suppliers, "unique_reference_namespaces", "unique_reference_namespaces", uniqueReferencesHelp, "")
	retitle(suppliers, "unique_user_detail_namespaces", "unique_customer_detail_namespaces", uniqueDetailsHelp, "")
	if err := app.Save(suppliers); err != nil {
		return err
	}
	// Namespaces had no spaces, which stood between them.
	for _, column := range []string{"unique_reference_namespaces", "unique_customer_detail_namespaces"} {
		_, err := app.DB().NewQuery(`UPDATE suppliers SET ` + column + ` = replace(replace(` + column + `, char(9), char(10)), ' ', char(10))`).Execute()
		if err != nil {
			return err
		}
	}
	return nil
}

func removeSupplierRules(app core.App) error {
	const pattern = `^[A-Za-z0-9_.:,\s-]*$`
	suppliers, err := app.FindCollectionByNameOrId("suppliers")
	if err != nil {
		return err
	}
	for _, field := range supplierRules() {
		suppliers.Fields.RemoveByName(field.GetName())
	}
	retitle(suppliers, "internal_emails", "internal_email_domains", "Domains that no customer may have, with commas between them.", "")
	retitle(suppliers, "unique_reference_namespaces", "unique_reference_namespaces", "Namespaces, with commas between them, in which no two accounts may have the same reference. Empty: in all of them they may.", pattern)
	retitle(suppliers, "unique_customer_detail_namespaces", "unique_user_detail_namespaces", "Namespaces, with commas between them, in which no two customers of an account may have the same user detail. Empty: those that end in id, identifier or uuid.", pattern)
	return app.Save(suppliers)
}

// retitle gives a text field another name, explanation and pattern. Its values stay.
func retitle(c *core.Collection, old, name, help, pattern string) {
	field := c.Fields.GetByName(old).(*core.TextField)
	field.Name, field.Help, field.Pattern = name, help, pattern
}

// listNames are the names of the lists that could be closed before, by the names that they
// had.
var listNames = map[string]string{
	"account_role": "account_roles", "business_segment": "business_segments", "campaign": "campaigns", "component_type": "component_types",
	"consent_type": "consent_types", "debt_agency": "debt_collection_agencies", "debt_campaign": "debt_campaigns",
	"dunning_path": "dunning_paths", "ledger_code": "ledger_codes", "payment_plan_strategy": "payment_plan_strategies",
	"payment_type": "payment_types", "portfolio_role": "portfolio_roles", "product_code": "product_codes", "rate_band": "rate_bands",
	"rate_specification_code": "rate_specification_codes", "reason": "reasons", "reference_namespace": "reference_namespaces",
	"sales_channel": "sales_channels", "sales_subchannel": "sales_subchannels", "tax_type": "tax_types",
	"time_series_specification_code": "time_series_specification_codes", "user_detail_namespace": "customer_detail_namespaces",
	"vendor": "vendors",
}

// listsSince are the lists that can be closed from this step on.
var listsSince = []string{
	"affiliate_organisations", "business_detail_keys", "business_roles", "complaint_sources", "complaint_types", "contribution_schemes",
	"ledger_identifiers", "market_participants", "official_entities", "partner_organisation_roles", "partner_organisations",
	"product_characteristics", "pronouns", "psr_codes", "standalone_payment_request_methods", "tariff_codes", "tprs",
}

const (
	valuesHelpBefore = "The values that are allowed, one on each line or as a JSON array; capitals and small letters count."
	valuesHelp       = `The values that are allowed, one on each line or as a JSON array; capitals and small letters count. Or a JSON object: {"BILLING": ["TARIFF", "ESTIMATE"]} where values have values, {"tier": {"type": "string", "pattern": "^g", "required": true}} where they name data.`
)

// renameLists offers lists under these names. It renames the closed ones, and opens those
// that are no longer offered.
func renameLists(app core.App, names map[string]string, offered []string, help string) error {
	c, err := app.FindCollectionByNameOrId("closed_lists")
	if err != nil {
		return err
	}
	slices.Sort(offered)
	c.Fields.GetByName("list").(*core.SelectField).Values = offered
	c.Fields.GetByName("values").(*core.TextField).Help = help
	if err := app.Save(c); err != nil {
		return err
	}
	for old, name := range names {
		if _, err := app.DB().NewQuery(`UPDATE closed_lists SET list = {:name} WHERE list = {:old}`).Bind(dbx.Params{"name": name, "old": old}).Execute(); err != nil {
			return err
		}
	}
	args := make([]any, len(offered))
	for i, name := range offered {
		args[i] = name
	}
	_, err = app.DB().Delete("closed_lists", dbx.NotIn("list", args...)).Execute()
	return err
}
