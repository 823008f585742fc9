package importclient

import (
	"bytes"
	"encoding/base64"
	"encoding/json/jsontext"
	"encoding/json/v2"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"
)

// fakeService has the service's interface. It stages, processes and refuses with the same codes. A
// test can break any of its answers.
type fakeService struct {
	t   *testing.T
	url string

	mu         sync.Mutex
	key        string
	life       time.Duration // of a token, as the token says
	issued     int
	valid      map[string]bool // tokens; a test ends their lives by removing them
	refreshes  map[string]bool
	noRefresh  bool
	byRefresh  int
	byKey      int
	staged     map[string][]byte
	accounts   map[string]string
	received   map[string][][]byte // bodies by path
	created    int
	stopped    string // a code with which each import request is refused
	team       string
	intercept  func(w http.ResponseWriter, step string, n int) bool // runs before the service acts
	afterwards func(step string, n int) (drop bool)                 // runs after the service has acted
	served     map[string]int
	body       []byte // of the request being served
}

func newFakeService(t *testing.T) *fakeService {
	f := &fakeService{t: t, key: "secret", life: time.Hour, team: "Support",
		valid: map[string]bool{}, refreshes: map[string]bool{}, staged: map[string][]byte{},
		accounts: map[string]string{}, received: map[string][][]byte{}, served: map[string]int{}}
	server := httptest.NewServer(f)
	f.url = server.URL
	t.Cleanup(server.Close)
	return f
}

// setIntercept replaces what runs before the fake service acts. It takes the lock, because a
// request that the client gave up may still run.
func (f *fakeService) setIntercept(intercept func(w http.ResponseWriter, step string, n int) bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.intercept = intercept
}

var stepOfPath = map[string]string{
	tokenPath: "token", validatePath: "validate", stagePath: "stage", processPath: "process",
	"/v1/data-import/notes/create/":                 "notes",
	"/v1/data-import/payment-instruction/create/":   "payment_instruction",
	"/v1/data-import/transactions/create/":          "transactions",
	"/v1/data-import/historical-statements/create/": "statements",
}

func (f *fakeService) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return // the client gave up
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	name := stepOfPath[r.URL.Path]
	f.body = body
	f.served[name]++
	n := f.served[name]
	if f.intercept != nil && f.intercept(w, name, n) {
		return
	}
	status, answer := f.answerRequest(r, name, body)
	if f.afterwards != nil && f.afterwards(name, n) {
		writeHalfReply(w, status)
		return
	}
	writeReply(w, status, answer)
}

// writeHalfReply announces more bytes than it sends.
func writeHalfReply(w http.ResponseWriter, status int) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", "1000")
	w.WriteHeader(status)
	_, _ = io.WriteString(w, `{"service_acc`)
}

func writeReply(w http.ResponseWriter, status int, answer any) {
	body, err := json.Marshal(answer)
	if err != nil {
		panic(err)
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(body)
}

func newFailure(code string, faults ...reportedFault) map[string]any {
	if faults == nil {
		faults = []reportedFault{}
	}
	return map[string]any{"detail": "Detail of " + code + ".", "code": code, "errors": faults}
}

func (f *fakeService) answerRequest(r *http.Request, name string, body []byte) (int, any) {
	if r.Header.Get("User-Agent") != "dataimport-client" || r.Header.Get("Content-Type") != "application/json" {
		f.t.Errorf("headers of %s: %v", r.URL.Path, r.Header)
	}
	if name == "token" {
		return http.StatusOK, f.answerToken(body)
	}
	token, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Token ")
	if !ok || !f.valid[token] {
		return http.StatusUnauthorized, newFailure("token_expired")
	}
	if f.stopped != "" && name != "validate" {
		return http.StatusBadRequest, newFailure(f.stopped)
	}
	f.received[name] = append(f.received[name], body)
	switch name {
	case "validate", "stage":
		return f.answerStage(name, body)
	case "process":
		return f.answerProcess(body)
	case "":
		return http.StatusNotFound, newFailure("not_found")
	default:
		return f.answerPostImport(name, body)
	}
}

type fakeAccount struct {
	Supplier  string `json:"import_supplier"`
	Number    string `json:"external_account_number"`
	Customers []struct {
		Landline string `json:"landline"`
	} `json:"customers"`
}

func (f *fakeService) answerStage(name string, body []byte) (int, any) {
	var a fakeAccount
	if json.Unmarshal(body, &a) != nil {
		return http.StatusBadRequest, newFailure("malformed_json")
	}
	for i, c := range a.Customers {
		if c.Landline == "wrong" {
			return http.StatusBadRequest, newFailure("account_failed_validation",
				reportedFault{"invalid_phone_number", fmt.Sprintf("customers.%d.landline", i), "Not a phone number."})
		}
	}
	if name == "validate" {
		return http.StatusOK, jsontext.Value(body)
	}
	if number, ok := f.accounts[a.Number]; ok {
		return http.StatusBadRequest, f.newAlreadyImported(a.Number, number)
	}
	status := http.StatusCreated
	if _, ok := f.staged[a.Number]; ok {
		status = http.StatusOK
	}
	f.staged[a.Number] = body
	return status, map[string]string{"import_supplier": a.Supplier, "external_account_number": a.Number}
}

func (f *fakeService) newAlreadyImported(external, service string) map[string]any {
	body := newFailure("account_already_imported")
	body["external_account_number"], body["service_account_number"] = external, service
	return body
}

func (f *fakeService) answerProcess(body []byte) (int, any) {
	var p processRequest
	if err := json.Unmarshal(body, &p, json.RejectUnknownMembers(true)); err != nil {
		return http.StatusBadRequest, newFailure("request_failed_validation")
	}
	if p.Team != f.team {
		return http.StatusBadRequest, newFailure("operations_team_name_does_not_exist",
			reportedFault{"operations_team_name_does_not_exist", "operations_team_name", "No such team."})
	}
	if number, ok := f.accounts[p.Number]; ok {
		return http.StatusBadRequest, f.newAlreadyImported(p.Number, number)
	}
	if _, ok := f.staged[p.Number]; !ok {
		return http.StatusBadRequest, newFailure("import_process_does_not_exist")
	}
	if p.DryRun {
		return http.StatusBadRequest, newFailure("dry_run_rolled_back")
	}
	f.created++
	f.accounts[p.Number] = fmt.Sprintf("A-%08d", f.created)
	return http.StatusCreated, map[string]string{"service_account_number": f.accounts[p.Number]}
}

func (f *fakeService) answerPostImport(name string, body []byte) (int, any) {
	if bytes.Contains(body, []byte(`"refuse me"`)) {
		if name == "transactions" {
			return http.StatusBadRequest, map[string]any{"status": "TRANSACTION_IMPORT_ERROR",
				"error_detail": "The date is outside the period.", "transaction_data": map[string]any{"status": "x"}}
		}
		return http.StatusBadRequest, newFailure("request_failed_validation", reportedFault{"required", name, "Missing."})
	}
	return http.StatusCreated, map[string]any{}
}

func (f *fakeService) answerToken(body []byte) any {
	var request tokenRequest
	if json.Unmarshal(body, &request) != nil || !strings.Contains(request.Query, "obtainToken(input: $input)") {
		return newGraphQLError("The query is not one.", "INVALID")
	}
	switch in := request.Variables.Input; {
	case in.APIKey != "" && in.RefreshToken != "":
		return newGraphQLError("Exactly one of APIKey, refreshToken.", "INVALID_INPUT")
	case in.APIKey != "" && in.APIKey == f.key:
		f.byKey++
	case in.RefreshToken != "" && f.refreshes[in.RefreshToken] && !f.noRefresh:
		f.byRefresh++
	default:
		return newGraphQLError("Invalid credentials.", "INVALID_CREDENTIALS")
	}
	f.issued++
	now := time.Now()
	claims := fmt.Sprintf(`{"iat":%d,"exp":%d,"n":%d}`, now.Unix(), now.Add(f.life).Unix(), f.issued)
	token := "h." + base64.RawURLEncoding.EncodeToString([]byte(claims)) + ".s"
	refresh := fmt.Sprintf("refresh-%d", f.issued)
	f.valid[token], f.refreshes[refresh] = true, true
	return map[string]any{"data": map[string]any{"obtainToken": map[string]any{
		"token": token, "refreshToken": refresh, "refreshExpiresIn": now.Add(time.Hour).Unix()}}}
}

func newGraphQLError(message, code string) any {
	return map[string]any{"data": nil, "errors": []any{
		map[string]any{"message": message, "extensions": map[string]string{"errorCode": code}}}}
}
