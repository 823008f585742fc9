package auenergy

import (
	"encoding/json/jsontext"
	"encoding/json/v2"
	"slices"

	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"
)

// chargeTargets are what the params of a line item may say that is charged.
var chargeTargets = []string{"REGISTER", "SUPPLY_POINT"}

// checkParams: params name what is charged in one of two ways. What else they say is kept.
func checkParams(params jsontext.Value, at *fault.At) {
	var named struct {
		Target jsontext.Value `json:"charge_target_type"`
	}
	if err := json.Unmarshal(params, &named); err != nil || len(named.Target) == 0 || !at.CleanAt("charge_target_type") {
		return
	}
	var target string
	if err := json.Unmarshal(named.Target, &target); err != nil || !slices.Contains(chargeTargets, target) {
		at.AddAt("charge_target_type", payload.RuleInvalidChoice.Code, "This value is none of "+fault.Some(chargeTargets)+": use one of these.")
	}
}
