package auenergy

import (
	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/markets/supply"
)

const areaCare = "Concessions and hardship"

var (
	ruleFailureReason = catalogue.Rule{
		Code: "validation_failure_reason_required", Area: areaCare,
		Meaning: "A concession card was not confirmed, and nothing says why.",
		Remedy:  "Add validation_failure_reason, or correct validation_status.",
	}
	ruleSeveralCards = catalogue.Rule{
		Code: "too_many_current_concession_cards", Area: areaCare,
		Meaning: "Two concession cards of a customer apply today.",
		Remedy:  "Give the earlier one its applies_to_date.",
	}
	ruleCardDates = catalogue.Rule{
		Code: "invalid_concession_cards_dates", Area: areaCare,
		Meaning: "A concession card ends before it starts to apply, or expires before it was issued.",
		Remedy:  "Correct one of the two dates.",
	}
	ruleHardshipEnd = catalogue.Rule{
		Code: "hardship_agreement_end_date_not_set_with_exit_reason", Area: areaCare,
		Meaning: "A hardship agreement says why it was left, and not when.",
		Remedy:  "Add end_date, or leave exit_reason out.",
	}
	ruleHardshipExitDetails = catalogue.Rule{
		Code: "missing_hardship_agreement_exit_reason_details", Area: areaCare,
		Meaning: "A hardship agreement was left for the reason OTHER, and nothing says which.",
		Remedy:  "Add exit_reason_details.",
	}
)

// checkConcessions: one card of a customer applies today, and each has its dates in order.
func checkConcessions(value any, f *account.Facts, cards *fault.At) {
	current := 0
	supply.EachOf(value, cards, func(o supply.Object, at *fault.At) {
		checkCardDates(o, "applies_from_date", "applies_to_date", at)
		checkCardDates(o, "card_issue_date", "card_expiry_date", at)
		if o.Text("validation_status") == "FAIL" && !o.Has("validation_failure_reason") && at.CleanAt("validation_failure_reason") {
			at.AddAt("validation_failure_reason", ruleFailureReason.Code, "This card was not confirmed, by validation_status: say why.")
		}
		from, to := o.Date("applies_from_date"), o.Date("applies_to_date")
		if from == 0 || from > f.Today || to != 0 && to < f.Today || !at.Clean() {
			return
		}
		if current++; current == 2 {
			at.Add(ruleSeveralCards.Code, "Another card of this customer applies today: give the earlier one its applies_to_date.")
		}
	})
}

func checkCardDates(o supply.Object, from, to string, at *fault.At) {
	if start, end := o.Date(from), o.Date(to); end != 0 && start > end {
		at.AddAt(from, ruleCardDates.Code, "This is "+start.String()+", and "+to+" is "+end.String()+": correct one of the two.")
	}
}

// checkHardship: a hardship agreement that was left says when and why.
func checkHardship(value any, agreements *fault.At) {
	supply.EachOf(value, agreements, func(o supply.Object, at *fault.At) {
		supply.CheckPeriod(o, "start_date", "end_date", at)
		reason := o.Text("exit_reason")
		if reason != "" && !o.Has("end_date") && at.CleanAt("end_date") {
			at.AddAt("end_date", ruleHardshipEnd.Code, "The agreement has an exit_reason: add the day on which it ended.")
		}
		if reason == "OTHER" && !o.Has("exit_reason_details") && at.CleanAt("exit_reason_details") {
			at.AddAt("exit_reason_details", ruleHardshipExitDetails.Code, "The exit_reason is OTHER: say here which it is.")
		}
	})
}
