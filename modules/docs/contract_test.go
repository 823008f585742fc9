package docs_test

import (
	"fmt"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// notRaised are the codes of the contract that no rule has, with the reason.
var notRaised = map[string]string{
	"schedule_window_start_in_past":         noScheduling,
	"schedule_window_start__after_end":      noScheduling,
	"schedule_window_end_too_far_in_future": noScheduling,
}

const noScheduling = "no operation schedules the creation of an account"

// contractTable describes where the codes of the contract stand, as a table of the README of
// the account.
const contractTable = "../accounts/README.md"

// Each code of the contract is in the catalogue, whose examples break and keep its rule, or
// has a reason why it is not. The README says how many there are in each area.
func TestTheCatalogueHasTheCodesOfTheContract(t *testing.T) {
	o := newFixture(t)
	readme, err := os.ReadFile(contractTable)
	if err != nil {
		t.Fatal(err)
	}
	for _, area := range contract {
		raised := 0
		codes := strings.Fields(area.codes)
		for _, code := range codes {
			described := slices.ContainsFunc(o.Rules, func(r rule) bool { return r.Code == code })
			if described {
				raised++
			}
			if described == (notRaised[code] != "") {
				t.Errorf("%s: %s is described: %t, but notRaised says %q", area.name, code, described, notRaised[code])
			}
		}
		row := fmt.Sprintf("| %s | %s | %d | %d |", area.part, area.name, len(codes), raised)
		if !strings.Contains(string(readme), row+"\n") {
			t.Errorf("%s does not have %s", contractTable, row)
		}
	}
}

// beyond are the codes and statuses of addresses without an operation.
var beyond = []string{"not_found 404", "method_not_allowed 405"}

// named finds the codes that a response of the interface's document names.
var named = regexp.MustCompile("`([a-z_]+)`")

// The catalogue and the interface's document have the same codes, with the same statuses.
func TestTheStatusesAreThoseOfTheDocument(t *testing.T) {
	o := newFixture(t)
	var document struct {
		Paths map[string]map[string]struct {
			Responses map[string]struct {
				Description string `json:"description"`
			} `json:"responses"`
		} `json:"paths"`
	}
	o.Get("", "/v1/data-import/openapi.json").Expect(http.StatusOK).Decode(&document)
	got, want := slices.Clone(beyond), []string{}
	for _, operations := range document.Paths {
		for _, operation := range operations {
			for status, response := range operation.Responses {
				for _, code := range named.FindAllStringSubmatch(response.Description, -1) {
					got = append(got, code[1]+" "+status)
				}
			}
		}
	}
	for _, r := range o.Rules {
		for _, status := range r.Statuses {
			if status != http.StatusOK { // a GraphQL error has the status 200
				want = append(want, r.Code+" "+strconv.Itoa(status))
			}
		}
	}
	slices.Sort(got)
	slices.Sort(want)
	if got = slices.Compact(got); !slices.Equal(got, want) {
		t.Errorf("the document has\n  %s\nthe catalogue has\n  %s", strings.Join(got, "\n  "), strings.Join(want, "\n  "))
	}
}
