package accounts

import (
	"testing"

	"dataimport/modules/kit/testing/kindtest"
)

func TestNumbersThatCanBeAskedFor(t *testing.T) {
	number := func(text string) []kindtest.Edit { return edits(set("external_account_number", text)) }
	refused := []string{"invalid_format external_account_number"}
	testRules(t, household, []rule{
		{"a segment of one dot", number(`"."`), refused},
		{"a segment of two dots", number(`".."`), refused},
		{"dots and spaces", number(`" .. "`), refused},
		{"a NUL", number(`"10\u000001"`), refused},
		{"a line break", number(`"10\n01"`), refused},
		{"a control character of Latin-1", number(`"10\u008501"`), refused},
		{"three dots", number(`"..."`), nil},
		{"a slash", number(`"A/B"`), nil},
		{"a space", number(`"10 01"`), nil},
		{"other scripts", number(`"Ünï 字🏠 حساب"`), nil},
		{"a direction of writing", number(`"\u202Eabc"`), nil},
		{"a line break around it", number(`" 1001\n"`), nil},
	})
}
