package book

import (
	"encoding/json/v2"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
)

func TestFaultsAreOneMutationOfAGoodAccount(t *testing.T) {
	for i, f := range Faults() {
		t.Run(f.Name, func(t *testing.T) {
			line := f.Line(options(), i+1)
			checkMutation(t, f, line, f.unspoiled(options(), i+1))
			if f.Code == "invalid_phone_number" && validPhone(values(t, line)[line.Attr].(string)) {
				t.Error("the phone number is valid")
			}
		})
	}
}

// In a book with data, a faulty account is in an envelope, and it is the same account.
func TestFaultsOfAccountsInEnvelopes(t *testing.T) {
	o := options()
	o.Data = true
	for i, f := range Faults() {
		line, bare := f.Line(o, i+1), f.Line(options(), i+1)
		account, later := map[string]any{}, false
		for path, value := range values(t, line) {
			if inside, ok := strings.CutPrefix(path, "account."); ok {
				account[inside] = value
			}
			later = later || path == "transactions.0.amount"
		}
		if !later || len(differences(account, values(t, bare))) > 0 {
			t.Errorf("%s: %s", f.Name, line.JSON)
		}
		if line.Code != bare.Code || line.Attr != bare.Attr || line.Member != "" {
			t.Errorf("%s: code %s, attr %s, member %q", f.Name, line.Code, line.Attr, line.Member)
		}
	}
}

func TestDataFaultsAreOneMutationOfAGoodEnvelope(t *testing.T) {
	members := map[string]bool{}
	for i, f := range DataFaults() {
		t.Run(f.Name, func(t *testing.T) {
			line := f.Line(dataOptions(), i+1)
			if members[f.Member] = true; line.Member != f.Member {
				t.Errorf("member %s", line.Member)
			}
			if !strings.HasPrefix(line.Attr, f.Member+".") {
				t.Errorf("attr %s", line.Attr)
			}
			good := f.unspoiled(dataOptions(), i+1)
			checkMutation(t, f, line, good)
			e := parseEnvelope(good)
			if !orZero(e.Account.Transfer).Equal(orZero(e.Account.LastBalance).Add(balanceOf(e.Account.Current))) {
				t.Error("the account was out of balance before")
			}
		})
	}
	if len(members) != 4 {
		t.Errorf("faults in %v", members)
	}
}

// unspoiled is the line before its mutation.
func (f Fault) unspoiled(o Options, n int) Line {
	f.spoil = func(*envelope) string { return "" }
	return f.Line(o, n)
}

func checkMutation(t *testing.T, f Fault, line, good Line) {
	t.Helper()
	if line.Code != f.Code || line.Attr == "" || line.ExternalAccountNumber != good.ExternalAccountNumber {
		t.Errorf("account %s, code %s, attr %q", line.ExternalAccountNumber, line.Code, line.Attr)
	}
	changed := differences(values(t, line), values(t, good))
	if len(changed) == 0 || len(sections(changed)) > 2 {
		t.Errorf("changed: %v", changed)
	}
	if !slices.ContainsFunc(changed, func(path string) bool { return related(path, line.Attr) }) {
		t.Errorf("%s is reported, changed: %v", line.Attr, changed)
	}
}

func TestFaultsAreManyAndDistinct(t *testing.T) {
	names, codes := map[string]bool{}, map[string]bool{}
	stable := regexp.MustCompile(`^[a-z_]+$`)
	for _, f := range slices.Concat(Faults(), DataFaults()) {
		if names[f.Name] || !stable.MatchString(f.Code) {
			t.Errorf("fault %q, code %q", f.Name, f.Code)
		}
		names[f.Name], codes[f.Code] = true, true
	}
	if len(codes) < 15 {
		t.Errorf("%d codes", len(codes))
	}
}

// The balances of an account with another fault still agree, so that it has no second fault.
func TestOtherFaultsLeaveTheMoneyAlone(t *testing.T) {
	for i, f := range ofAccounts(personFaults, transactionFaults, sectionFaults) {
		v := parse(f.Line(options(), i+1))
		total := orZero(v.LastBalance).Add(balanceOf(v.Current))
		for _, l := range v.Ledgers {
			total = total.Add(orZero(l.LastBalance)).Add(balanceOf(l.Current))
		}
		if !total.Equal(orZero(v.Transfer)) {
			t.Errorf("%s: transfer balance %v, transactions %v", f.Name, v.Transfer, total)
		}
	}
}

func TestABookHasEveryFault(t *testing.T) {
	for _, data := range []bool{false, true} {
		o, seen := options(), map[string]bool{}
		o.Data, o.Accounts, o.Faulty = data, 4*len(Faults()), 0.5
		for line := range Lines(o) {
			seen[line.Member+line.Code+line.Attr] = true
			if line.Member != "" && !data {
				t.Errorf("%s in a book without data", line.Code)
			}
		}
		for i, f := range o.turns() {
			line := f.Line(o, i+1)
			if !seen[line.Member+line.Code+line.Attr] && !strings.ContainsAny(line.Attr, "0123456789") {
				t.Errorf("no line with %s at %s", f.Code, line.Attr)
			}
		}
	}
}

// values returns the scalars of a line by their paths.
func values(t *testing.T, line Line) map[string]any {
	t.Helper()
	var root any
	if err := json.Unmarshal(line.JSON, &root); err != nil {
		t.Fatal(err)
	}
	flat := map[string]any{}
	flatten(flat, "", root)
	return flat
}

func flatten(into map[string]any, path string, value any) {
	switch value := value.(type) {
	case map[string]any:
		for name, member := range value {
			flatten(into, join(path, name), member)
		}
	case []any:
		for i, element := range value {
			flatten(into, join(path, fmt.Sprint(i)), element)
		}
	default:
		into[path] = value
	}
}

func join(path, name string) string { return strings.TrimPrefix(path+"."+name, ".") }

func differences(a, b map[string]any) (paths []string) {
	for path, value := range a {
		if other, both := b[path]; !both || !reflect.DeepEqual(value, other) {
			paths = append(paths, path)
		}
	}
	for path := range b {
		if _, both := a[path]; !both {
			paths = append(paths, path)
		}
	}
	return paths
}

// sections returns the members of the account that contain paths.
func sections(paths []string) []string {
	var names []string
	for _, path := range paths {
		name, _, _ := strings.Cut(path, ".")
		names = append(names, name)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// related reports whether a change at path explains a fault at attr: one contains the other, or both are in one
// object or below it.
func related(path, attr string) bool {
	object := attr[:strings.LastIndexByte(attr, '.')+1]
	return strings.HasPrefix(path, attr) || object != "" && strings.HasPrefix(path, object)
}
