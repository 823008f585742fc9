package auenergy

import (
	"regexp"
	"strings"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/markets/supply"
)

var (
	ruleOverlappingInstructions = catalogue.Rule{
		Code: "invalid_payment_instruction", Area: catalogue.Schedules,
		Meaning: "Two payment instructions of one type are valid on the same day.",
		Remedy:  "Give the earlier one its valid_to, which is exclusive.",
	}
	ruleCardMissing = catalogue.Rule{
		Code: "card_details_not_provided_for_card_payment_instruction", Area: catalogue.Schedules,
		Meaning: "A payment instruction is of the type CARD and has no card, which the supplier's setting card_details_required asks for.",
		Remedy:  "Add card, or have the operator change the setting.",
	}
	ruleInvalidBSB = catalogue.Rule{
		Code: "invalid_sort_code", Area: catalogue.Schedules,
		Meaning: "The bsb of a bank account is not of six digits.",
		Remedy:  "Write it without a hyphen.",
	}
)

var bsb = regexp.MustCompile(`^[0-9]{6}$`)

// checkInstructions: of each type, one payment instruction is valid at a time.
func checkInstructions(members []supply.Member, f *account.Facts, at *fault.At) {
	if f.Instructions == nil {
		return
	}
	before, objects := make(map[string][]supply.Period), objectsIn("payment_instructions", members)
	f.Instructions.EachInstruction(at, func(i account.Instruction, at *fault.At) {
		o := objects[at.Attr()]
		checkInstruction(o, i, f, at)
		p := supply.Period{From: i.ValidFrom, To: o.Date("valid_to")}
		if i.Type == "" || !at.CleanAt("valid_from") || !at.CleanAt("valid_to") {
			return
		}
		for _, other := range before[i.Type] {
			if p.Overlaps(other) {
				at.AddAt("valid_from", ruleOverlappingInstructions.Code, "Another payment instruction of the type "+i.Type+" is valid at the same time: give the earlier one its valid_to.")
				break
			}
		}
		before[i.Type] = append(before[i.Type], p)
	})
}

func checkInstruction(o supply.Object, i account.Instruction, f *account.Facts, at *fault.At) {
	if end := o.Date("valid_to"); end != 0 && i.ValidFrom > end {
		at.AddAt("valid_from", account.RuleStartAfterEnd.Code, "This starts on "+i.ValidFrom.String()+", after its end on "+end.String()+": correct one of the two.")
	}
	if i.Type == "CARD" && f.Supplier.Supply.CardDetailsRequired && !o.Has("card") && at.CleanAt("card") {
		at.AddAt("card", ruleCardMissing.Code, "The supplier requires the details of each card: add them.")
	}
	if number := o.Object("bank_account").Text("bsb"); number != "" && !bsb.MatchString(number) && at.CleanAt("bank_account.bsb") {
		at.AddAt("bank_account.bsb", ruleInvalidBSB.Code, "A BSB has six digits, without a hyphen.")
	}
}

// objectsIn returns the market's members of the items of an array of the account, by the
// attrs of the items.
func objectsIn(array string, members []supply.Member) map[string]supply.Object {
	objects := make(map[string]supply.Object)
	for i := range members {
		m := &members[i]
		if !strings.HasPrefix(m.Object, array+".") {
			continue
		}
		if objects[m.Object] == nil {
			objects[m.Object] = make(supply.Object)
		}
		objects[m.Object][m.Name] = m.Value
	}
	return objects
}
