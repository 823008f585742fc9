package accounts

import (
	"cmp"
	"strings"

	"dataimport/modules/kit/domain/account"
)

var addressColumns = []string{
	"account", "position", "kind", "country", "street_address", "structured_street_address", "dependent_locality", "locality",
	"administrative_area", "postal_code", "sorting_code", "delivery_point_identifier", "name", "organization",
}

// addressRows returns the address for bills, from either form. The meaning of the lines of
// the older form is unknown, so they are stored together as the street address.
func addressRows(to *account.Account, c *Core) rows {
	r := rows{table: "addresses", columns: addressColumns}
	a := c.BillingAddress
	if a == nil && !c.hasLegacyAddress() {
		return r
	}
	if a == nil {
		a = &Address{
			StreetAddress:           c.legacyLines(),
			PostalCode:              c.BillingPostcode,
			DeliveryPointIdentifier: c.BillingDeliveryPointIdentifier,
		}
	}
	var v values
	r.add(&v, to.ID, 0, "billing", a.Country, a.StreetAddress, string(a.StructuredStreetAddress), a.DependentLocality, a.Locality,
		a.AdministrativeArea, a.PostalCode, a.SortingCode, a.DeliveryPointIdentifier, a.Name, a.Organization)
	return r
}

func (c *Core) legacyLines() string {
	var lines []string
	for _, line := range []string{c.BillingAddress1, c.BillingAddress2, c.BillingAddress3, c.BillingAddress4, c.BillingAddress5} {
		if line != "" {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "\n")
}

var scheduleColumns = []string{
	"account", "position", "means", "start_date", "end_date", "amount", "schedule_trigger", "frequency", "day_of_month",
	"balance_threshold", "debt_repayment_element", "debt_repayment_end_date", "is_debt_repayment_plan",
	"exempt_from_payment_adequacy", "delay_days", "delay_strategy", "paid_by", "ledger_code",
	"standalone_payment_request_method_code", "instalments",
}

func scheduleRows(to *account.Account, c *Core) rows {
	r := rows{table: "payment_schedules", columns: scheduleColumns}
	for i := range c.PaymentSchedules {
		var v values
		s := &c.PaymentSchedules[i]
		r.add(&v,
			to.ID, i, string(s.Means), s.StartDate.String(), s.EndDate.String(), decimalText(s.Amount),
			string(cmp.Or(s.Trigger, Regular)), string(s.Frequency), intText(s.DayOfMonth),
			decimalText(s.BalanceThreshold), decimalText(s.DebtRepaymentElement), s.DebtRepaymentEndDate.String(),
			is(s.IsDebtRepaymentPlan), is(s.ExemptFromPaymentAdequacy), intText(s.DelayDays), string(s.DelayStrategy),
			string(cmp.Or(s.PaidBy, ByCustomer)), s.LedgerCode, s.RequestMethod, v.json(len(s.Instalments) > 0, s.Instalments),
		)
	}
	return r
}

var (
	referenceColumns = []string{"supplier", "account", "position", "namespace", "value"}
	debtColumns      = []string{"supplier", "account", "position", "agency_name", "start_date", "campaign", "notes", "is_insolvent", "cais_reference", "aged_debt"}
)

func referenceRows(to *account.Account, c *Core) rows {
	r := rows{table: "account_references", columns: referenceColumns}
	for i, reference := range c.References {
		var v values
		r.add(&v, to.Supplier.ID, to.ID, i, reference.Namespace, reference.Value)
	}
	return r
}

func debtRows(to *account.Account, c *Core) rows {
	r := rows{table: "debts", columns: debtColumns}
	debts := c.debts()
	for i := range debts {
		var v values
		d := &debts[i]
		r.add(&v, to.Supplier.ID, to.ID, i, d.AgencyName, d.StartDate.String(), d.Campaign, d.Notes, is(d.IsInsolvent), d.CAISReference,
			v.json(len(d.AgedDebt) > 0, d.AgedDebt))
	}
	return r
}
