package auenergy

import (
	"encoding/json"
	"strconv"

	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"
	"dataimport/modules/markets/supply"
)

var (
	ruleHardshipField = catalogue.Rule{
		Code: "field_required_for_hardship", Area: catalogue.Schedules,
		Meaning: "A payment plan is of hardship, and the circumstance is missing.",
		Remedy:  "Add hardship_circumstance to additional_information, or correct is_hardship.",
	}
	ruleFrequencyMultiplier = catalogue.Rule{
		Code: "invalid_payment_frequency_multiplier", Area: catalogue.Schedules,
		Meaning: "The payments of a plan are more than 52 weeks or 12 months apart.",
		Remedy:  "Correct payment_frequency_multiplier or payment_frequency.",
	}
	rulePlanDates = catalogue.Rule{
		Code: "invalid_dates", Area: catalogue.Schedules,
		Meaning: "The dates of a payment plan are out of order.",
		Remedy:  "Correct them: the plan starts, then come its first, its next and its last payment, and no assessment comes before the start.",
	}
)

// required are the members that a plan of this market's form has.
var required = [...]string{
	"plan_type", "is_hardship", "next_payment_date", "payment_frequency", "payment_frequency_multiplier",
	"number_of_remaining_instalments", "debt_amount", "ongoing_amount", "initial_schedule_type",
}

// longest is how many times a frequency one payment may be away from the next.
var longest = map[string]int{"WEEKLY": 52, "MONTHLY": 12}

// checkPlans applies the rules of the payment plans that have a member of this market's form.
func checkPlans(members []supply.Member, at *fault.At) {
	plans := objectsIn("payment_plans", members)
	for i := range members {
		object := members[i].Object
		if o := plans[object]; o != nil {
			place := at.Field(object)
			checkPlan(o, &place)
			delete(plans, object)
		}
	}
}

func checkPlan(o supply.Object, at *fault.At) {
	for _, member := range required {
		if !o.Has(member) && at.CleanAt(member) {
			at.AddAt(member, payload.RuleRequired.Code, "A plan of this form needs this member: add it, with a value.")
		}
	}
	const circumstance = "additional_information.hardship_circumstance"
	if o.Flag("is_hardship", false) && !o.Object("additional_information").Has("hardship_circumstance") && at.CleanAt("additional_information") {
		at.AddAt(circumstance, ruleHardshipField.Code, "The plan is of hardship: add the circumstance.")
	}
	frequency := o.Text("payment_frequency")
	number, _ := o["payment_frequency_multiplier"].(json.Number)
	if times, err := strconv.Atoi(number.String()); err == nil && longest[frequency] != 0 && times > longest[frequency] && at.CleanAt("payment_frequency_multiplier") {
		at.AddAt("payment_frequency_multiplier", ruleFrequencyMultiplier.Code, "With the payment_frequency "+frequency+", this is "+strconv.Itoa(longest[frequency])+" at most.")
	}
	checkPlanDates(o, at)
}

// checkPlanDates: a plan starts, then come its first, its next and its last payment.
func checkPlanDates(o supply.Object, at *fault.At) {
	const within = "additional_information."
	further := o.Object("additional_information")
	start := further.Date("plan_start_date")
	var latest payload.Date
	for _, d := range [...]struct {
		member string
		date   payload.Date
	}{
		{within + "plan_start_date", start}, {within + "first_payment_date", further.Date("first_payment_date")},
		{"next_payment_date", o.Date("next_payment_date")}, {"last_payment_date", o.Date("last_payment_date")},
	} {
		if d.date != 0 && d.date < latest {
			at.AddAt(d.member, rulePlanDates.Code, "This is "+d.date.String()+", before "+latest.String()+", which comes earlier in a plan: correct one of the dates.")
		}
		latest = max(latest, d.date)
	}
	if assessed := further.Date("next_assessment_date"); assessed != 0 && assessed < start {
		at.AddAt(within+"next_assessment_date", rulePlanDates.Code, "This is "+assessed.String()+", and the plan starts on "+start.String()+": correct one of the dates.")
	}
}
