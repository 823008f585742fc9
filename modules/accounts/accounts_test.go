package accounts

import (
	_ "embed"
	"strings"
	"testing"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/settings"
	"dataimport/modules/kit/testing/kindtest"
)

// The two valid accounts that every case changes in one place.
var (
	//go:embed testdata/household.json
	household string
	//go:embed testdata/company.json
	company string
)

const today = "2024-07-01"

// rule is one change of a valid account, and its faults: "code attr", in any order.
type rule struct {
	name  string
	edits []kindtest.Edit
	want  []string
}

var (
	set  = kindtest.Set
	drop = kindtest.Drop
)

func edits(e ...kindtest.Edit) []kindtest.Edit { return e }

// facts are those of a British supplier.
func facts() *account.Facts {
	f := kindtest.Facts(today)
	f.Supplier = &settings.Supplier{Code: "ACME", Country: "GB", Rules: settings.Rules{InternalEmails: []string{"acme.example"}}}
	return f
}

// testRules reads a valid account with the edits of each case.
func testRules(t *testing.T, document string, cases []rule) {
	t.Helper()
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			_, faults := read(t, document, facts(), c.edits...)
			kindtest.Want(t, faults, c.want...)
		})
	}
}

func read(t testing.TB, document string, f *account.Facts, edits ...kindtest.Edit) (*Core, fault.List) {
	t.Helper()
	return kindtest.Read(t, kindtest.With(t, document, edits...), f, check)
}

func TestTheValidAccountsAreValid(t *testing.T) {
	for _, document := range []string{household, company, `{"import_supplier":"A","external_account_number":"1","customers":[{"family_name":"王"}]}`} {
		_, faults := read(t, document, facts())
		kindtest.Want(t, faults)
	}
}

// jsonText is a string of n characters.
func jsonText(n int, character string) string {
	return `"` + strings.Repeat(character, n) + `"`
}
