package accounts

import (
	"encoding/json/jsontext"
	"testing"

	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"
	"dataimport/modules/kit/testing/kindtest"
)

// echo is an account as it was understood.
func echo(t testing.TB, core *Core) string {
	t.Helper()
	text, err := payload.EncodeParts([]any{core})
	if err != nil {
		t.Fatal(err)
	}
	if err := text.Canonicalize(jsontext.CanonicalizeRawInts(false), jsontext.CanonicalizeRawFloats(false)); err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// Nothing that was sent is lost, not even a false or an empty list.
func TestAccountsAreUnderstoodAsTheyWereSent(t *testing.T) {
	sent := kindtest.With(t, household, set("payment_schedules.1.amount", `"110"`), set("payment_plans", `[]`), set("customers.2.unable_to_read_meters", `false`))
	core, faults := read(t, sent, facts())
	kindtest.Want(t, faults)
	want := jsontext.Value(sent)
	if err := want.Canonicalize(jsontext.CanonicalizeRawInts(false), jsontext.CanonicalizeRawFloats(false)); err != nil {
		t.Fatal(err)
	}
	if got := echo(t, core); got != string(want) {
		t.Errorf("understood\n%s\nwant\n%s", got, want)
	}
}

// Whatever comes, checking ends; and what has no faults has none, and changes no
// more, when it is sent again as it was understood.
func FuzzCheck(f *testing.F) {
	f.Add([]byte(household))
	f.Add([]byte(company))
	f.Add([]byte(`{"import_supplier":"A","external_account_number":"1","customers":[{"family_name":"x","mobile":"+"}],"billing_address":{"country":"lv","street_address":"1","postal_code":"1010"}}`))
	object := payload.Of(Core{})
	checked := func(data []byte) (*Core, fault.List) {
		var faults fault.Collector
		parts, err := object.Decode(data, payload.Limits{Items: 10_000, Depth: 64}, &faults)
		if err != nil {
			return nil, nil
		}
		at := fault.Root(&faults)
		check(parts[0].(*Core), facts(), &at)
		return parts[0].(*Core), faults.List()
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		core, faults := checked(data)
		if core == nil || len(faults) > 0 {
			return
		}
		first := echo(t, core)
		again, faults := checked([]byte(first))
		if len(faults) > 0 {
			t.Fatalf("%s\nhas faults when it is sent again: %v", first, faults)
		}
		if second := echo(t, again); second != first {
			t.Errorf("%s\nbecomes\n%s", first, second)
		}
	})
}
