package gbenergy

import (
	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/markets/supply"
)

const areaAgreements = "Agreements"

var (
	ruleDuplicateRates = catalogue.Rule{
		Code: "duplicate_bespoke_rates", Area: areaAgreements,
		Meaning: "An agreement has two rates for the same meter, payment method and register.",
		Remedy:  "Keep the one that was agreed.",
	}
	ruleRateWithoutRegister = catalogue.Rule{
		Code: "no_register_id_or_rate_type_provided_for_bespoke_elec_rate", Area: areaAgreements,
		Meaning: "A rate of electricity says neither of which register nor of which type it is.",
		Remedy:  "Add register_id or rate_type.",
	}
)

// bespokeRates: rates that were agreed with one customer are of a business, and each is for
// something else.
func bespokeRates(a *supply.Account, p *supply.Point, at *fault.At) {
	agreements := at.Field("agreements")
	for i := range p.Agreements {
		agreement, place := &p.Agreements[i], agreements.Index(i)
		if len(agreement.List("bespoke_tariff_rates")) == 0 {
			continue
		}
		if supply.IsDomestic(a.Facts) {
			place.AddAt("bespoke_tariff_rates", account.RuleBusinessOfDomestic.Code, "The account is of a household, which has no rates of its own: leave them out, or correct account_type.")
		}
		type rate struct{ meter, method string }
		known := make(map[rate]bool)
		agreement.Each("bespoke_tariff_rates", &place, func(o supply.Object, at *fault.At) {
			of := rate{o.Text("meter_serial_number"), o.Text("payment_method")}
			if known[of] {
				at.Add(ruleDuplicateRates.Code, "The agreement has a rate for this meter and payment method already: keep the one that was agreed.")
			}
			known[of] = true
			checkRegisterRates(o, at)
		})
	}
}

func checkRegisterRates(o supply.Object, at *fault.At) {
	type rate struct{ register, kind, start string }
	known := make(map[rate]bool)
	o.Each("registers", at, func(o supply.Object, at *fault.At) {
		of := rate{o.Text("register_id"), o.Text("rate_type"), o.Text("start_time")}
		switch {
		case of.register == "" && of.kind == "" && at.Clean():
			at.Add(ruleRateWithoutRegister.Code, "This rate says neither of which register nor of which type it is: add register_id or rate_type.")
		case known[of]:
			at.Add(ruleDuplicateRates.Code, "There is a rate for this register, type and start already: keep the one that was agreed.")
		}
		known[of] = true
	})
}
