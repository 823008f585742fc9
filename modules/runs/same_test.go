package runs_test

import (
	"encoding/json/jsontext"
	"encoding/json/v2"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"dataimport/e2e/book"
	"dataimport/modules"
	"dataimport/modules/kit/http/paths"
	"dataimport/modules/kit/store/database"
)

// asSingle sends a line by the requests for single accounts.
func (s service) asSingle(line []byte) {
	s.Helper()
	var members map[string]jsontext.Value
	if err := json.Unmarshal(line, &members); err != nil {
		s.Fatal(err)
	}
	account := jsontext.Value(line)
	if inner, ok := members["account"]; ok {
		account = inner
	} else {
		members = nil
	}
	if s.Post(s.token, paths.StageAccount+"/", string(account)).Status >= 400 {
		return
	}
	var identity struct {
		Number string `json:"external_account_number"`
	}
	if err := json.Unmarshal(account, &identity); err != nil {
		s.Fatal(err)
	}
	s.Post(s.token, paths.ProcessAccount+"/", fmt.Sprintf(`{"import_supplier_code":"ACME","external_account_number":%q,"operations_team_name":"Migration"}`, identity.Number)).Expect(http.StatusCreated)
	for _, kind := range modules.PostImports() {
		value, ok := members[kind.Member]
		if !ok {
			continue
		}
		rest := fmt.Sprintf(`,%q:%s}`, kind.Member, value)
		if kind.Single {
			rest = "," + string(value)[1:]
		}
		s.Post(s.token, kind.Path+"/", fmt.Sprintf(`{"import_supplier":"ACME","external_account_number":%q`, identity.Number)+rest)
	}
}

var (
	idText     = regexp.MustCompile(`^[a-z0-9]{15}$`)
	timeText   = regexp.MustCompile(`^20\d\d-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}Z$`)
	numberText = regexp.MustCompile(`^A-[0-9A-Z]{8}$`)
)

// dump is all that is stored of imports, with ids by their order, and without moments and
// account numbers. A moment that a client sent lies before this day.
func (s service) dump() map[string][]string {
	s.Helper()
	today := time.Now().UTC().Format(time.DateOnly)
	ids := make(map[string]string)
	dumped := make(map[string][]string)
	tables := modules.Tables()
	for i := range tables {
		name := tables[i].Name
		if slices.Contains([]string{"runs", "run_lines", "run_counts", "settings_revision", "api_clients", "audit_log"}, name) {
			continue
		}
		rows, err := s.Runtime.Reader.Query(`SELECT * FROM ` + name + ` ORDER BY rowid`)
		if err != nil {
			s.Fatal(err)
		}
		columns, _ := rows.Columns()
		for rows.Next() {
			values, places := make([]any, len(columns)), make([]any, len(columns))
			for i := range values {
				places[i] = &values[i]
			}
			if err := rows.Scan(places...); err != nil {
				s.Fatal(err)
			}
			var row []string
			for i, value := range values {
				if bytes, ok := value.([]byte); ok {
					value = string(bytes)
				}
				text := fmt.Sprint(value)
				if id := slices.Index(columns, "id"); columns[i] == "created" && id >= 0 {
					text = database.RowTime(text, fmt.Sprint(values[id]))
				}
				switch {
				case timeText.MatchString(text) && strings.HasPrefix(text, today):
					text = "NOW"
				case numberText.MatchString(text):
					text = "NUMBER"
				case idText.MatchString(text) && name != "progress" && (name != "account_events" || columns[i] != "id"):
					if ids[text] == "" {
						ids[text] = fmt.Sprint("id", len(ids))
					}
					text = ids[text]
				case name == "account_events" && columns[i] == "id": // refusals of requests are recorded after their answers
					text = ""
				case name == "progress" && (columns[i] == "id" || columns[i] == "supplier"):
					text = ""
				}
				row = append(row, columns[i]+"="+text)
			}
			if slices.Contains(row, "event=transactions.refused") { // the contract's answer to a request names one failure, without faults
				row = slices.DeleteFunc(row, func(cell string) bool { return strings.HasPrefix(cell, "code=") || strings.HasPrefix(cell, "faults=") })
			}
			dumped[name] = append(dumped[name], strings.Join(row, " "))
		}
		if err := rows.Err(); err != nil {
			s.Fatal(err)
		}
	}
	// A counter of 0 may have no row.
	dumped["progress"] = slices.DeleteFunc(dumped["progress"], func(row string) bool { return strings.Contains(row, " n=0 ") })
	slices.Sort(dumped["progress"])
	slices.Sort(dumped["account_events"])
	delete(dumped, "progress_history") // by the minute
	return dumped
}

// A line leaves what the five requests leave: rows, events, current faults and counters.
func TestALineLeavesWhatSingleRequestsLeave(t *testing.T) {
	single, lines := serve(t), serve(t)
	r := lines.open("import", "")
	o := book.Options{Supplier: "ACME", Accounts: 120, Faulty: 0.3, Data: true, Seed: 7}
	n := 0
	outcomes := make(map[string]int)
	for line := range book.Lines(o) {
		single.asSingle(line.JSON)
		single.Runtime.AccountEvents.Flush()
		got := lines.send(r, string(line.JSON))[0]
		outcomes[got.Outcome]++
		want := "imported"
		switch {
		case line.Member != "":
			want = "incomplete"
		case line.Code != "":
			want = "refused"
		}
		if got.Outcome != want {
			t.Errorf("%s: %s, want %s by %s at %s", line.ExternalAccountNumber, got.text(), want, line.Code, line.Attr)
		}
		n++
	}
	if outcomes["imported"] < 70 || outcomes["refused"] < 10 || outcomes["incomplete"] < 3 {
		t.Errorf("%v", outcomes)
	}
	want, got := single.dump(), lines.dump()
	if len(want["account_events"]) < 4*n || len(want["payment_instructions"]) == 0 || len(want["current_faults"]) == 0 {
		t.Errorf("%d events, %d instructions, %d faults of %d accounts", len(want["account_events"]), len(want["payment_instructions"]), len(want["current_faults"]), n)
	}
	for table := range want {
		if slices.Equal(got[table], want[table]) {
			continue
		}
		t.Errorf("%s: %d rows, want %d", table, len(got[table]), len(want[table]))
		for i := range min(len(got[table]), len(want[table])) {
			if got[table][i] != want[table][i] {
				t.Errorf("%s: row %d\n%.700s\nwant\n%.700s", table, i, got[table][i], want[table][i])
				break
			}
		}
	}
}

// Where the sent data is purged, its checksum is compared. Where the customer was erased, there is
// nothing to compare with.
func TestAnAccountWhoseDataIsGone(t *testing.T) {
	s := serve(t)
	line, other := account("1", ""), account("1", `,"language_preference":"de"`)
	s.expect(s.send(s.open("import", ""), line), "imported")
	s.Exec(`UPDATE stagings SET payload = ''`)
	for choice, want := range map[string][]string{
		"compare": {"already_imported", "refused stage account_differs_from_imported account_differs_from_imported@"},
		"add":     {"already_imported", "already_imported"}, "skip": {"already_imported", "already_imported"},
	} {
		for i, sent := range []string{line, other} {
			r := s.open("rehearsal", fmt.Sprintf(`,"book":{"sha256":"%s%d"},"if_imported":%q`, choice, i, choice))
			s.expect(s.send(r, sent), want[i])
		}
	}
	s.Exec(`UPDATE stagings SET sha256 = ''`)
	got := s.check(line)
	s.expect(got, "refused stage account_differs_from_imported")
	if !strings.Contains(got[0].Detail, "was erased") {
		t.Error(got[0].Detail)
	}
}
