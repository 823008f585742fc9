package book

// personFaults break customers, addresses and companies.
var personFaults = []accountFault{
	{"landline too short", "invalid_phone_number", flat, func(a *account) string {
		a.Customers[0].Landline = "01234"
		return "customers.0.landline"
	}},
	{"mobile with a letter O", "invalid_phone_number", flat, func(a *account) string {
		a.Customers[0].Mobile = "O7700 I23"
		return "customers.0.mobile"
	}},
	{"address without an at sign", "invalid_email", flat, func(a *account) string {
		a.Customers[0].Email = "sales.example.com"
		return "customers.0.email"
	}},
	{"e-mail of a tester", "possible_test_email_address", flat, func(a *account) string {
		a.Customers[0].Email = "test@example.com"
		return "customers.0.email"
	}},
	{"given name alone", "customer_family_name_required", flat, func(a *account) string {
		a.Customers[0].FamilyName = ""
		return "customers.0.family_name"
	}},
	{"born in the future", "date_in_future", flat, func(a *account) string {
		a.Customers[0].DateOfBirth = farFuture
		return "customers.0.date_of_birth"
	}},
	{"bills to an address that is not read", "billing_email_not_valid", unknown, func(a *account) string {
		a.BillingEmail = "blackhole+occupier@example.com"
		return "billing_email"
	}},
	{"postcode cut short", "invalid_postcode", flat, func(a *account) string {
		a.BillingAddress.PostalCode = "SW1A 1A"
		return "billing_address.postal_code"
	}},
	{"country UK", "invalid_country", flat, func(a *account) string {
		a.BillingAddress.Country = "UK"
		return "billing_address.country"
	}},
	{"company number too short", "invalid_company_number", ofCompany, func(a *account) string {
		a.Business.CompanyNumber = "12345"
		return "business.company_number"
	}},
	{"domestic account of a company", "business_fields_provided_for_domestic_accounts", flat, func(a *account) string {
		a.Business = &company{CompanyName: "Smith & Sons Ltd", CompanyNumber: "01234567"}
		return "business.company_number"
	}},
	{"billing options without the day of bills", "account_billing_options_period_data_required", flat, func(a *account) string {
		a.BillingOptions = &billingOptions{PeriodLength: "MONTHLY"}
		return "account_billing_options.period_start_day"
	}},
}
