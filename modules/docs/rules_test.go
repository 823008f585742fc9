package docs_test

import (
	"encoding/json/jsontext"
	"encoding/json/v2"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"dataimport/modules"
	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/settings"
	"dataimport/modules/kit/ops/config"
	"dataimport/modules/kit/testing/apptest"
)

const validatePath = "/v1/data-import/validate-account/"

// published is the catalogue as programs read it.
type published struct {
	Setting string         `json:"setting"`
	Account jsontext.Value `json:"account"`
	Rules   []rule         `json:"rules"`
}

type rule struct {
	Code     string    `json:"code"`
	Area     string    `json:"area"`
	Market   string    `json:"market"`
	Meaning  string    `json:"meaning"`
	Remedy   string    `json:"remedy"`
	Statuses []int     `json:"statuses"`
	Examples []example `json:"examples"`
}

type example struct {
	Attr   string `json:"attr"`
	Market string `json:"market"`
	// Settings are those of the supplier of the example.
	Settings map[string]jsontext.Value `json:"settings"`
	Bad      jsontext.Value            `json:"bad"`
	Good     jsontext.Value            `json:"good"`
}

// key names the supplier of the example.
func (x *example) key() string {
	settings, _ := json.Marshal(x.Settings, json.Deterministic(true))
	return x.Market + string(settings)
}

// fixture is a service with the settings that the examples assume.
type fixture struct {
	*apptest.Env
	token string
	codes map[string]string // of the suppliers, by the keys of examples
	published
}

// storeDocument stores the document of the examples below a document root.
func (o *fixture) storeDocument(root string) {
	o.Helper()
	document := filepath.Join(o.App.DataDir(), "documents", root, catalogue.Document)
	if err := os.MkdirAll(filepath.Dir(document), 0o755); err != nil {
		o.Fatal(err)
	}
	if err := os.WriteFile(document, []byte("%PDF-1.7"), 0o600); err != nil {
		o.Fatal(err)
	}
}

func newFixture(t *testing.T, configure ...func(*config.Config)) *fixture {
	t.Helper()
	o := &fixture{Env: apptest.Serve(t, modules.Mount(modules.All), configure...)}
	o.Markets = true
	o.Team(catalogue.Team)
	o.Get("", "/v1/data-import/docs/rules.json").Expect(http.StatusOK).Decode(&o.published)
	o.suppliers()
	o.importAccount()
	return o
}

// suppliers creates one supplier for each market and for each set of settings that examples
// have.
func (o *fixture) suppliers() {
	o.codes = map[string]string{(&example{}).key(): "ACME"}
	o.supplier("ACME", &example{})
	codes := []string{"ACME"}
	for _, r := range o.Rules {
		for _, x := range r.Examples {
			if o.codes[x.key()] == "" {
				code := fmt.Sprint("ACME-", len(o.codes))
				o.codes[x.key()] = code
				o.supplier(code, &x)
				codes = append(codes, code)
			}
		}
	}
	o.token = o.Token(o.Client("Reader of the rules", nil, codes...))
}

// supplier creates the supplier of an example.
func (o *fixture) supplier(code string, x *example) {
	o.storeDocument(code)
	fields := map[string]any{"document_root": code, "country": catalogue.Country, "internal_emails": catalogue.InternalDomain, "market": x.Market}
	lists := map[string]string{"ledger_codes": strings.ReplaceAll(catalogue.LedgerCodes, " ", "\n")}
	for name, value := range x.Settings {
		if slices.Contains(settings.Lists(), settings.List(name)) {
			lists[name] = string(value)
			continue
		}
		var field any
		if err := json.Unmarshal(value, &field); err != nil {
			o.Fatal(err)
		}
		fields[name] = field
	}
	supplier := o.Supplier(code, fields)
	for list, values := range lists {
		o.Record("closed_lists", map[string]any{"supplier": supplier.Id, "list": list, "values": values})
	}
}

// importAccount imports the account that the examples refer to.
func (o *fixture) importAccount() {
	account := o.with(jsontext.Value(`{"external_account_number": "`+catalogue.Imported+`", "debts": [{"cais_reference": "`+catalogue.CreditReference+`"}]}`), &example{})
	o.Post(o.token, "/v1/data-import/account-import-process/create-or-update/", account).Expect(http.StatusCreated)
	o.Post(o.token, "/v1/data-import/account-import-process/process/", `{"import_supplier_code": "ACME", "external_account_number": "`+catalogue.Imported+
		`", "operations_team_name": "`+catalogue.Team+`"}`).Expect(http.StatusCreated)
}

// with returns the account of the examples with the members of a part in place of its
// own, of the supplier of the example.
func (o *fixture) with(part jsontext.Value, x *example) string {
	o.Helper()
	account := make(map[string]jsontext.Value)
	for _, members := range []jsontext.Value{o.Account, jsontext.Value(`{"import_supplier":"` + o.codes[x.key()] + `"}`), part} {
		if err := json.Unmarshal(members, &account); err != nil {
			o.Fatalf("%v in %s", err, members)
		}
	}
	body, err := json.Marshal(account, json.Deterministic(true))
	if err != nil {
		o.Fatal(err)
	}
	return string(body)
}

// Each bad example breaks its rule alone, at the place that it names. The good example is
// valid.
func TestEachRuleIsBrokenByItsBadExampleAndNotByItsGoodOne(t *testing.T) {
	o := newFixture(t)
	o.Post(o.token, validatePath, string(o.Account)).Expect(http.StatusOK)
	for _, r := range o.Rules {
		for _, x := range r.Examples {
			t.Run(r.Code+" "+x.Attr, func(t *testing.T) {
				o.TB = t
				o.Post(o.token, validatePath, o.with(x.Bad, &x)).Refused(http.StatusBadRequest, "account_failed_validation", r.Code+" "+x.Attr)
				o.Post(o.token, validatePath, o.with(x.Good, &x)).Expect(http.StatusOK)
			})
		}
	}
}

// withoutExample are the faults that have no example, because no readable account has
// them.
var withoutExample = map[string]string{
	"too_many_items":                                     "an example has ten thousand items",
	"more_faults":                                        "a payload needs ten thousand faults",
	"too_short":                                          "no market that is shipped asks for a length",
	"invalid_value":                                      "no market that is shipped has a schema that only says no",
	"transaction_differs_from_imported":                  "only a line of a run is compared with what is imported",
	"account_differs_from_imported":                      "only a line of a run is compared with what is imported",
	"account_number_repeated_in_run":                     "only lines of a run are compared",
	"import_supplier_mismatch":                           "only a run has a supplier beside that of the account",
	"line_items_overlap_already_charged_period":          "only a charge for an imported account is compared with what was charged",
	"unknown_payment_vendor":                             "only an instruction for an imported account is verified with its vendor",
	"mutually_exclusive_field_required":                  "only members of requests for imported accounts have such old names",
	"contact_details_for_occupier":                       "the name of such a customer is a fault, too",
	"operations_team_should_be_provided":                 "only a request to create an account needs a team",
	"invalid_mpan":                                       "only markets of operators have the format",
	"invalid_mprn":                                       "only markets of operators have the format",
	"cannot_determine_responsible_for_billing_from_date": "such a supply point lacks an agreement, which has a code of its own",
}

func TestEachDescriptionIsWhole(t *testing.T) {
	o := newFixture(t)
	if len(o.Rules) < 100 || !strings.Contains(o.Setting, catalogue.Team) {
		t.Errorf("%d rules, %s", len(o.Rules), o.Setting)
	}
	codes := make(map[string]bool)
	for _, r := range o.Rules {
		for what, sentence := range map[string]string{"meaning": r.Meaning, "remedy": r.Remedy} {
			if !strings.HasSuffix(sentence, ".") || strings.Contains(strings.TrimSuffix(sentence, "."), ". ") || strings.ToUpper(sentence[:1]) != sentence[:1] {
				t.Errorf("%s: the %s is not a sentence: %q", r.Code, what, sentence)
			}
		}
		if _, known := withoutExample[r.Code]; (len(r.Examples)+len(r.Statuses) == 0) != known {
			t.Errorf("%s: %d examples, statuses %v", r.Code, len(r.Examples), r.Statuses)
		}
		if codes[r.Code] || r.Area == "" {
			t.Errorf("%s: twice, or in no area", r.Code)
		}
		codes[r.Code] = true
	}
}

// The codes of bodies that are no example of an account are raised, too.
func TestWhatNoExampleShows(t *testing.T) {
	o := newFixture(t, func(c *config.Config) { c.MaxItems = 3 })
	metadata := `{"metadata": [{"key":"a","value":1},{"key":"b","value":1},{"key":"c","value":1},{"key":"d","value":1}]}`
	o.Post(o.token, validatePath, o.with(jsontext.Value(metadata), &example{})).Refused(http.StatusBadRequest, "account_failed_validation", "too_many_items metadata")
	o.Post(o.token, validatePath, `{"a": 1, "a": 2}`).Refused(http.StatusBadRequest, "malformed_json")
	deep := strings.Repeat(`[`, 70) + strings.Repeat(`]`, 70)
	o.Post(o.token, validatePath, `{"metadata": [{"key":"a","value":`+deep+`}]}`).Refused(http.StatusBadRequest, "nested_too_deeply", "nested_too_deeply metadata.0.value")
}

func TestAModuleThatIsSwitchedOffTakesItsRulesAlong(t *testing.T) {
	o := newFixture(t, func(c *config.Config) { c.Without = []string{"notes", "transactions"} })
	for _, r := range o.Rules {
		ofNotes := slices.ContainsFunc(r.Examples, func(x example) bool { return strings.HasPrefix(x.Attr, "notes.") })
		if r.Area == "Notes" || r.Area == "Money" || ofNotes {
			t.Errorf("%s is still there", r.Code)
		}
		if r.Meaning == "" || r.Remedy == "" {
			t.Errorf("%s is not described without these modules", r.Code)
		}
	}
}
