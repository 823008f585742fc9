package accounts

import (
	"slices"
	"testing"

	"dataimport/modules/kit/domain/account"
)

func TestWhatOtherSectionsKnow(t *testing.T) {
	core, _ := read(t, company, facts(), set("last_billed_to_date", `"2024-06-12"`), set("unknown_occupier", `true`))
	var f account.Facts
	setFacts(core, &f)
	if f.ImportSupplier != "ACME" || f.ExternalAccountNumber != "EXT-00005678" || f.Type != "BUSINESS" || !f.UnknownOccupier || f.LastBilledTo.String() != "2024-06-12" {
		t.Errorf("%+v", f)
	}
	setFacts(&Core{}, &f)
	if f.Type != "DOMESTIC" || f.UnknownOccupier {
		t.Errorf("an account that says nothing: %+v", f)
	}
}

// What belongs to other modules is theirs to add.
func TestTheMembersOfTheCore(t *testing.T) {
	members := Section().Members()
	for _, other := range []string{
		"notes", "statements", "payment_instructions", "transfer_balance", "ledgers", "current_statement_transactions",
		"historical_statement_transactions", "last_statement_balance", "last_statement_closing_date", "last_statement_issue_date",
	} {
		if slices.Contains(members, other) {
			t.Errorf("%s is not the core's", other)
		}
	}
	if len(members) != 54 {
		t.Errorf("%d members: %v", len(members), members)
	}
}
