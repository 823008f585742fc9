package e2e

import (
	"bytes"
	"encoding/json/jsontext"
	"encoding/json/v2"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"
	"testing"
)

// get sends a request with headers, and returns the complete answer.
func (s *service) get(path string, header http.Header) answer {
	s.Helper()
	request, err := http.NewRequest(http.MethodGet, s.url+path, nil)
	if err != nil {
		s.Fatal(err)
	}
	request.Header = header
	response, err := patient.Do(request)
	if err != nil {
		s.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		s.Fatal(err)
	}
	return answer{response.StatusCode, response.Header, string(body)}
}

// private are the texts of a book that identify persons and their accounts.
func private(t testing.TB, path string) map[string]bool {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	found := make(map[string]bool)
	decoder, name := jsontext.NewDecoder(bytes.NewReader(text)), ""
	for {
		token, err := decoder.ReadToken()
		if err == io.EOF {
			return found
		}
		if err != nil {
			t.Fatal(err)
		}
		if token.Kind() != '"' {
			continue
		}
		if kind, n := decoder.StackIndex(decoder.StackDepth()); kind == '{' && n%2 == 1 {
			name = token.String()
			continue
		}
		switch name {
		case "given_name", "family_name", "email", "billing_name", "billing_email", "mobile", "landline", "postal_code", "body", "external_account_number", "reference":
			text := token.String()
			number := strings.Trim(text, "0123456789") == ""
			if len(text) > 4 && !(number && len(text) < 9) { // shorter texts occur in ids and durations by chance
				found[text] = true
			}
		}
	}
}

// sendSingly sends the lines of a book through the endpoints of single accounts: each account,
// and each kind of its data.
func (s *service) sendSingly(token, path string) {
	s.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		s.Fatal(err)
	}
	for line := range bytes.Lines(text) {
		envelope := make(map[string]jsontext.Value)
		_ = json.Unmarshal(line, &envelope) // a faulty line may be no object
		if envelope["account"] == nil {
			envelope = map[string]jsontext.Value{"account": line}
		}
		var number struct {
			Text string `json:"external_account_number"`
		}
		_ = json.Unmarshal(envelope["account"], &number) // a faulty line may have none
		s.send(http.MethodPost, token, stagePath, string(envelope["account"]))
		s.send(http.MethodPost, token, processPath, process(number.Text))
		for member, path := range map[string]string{"notes": notesPath, "transactions": transactionsPath, "statements": statementsPath} {
			if envelope[member] != nil {
				s.send(http.MethodPost, token, path, onto(number.Text, `"`+member+`":`+string(envelope[member])))
			}
		}
	}
}

func TestTheServiceUnderLoadIsWatched(t *testing.T) {
	t.Parallel()
	s := newService(t)
	key := s.setUp()
	o := bookOptions(150, 0.2)
	o.Data = true
	path, refused, made := writeBookOf(t, o)
	const secret = "token-of-the-scraper"
	s.env = []string{"DATAIMPORT_METRICS_TOKEN=" + secret, "DATAIMPORT_LOG_FORMAT=json"}
	s.start("--log-level", "debug")

	s.sendSingly(s.token(key), path)
	_ = s.importer(t.Context(), key, path).Run() // some lines are faulty
	if a := s.get("/metrics", nil); a.status != http.StatusUnauthorized {
		t.Errorf("without the token: %d", a.status)
	}
	a := s.get("/metrics", http.Header{"Authorization": {"Bearer " + secret}})
	if a.status != http.StatusOK {
		t.Fatalf("%d %s", a.status, a.body)
	}
	for _, line := range []string{
		`dataimport_accounts{state="imported",supplier="ACME"} ` + strconv.Itoa(made.accounts),
		`dataimport_http_requests_total{code="",method="POST",operation="createAccount",status="201"} ` + strconv.Itoa(made.accounts),
		`dataimport_http_requests_total{code="account_failed_validation",method="POST",operation="stageAccount",status="400"} `,
		`dataimport_http_requests_total{code="",method="POST",operation="importLines",status="200"} 2`,
		`dataimport_build_info{goversion="go`,
		`process_resident_memory_bytes `, `go_goroutines `,
	} {
		if !strings.Contains(a.body, "\n"+line) {
			t.Errorf("the metrics lack %q:\n%s", line, a.body)
		}
	}
	for _, path := range []string{"/", "/healthz", "/readyz", "/metrics", "/v1/nothing", "/v1/data-import/openapi.json"} {
		if got := s.get(path, http.Header{"X-Request-Id": {"mine-1"}}).header.Get("X-Request-Id"); got != "mine-1" {
			t.Errorf("%s answers with the id %q", path, got)
		}
	}
	if a := s.get("/readyz", nil); a.status != http.StatusOK {
		t.Errorf("readyz: %d %s", a.status, a.body)
	}
	if err := s.stop(); err != nil {
		t.Error(err)
	}
	s.logsNobody(path, key, secret, len(refused))
}

// logsNobody fails the test if a line of the stopped service's log is not JSON, if
// refused requests are missing from the log, or if the log has personal data of the book.
func (s *service) logsNobody(book, key, secret string, refused int) {
	s.Helper()
	lines, served, life := 0, 0, []string(nil)
	for line := range strings.Lines(s.output.String()) {
		var entry struct {
			Msg       string `json:"msg"`
			RequestID string `json:"request_id"`
			Operation string `json:"operation"`
			Status    int    `json:"status"`
			Client    string `json:"client"`
			Supplier  string `json:"supplier"`
			Version   string `json:"version"`
		}
		if err := json.Unmarshal([]byte(line), &entry); err != nil {
			s.Errorf("%v: %s", err, line)
		}
		switch entry.Msg {
		case "the service has started", "the service stops: it finishes the requests that it has begun", "the service has stopped":
			life = append(life, entry.Version)
		case "a request was refused":
			lines++
		case "a request was served":
			if entry.Operation == "createAccount" && entry.Status == http.StatusCreated && entry.Client != "" && entry.Supplier == "ACME" && entry.RequestID != "" {
				served++
			}
		}
	}
	if len(life) != 3 || life[0] == "" {
		s.Errorf("start and end are logged with the versions %q", life)
	}
	if lines < refused || served == 0 {
		s.Errorf("%d lines of refused requests, of %d; %d of served ones", lines, refused, served)
	}
	texts := private(s, book)
	if len(texts) < 500 {
		s.Errorf("the book has only %d private texts", len(texts))
	}
	texts[key], texts[secret] = true, true
	for text := range texts {
		if bytes.Contains(s.output.Bytes(), []byte(text)) {
			s.Errorf("%q is in the log", text)
		}
	}
}

func TestWhyTheServiceDoesNotStartIsJSON(t *testing.T) {
	t.Parallel()
	s := newService(t)
	for _, args := range [][]string{
		{"serve", "--http", s.address, "--max-body", "0"},
		{"serve", "--http", s.address, "--public-url", "imports.example.com"},
		{"serve", "--http", "203.0.113.1:1"},
	} {
		out, complaints, err := s.command(append(args, "--log-format", "json")...)
		var last struct{ Level, Error string }
		for line := range strings.Lines(complaints + out) {
			if unread := json.Unmarshal([]byte(line), &last, json.MatchCaseInsensitiveNames(true)); unread != nil {
				t.Errorf("%v: %s", unread, line)
			}
		}
		if err == nil || last.Level != "ERROR" || last.Error == "" {
			t.Errorf("%q: %v\n%s%s", args, err, out, complaints)
		}
	}
}
