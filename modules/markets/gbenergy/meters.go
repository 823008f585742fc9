package gbenergy

import (
	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/settings"
	"dataimport/modules/markets/supply"
)

const (
	areaMeters = "Meters"
	areaPrepay = "Prepayment and smart meters"
)

var (
	ruleRegistersMissing = catalogue.Rule{
		Code: "registers_missing_for_active_electricity_meter", Area: areaMeters,
		Meaning: "A meter of electricity is in use at a point on supply, and has no registers.",
		Remedy:  "Add its registers.",
	}
	ruleDuplicateRegimes = catalogue.Rule{
		Code: "registers_have_duplicate_tprs", Area: areaMeters,
		Meaning: "Two registers of a meter have the same time pattern regime, which is none of the odd ones from 01201 to 01229.",
		Remedy:  "Correct the tpr of one of them.",
	}
	ruleRegimeNotFound = catalogue.Rule{
		Code: "tpr_not_found", Area: areaMeters,
		Meaning: "A time pattern regime is not on the supplier's closed list tprs.",
		Remedy:  "Correct the code, or have the operator add it to the list.",
	}
	rulePrepayOnCredit = catalogue.Rule{
		Code: "prepay_details_on_non_prepay_meter", Area: areaPrepay,
		Meaning: "A meter that is no prepayment meter has prepay_details.",
		Remedy:  "Leave them out, or set is_prepay.",
	}
	rulePrepayFullyBilled = catalogue.Rule{
		Code: "prepay_details_on_fully_billed_meter", Area: areaPrepay,
		Meaning: "A meter was removed by the day to which was billed, and has prepay_details.",
		Remedy:  "Leave them out.",
	}
	rulePrepayWithoutReference = catalogue.Rule{
		Code: "electricity_prepay_meter_without_customer_reference_number", Area: areaPrepay,
		Meaning: "A prepayment meter of electricity has no prepay_customer_reference_number, which the supplier's setting electricity_prepay_reference requires.",
		Remedy:  "Add the number.",
	}
	ruleInvalidPrepayReference = catalogue.Rule{
		Code: "invalid_prepay_customer_reference_number", Area: areaPrepay,
		Meaning: "The prepay_customer_reference_number of a meter of electricity is not of digits alone.",
		Remedy:  "Correct the number.",
	}
	ruleVendDate = catalogue.Rule{
		Code: "transfer_vend_read_date_must_match_last_billed_to_date", Area: areaPrepay,
		Meaning: "The balances of a prepayment meter were not read on the day before its billed-to date.",
		Remedy:  "Correct transfer_vend_read_date or last_billed_to_date.",
	}
	rulePrepayTransaction = catalogue.Rule{
		Code: "transactions_target_non_initialised_prepay_meter", Area: areaPrepay,
		Meaning: "A transaction is of a prepayment meter, and no meter of the account with this serial number has prepay_details.",
		Remedy:  "Correct the serial number, or add prepay_details to the meter.",
	}
	ruleSmartDetails = catalogue.Rule{
		Code: "smart_details_provided_for_non_smart_meter", Area: areaPrepay,
		Meaning: "A meter that is no smart meter has a smart meter's device or date of commission.",
		Remedy:  "Leave them out, or correct smart_type.",
	}
	ruleFutureCommission = catalogue.Rule{
		Code: "future_smart_meter_commission_date", Area: areaPrepay,
		Meaning: "A smart meter is commissioned in the future.",
		Remedy:  "Correct the date, or leave it out.",
	}
)

func checkMeter(a *supply.Account, p *supply.Point, m *supply.Meter, at *fault.At) {
	if p.Kind == electricity {
		checkRegisters(a, p, m, at)
	}
	checkPrepay(a, p, m, at)
	commissioned := m.Date("smart_commissioned_on")
	if kind := m.Text("smart_type"); kind == "" || kind == "NONE" {
		for _, member := range [...]string{"smart_device_id", "smart_commissioned_on"} {
			if m.Has(member) && at.CleanAt("smart_type") {
				at.AddAt(member, ruleSmartDetails.Code, "This meter is no smart meter: leave this out, or correct smart_type.")
				break
			}
		}
	}
	supply.CheckFuture(commissioned, a.Today, "smart_commissioned_on", ruleFutureCommission.Code, at)
}

// checkRegisters: a meter of electricity has registers, whose regimes are listed and
// different.
func checkRegisters(a *supply.Account, p *supply.Point, m *supply.Meter, at *fault.At) {
	if len(m.Registers) == 0 && m.Active() && !p.HalfHourly && p.OnSupply(a.Today) && at.CleanAt("registers") {
		at.AddAt("registers", ruleRegistersMissing.Code, "This meter is in use and has no registers: add them.")
	}
	registers := at.Field("registers")
	for i := range m.Registers {
		place := registers.Index(i)
		supply.CheckListed(a.Facts, settings.TimePatternRegimes, m.Registers[i].Object, "tpr", ruleRegimeNotFound.Code, &place)
		regime := m.Registers[i].Text("tpr")
		if regime == "" || mayRepeat(regime) {
			continue
		}
		for j := range i {
			if m.Registers[j].Text("tpr") == regime {
				place.AddAt("tpr", ruleDuplicateRegimes.Code, "The meter has a register of this time pattern regime already: correct one of the two.")
				break
			}
		}
	}
}

// mayRepeat reports whether several registers may have a time pattern regime: the odd ones
// from 01201 to 01229.
func mayRepeat(regime string) bool {
	return len(regime) == len("01201") && regime >= "01201" && regime <= "01229" && regime[4]%2 == 1
}

func checkPrepay(a *supply.Account, p *supply.Point, m *supply.Meter, at *fault.At) {
	prepay := m.Flag("is_prepay", false)
	if reference := m.Text("prepay_customer_reference_number"); p.Kind == electricity {
		switch {
		case reference != "" && !digits(reference):
			at.AddAt("prepay_customer_reference_number", ruleInvalidPrepayReference.Code, "The number of a meter of electricity has digits alone.")
		case reference == "" && prepay && a.Supplier.Supply.PrepayReferenceRequired && at.CleanAt("prepay_customer_reference_number"):
			at.AddAt("prepay_customer_reference_number", rulePrepayWithoutReference.Code, "The supplier requires this number of each prepayment meter of electricity: add it.")
		}
	}
	if !m.Has("prepay_details") {
		return
	}
	if !prepay && at.CleanAt("is_prepay") {
		at.AddAt("prepay_details", rulePrepayOnCredit.Code, "This meter is no prepayment meter: leave this out, or set is_prepay.")
		return
	}
	if m.FullyBilled() {
		at.AddAt("prepay_details", rulePrepayFullyBilled.Code, "The meter was removed on "+m.Removed.String()+" and was billed to "+m.Billed.String()+": leave this out.")
		return
	}
	read := m.Object.Object("prepay_details").Date("transfer_vend_read_date")
	if day := m.Billed.AddDays(-1); read != 0 && day != 0 && read != day {
		at.AddAt("prepay_details.transfer_vend_read_date", ruleVendDate.Code, "This is "+read.String()+", and the day before the billed-to date is "+day.String()+": correct one of the dates.")
	}
}

// checkPrepayTransactions: a transaction of a prepayment meter is of one of the account's.
func checkPrepayTransactions(a *supply.Account, at *fault.At) {
	points, known := false, make(map[string]bool)
	a.EachPoint(at, func(p *supply.Point, _ *fault.At) {
		points = true
		for i := range p.Meters {
			if m := &p.Meters[i]; m.Has("prepay_details") {
				known[m.Text("meter_serial_number")] = true
			}
		}
	})
	if !points || a.Ledgers == nil || !at.CleanAt("supply_addresses") {
		return
	}
	a.Ledgers.EachSupplyTransaction(at, func(t *account.SupplyTransaction, at *fault.At) {
		if t.PrepayMeter != "" && !known[t.PrepayMeter] {
			at.AddAt("to_prepay_meter_serial_number", rulePrepayTransaction.Code, "No meter of this account with this serial number has prepay_details: correct it, or add them.")
		}
	})
}
