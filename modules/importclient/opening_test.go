package importclient

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
)

func wrongAccountLines(n int) (lines []string) {
	for i := range n {
		lines = append(lines, wrongAccountLine(fmt.Sprintf("W-%d", i)))
	}
	return lines
}

// The first 50 accounts are refused for one reason: the rest is not sent, and the report has what
// was refused.
func TestARunWhoseFirstAccountsAreRefusedStops(t *testing.T) {
	f := newFakeService(t)
	book := writeBook(t, append(wrongAccountLines(200), accountLines(300)...)...)
	r := f.runImport(t.Context(), "", book, "--concurrency", "8")
	r.expectCounts(t, "the first 50 accounts are refused for one reason: invalid_phone_number at customers.*.landline (Not a phone number.)",
		map[string]int{"refused": 50, "imported": 0, "not finished": 450})
	r.expectExit(t, 3)
	if len(f.received) != 50 || len(readReport(t, book)) != 50 || f.runs[0].state != "open" {
		t.Errorf("%d lines are sent, the run is %s", len(f.received), f.runs[0].state)
	}
	f.runImport(t.Context(), "", book, "--concurrency", "8", "--keep-going").expectCounts(t, "200 of 500 lines were refused", map[string]int{"refused": 200, "imported": 300})
}

func TestRunsThatDoNotStop(t *testing.T) {
	missing := func(n int) (lines []string) { // refused for another reason
		for i := range n {
			lines = append(lines, fmt.Sprintf(`{"external_account_number":"none-%d","notes":[{"body":"1"}]}`, i))
		}
		return lines
	}
	for name, test := range map[string]struct {
		lines     []string
		args      []string
		ok, wrong int
	}{
		"a good one among them":    {append(append(wrongAccountLines(30), accountLines(1)...), wrongAccountLines(100)[30:]...), nil, 1, 100},
		"fewer than 50":            {wrongAccountLines(49), nil, 0, 49},
		"good ones first":          {append(accountLines(20), wrongAccountLines(200)...), nil, 20, 200},
		"asked to go on":           {wrongAccountLines(120), []string{"--keep-going"}, 0, 120},
		"two reasons":              {append(wrongAccountLines(30), missing(60)...), nil, 0, 90},
		"a check has all faults":   {wrongAccountLines(120), []string{"--validate-only"}, 0, 120},
		"nothing is sent of a few": {append(accountLines(2), accountLines(2)...), nil, 2, 0},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFakeService(t)
			r := f.runImport(t.Context(), "", append([]string{writeBook(t, test.lines...)}, test.args...)...)
			want, exit := "", 0
			if test.wrong > 0 {
				want, exit = fmt.Sprintf("%d of %d lines", test.wrong, len(test.lines)), 1
			}
			r.expectCounts(t, want, map[string]int{"refused": test.wrong})
			r.expectExit(t, exit)
			if got := r.readCount("imported"); test.ok > 0 && got != test.ok {
				t.Errorf("%d imported, want %d", got, test.ok)
			}
		})
	}
}

// A service that takes no compressed batches gets plain ones.
func TestAServiceWithoutCompression(t *testing.T) {
	f := newFakeService(t)
	compressed := 0
	f.setIntercept(func(w http.ResponseWriter, step string, _ int) bool {
		if step != "lines" || !f.packed {
			return false
		}
		compressed++
		writeReply(w, http.StatusUnsupportedMediaType, newFailure("unsupported_media_type"))
		return true
	})
	f.runImport(t.Context(), "", writeBook(t, accountLines(40)...)).expectCounts(t, "", map[string]int{"imported": 40})
	if compressed == 0 || compressed > 4 {
		t.Errorf("%d compressed batches", compressed)
	}
}

// The other faults of lines with one account number come with the first check.
func TestACheckOfRepeatedNumbersHasTheirOtherFaults(t *testing.T) {
	f := newFakeService(t)
	book := writeBook(t, accountLine("A"), wrongAccountLine("A"), claimingLine("B", "k"), strings.Replace(claimingLine("B", "k"), "1.10", "2.20", 1))
	f.runCheck(book).expectCounts(t, "4 of 4 lines would be refused", map[string]int{"refused": 4,
		"fault account_number_repeated_in_book external_account_number": 4, "fault invalid_phone_number customers.*.landline": 1, "fault identifier_is_taken claim": -1})
}

func TestTheMarketIsComparedBeforeTheFirstAccount(t *testing.T) {
	f := newFakeService(t)
	book := writeBook(t, accountLines(3)...)
	r := f.runImport(t.Context(), "", book, "--market", "gb-energy")
	if r.err == nil || !strings.Contains(r.err.Error(), `the supplier ACME has the market "core" and not "gb-energy"`) || len(f.received) != 0 || f.runs[0].held {
		t.Errorf("%v, %d lines are sent", r.err, len(f.received))
	}
	r.expectExit(t, 3)
	f.runImport(t.Context(), "", book, "--market", "core").expectCounts(t, "", map[string]int{"imported": 3})
}
