package importclient

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json/jsontext"
	"encoding/json/v2"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"

	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/http/apiclient"
	"dataimport/modules/kit/http/paths"
	"dataimport/modules/kit/store/documents"
)

var decompressor, _ = zstd.NewReader(nil)

// fakeService has the service's interface for runs. It imports and refuses with the same codes. A
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
	team       string
	accounts   map[string]*fakeAccount
	created    int
	runs       []*fakeRun
	trouble    map[string]int // lines of an account that cannot be done so many times
	maxBody    int
	intercept  func(w http.ResponseWriter, step string, n int) bool // runs before the service acts
	afterwards func(step string, n int) (drop bool)                 // runs after the service has acted
	served     map[string]int
	received   []string // the entries of all batches
	queries    []string // of all batches
	body       []byte   // of the request being served
	packed     bool     // whether that body was compressed
}

type fakeAccount struct {
	service string
	sent    []byte
	notes   int
}

type fakeRun struct {
	openRequest
	id, state string
	lines     map[string]*lineOutcome // by the SHA-256 of the entry
	unsent    unsent
	held      bool
}

func newFakeService(t *testing.T) *fakeService {
	f := &fakeService{t: t, key: "secret", life: time.Hour, team: "Support", valid: map[string]bool{}, refreshes: map[string]bool{},
		accounts: map[string]*fakeAccount{}, served: map[string]int{}, trouble: map[string]int{}, maxBody: 10 << 20}
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

// nameStep names a request: token, open, list, check, and run, lines, outcomes, close, take-back of a
// run.
func nameStep(r *http.Request) (step, run string) {
	path := strings.TrimSuffix(r.URL.Path, "/")
	rest, isRun := strings.CutPrefix(path, paths.Runs)
	id, of, _ := strings.Cut(strings.TrimPrefix(rest, "/"), "/")
	switch {
	case r.URL.Path == paths.GraphQL+"/":
		return "token", ""
	case path == paths.CheckLines:
		return "check", ""
	case !isRun || !strings.HasSuffix(r.URL.Path, "/"):
		return "", ""
	case rest == "" && r.Method == http.MethodPost:
		return "open", ""
	case rest == "":
		return "list", ""
	case of == "":
		return "run", id
	default:
		return of, id
	}
}

func (f *fakeService) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return // the client gave up
	}
	if r.Header.Get("Content-Encoding") == "zstd" {
		if body, err = decompressor.DecodeAll(body, nil); err != nil {
			f.t.Errorf("a batch cannot be decompressed: %v", err)
		}
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	step, id := nameStep(r)
	f.body, f.packed = body, r.Header.Get("Content-Encoding") != ""
	f.served[step]++
	n := f.served[step]
	if f.intercept != nil && f.intercept(w, step, n) {
		return
	}
	status, answer := f.answerRequest(r, step, id, body)
	if f.afterwards != nil && f.afterwards(step, n) {
		writeHalfReply(w, status, answer)
		return
	}
	writeReply(w, status, answer)
}

// writeHalfReply announces more bytes than it sends.
func writeHalfReply(w http.ResponseWriter, status int, answer any) {
	media, body := encodeReply(answer)
	w.Header().Set("Content-Type", media)
	w.Header().Set("Content-Length", fmt.Sprint(len(body)))
	w.WriteHeader(status)
	_, _ = w.Write(body[:len(body)/2])
}

func encodeReply(answer any) (media string, body []byte) {
	if lines, ok := answer.([]*lineOutcome); ok {
		for _, l := range lines {
			line, err := json.Marshal(l)
			if err != nil {
				panic(err)
			}
			body = append(append(body, line...), '\n')
		}
		return apiclient.MediaLines, body
	}
	body, err := json.Marshal(answer)
	if err != nil {
		panic(err)
	}
	return apiclient.MediaJSON, body
}

func writeReply(w http.ResponseWriter, status int, answer any) {
	media, body := encodeReply(answer)
	w.Header().Set("Content-Type", media)
	w.WriteHeader(status)
	_, _ = w.Write(body)
}

func newFailure(code string, faults ...apiclient.Fault) map[string]any {
	if faults == nil {
		faults = []apiclient.Fault{}
	}
	return map[string]any{"detail": "Detail of " + code + ".", "code": code, "errors": faults}
}

func (f *fakeService) answerRequest(r *http.Request, step, id string, body []byte) (int, any) {
	if r.Header.Get("User-Agent") != "dataimport-client" {
		f.t.Errorf("headers of %s: %v", r.URL.Path, r.Header)
	}
	if step == "token" {
		return http.StatusOK, f.answerToken(body)
	}
	token, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Token ")
	if !ok || !f.valid[token] {
		return http.StatusUnauthorized, newFailure("token_expired")
	}
	switch step {
	case "":
		return http.StatusNotFound, newFailure("not_found")
	case "open":
		return f.answerOpen(body)
	case "check":
		query := r.URL.Query()
		if query.Get("operations_team_name") != f.team || query.Get("import_supplier") != "ACME" {
			return http.StatusBadRequest, newFailure("request_failed_validation")
		}
		return f.answerLines(r, &fakeRun{openRequest: openRequest{Mode: modeCheck, Supplier: "ACME", IfImported: query.Get("if_imported")}, lines: map[string]*lineOutcome{}}, body)
	case "list":
		return http.StatusOK, f.listRuns(r)
	}
	i := slices.IndexFunc(f.runs, func(one *fakeRun) bool { return one.id == id })
	if i < 0 {
		return http.StatusNotFound, newFailure("not_found")
	}
	return f.answerRun(r, f.runs[i], step, body)
}

func (f *fakeService) answerRun(r *http.Request, run *fakeRun, step string, body []byte) (int, any) {
	switch step {
	case "run":
		return http.StatusOK, run.describe()
	case "lines":
		if run.state != "open" || r.URL.Query().Get("holder") != run.Holder {
			return http.StatusConflict, newFailure(fault.RunInUse)
		}
		return f.answerLines(r, run, body)
	case "outcomes":
		return http.StatusOK, run.listOutcomes(r.URL.Query().Get("outcome"))
	case "close":
		var in struct {
			Complete bool   `json:"complete"`
			Unsent   unsent `json:"unsent"`
		}
		if err := json.Unmarshal(body, &in, json.RejectUnknownMembers(true)); err != nil {
			return http.StatusBadRequest, newFailure("request_failed_validation")
		}
		run.held = false
		if in.Complete {
			run.state, run.unsent = "closed", in.Unsent
		}
		return http.StatusOK, run.describe()
	case "take-back":
		return f.answerTakeBack(run)
	default:
		return http.StatusNotFound, newFailure("not_found")
	}
}

func (f *fakeService) answerOpen(body []byte) (int, any) {
	var in openRequest
	if err := json.Unmarshal(body, &in, json.RejectUnknownMembers(true)); err != nil {
		f.t.Errorf("opened with %s: %v", body, err)
		return http.StatusBadRequest, newFailure("request_failed_validation")
	}
	if in.Supplier != "ACME" {
		return http.StatusBadRequest, newFailure("request_failed_validation", apiclient.Fault{Code: "import_supplier_not_found", Attr: "import_supplier", Detail: "No such supplier."})
	}
	if in.Team != f.team {
		return http.StatusBadRequest, newFailure("request_failed_validation", apiclient.Fault{Code: "operations_team_name_does_not_exist", Attr: "operations_team_name", Detail: "No such team."})
	}
	for _, run := range f.runs {
		if run.state != "open" || run.Name != in.Name || run.Mode != in.Mode {
			continue
		}
		if run.held && run.Holder != in.Holder && !in.TakeOver {
			return http.StatusConflict, newFailure(fault.RunInUse)
		}
		if run.Book.SHA256 == in.Book.SHA256 {
			run.openRequest, run.held = in, true
			return http.StatusOK, run.describe()
		}
		run.state = "closed"
	}
	run := &fakeRun{openRequest: in, id: fmt.Sprintf("run%d", len(f.runs)+1), state: "open", lines: map[string]*lineOutcome{}, held: true}
	f.runs = append(f.runs, run)
	return http.StatusCreated, run.describe()
}

func (r *fakeRun) describe() map[string]any {
	counts := map[string]int{}
	for _, o := range r.lines {
		counts[o.Outcome]++
	}
	return map[string]any{"id": r.id, "import_supplier": r.Supplier, "market": "core", "name": r.Name, "mode": r.Mode, "if_imported": r.IfImported, "state": r.state,
		"complete": false, "opened_at": "2026-01-02T03:04:05Z", "closed_at": nil, "previous": nil, "client": "Scripts", "book": r.Book, "expected": r.Expected,
		"unsent": r.unsent, "outcomes": counts, "faults": []map[string]any{{"code": "invalid_phone_number", "member": "customers.*.landline", "lines": 1}}}
}

func (r *fakeRun) listOutcomes(outcome string) []*lineOutcome {
	list := []*lineOutcome{}
	for _, o := range r.lines {
		if outcome == "" || o.Outcome == outcome {
			list = append(list, o)
		}
	}
	slices.SortFunc(list, func(a, b *lineOutcome) int { return a.Line - b.Line })
	return list
}

func (f *fakeService) listRuns(r *http.Request) []map[string]any {
	list := []map[string]any{}
	for _, run := range slices.Backward(f.runs) {
		if run.Supplier == r.URL.Query().Get("import_supplier") {
			list = append(list, run.describe())
		}
	}
	return list
}

func (f *fakeService) answerTakeBack(run *fakeRun) (int, any) {
	if run.Mode != modeRehearsal {
		return http.StatusConflict, newFailure("run_is_no_rehearsal")
	}
	taken, left := 0, 0
	for _, o := range run.listOutcomes(outcomeImported) {
		if taken == 2 {
			left++
			continue
		}
		taken++
		delete(f.accounts, o.External)
		o.Outcome = outcomeTakenBack
	}
	return http.StatusOK, map[string]int{"taken_back": taken, "left": left}
}

func (f *fakeService) answerLines(r *http.Request, run *fakeRun, body []byte) (int, any) {
	if r.Header.Get("Content-Type") != apiclient.MediaLines {
		f.t.Errorf("lines are sent as %s", r.Header.Get("Content-Type"))
	}
	if len(body) > f.maxBody {
		return http.StatusRequestEntityTooLarge, newFailure("payload_too_large")
	}
	f.queries = append(f.queries, r.URL.RawQuery)
	answers := []*lineOutcome{}
	for text := range bytes.Lines(body) {
		var l struct {
			Line  int            `json:"line"`
			Entry jsontext.Value `json:"entry"`
		}
		if err := json.Unmarshal(text, &l, json.RejectUnknownMembers(true)); err != nil {
			f.t.Errorf("line %.200s: %v", text, err)
			return http.StatusBadRequest, newFailure("malformed_json")
		}
		answers = append(answers, f.answerLine(run, l.Line, l.Entry))
	}
	return http.StatusOK, answers
}

func (f *fakeService) answerLine(run *fakeRun, number int, entry jsontext.Value) *lineOutcome {
	f.received = append(f.received, string(entry))
	sum := sha256.Sum256(entry)
	hash := hex.EncodeToString(sum[:])
	if known := run.lines[hash]; known != nil && known.Outcome != outcomeTakenBack {
		again := *known
		again.Line = number
		return &again
	}
	o := &lineOutcome{Line: number, SHA256: hash}
	f.carryOut(run, entry, o)
	if !o.Retry {
		run.lines[hash] = o
	}
	return o
}

// fakeLine is a line of a book, as far as the fake service reads it.
type fakeLine struct {
	Account  jsontext.Value `json:"account"`
	External string         `json:"external_account_number"`
	Supplier string         `json:"import_supplier"`
	Claim    string         `json:"claim"`
	Notes    []struct {
		Body string `json:"body"`
		Path string `json:"path"`
	} `json:"notes"`
	Customers []struct {
		Landline string `json:"landline"`
	} `json:"customers"`
}

func (o *lineOutcome) refuse(outcome, step, code, attr string) {
	o.Outcome, o.Step, o.Code, o.Detail = outcome, step, code, "Detail of "+code+"."
	if attr != "" {
		o.Errors = append(o.Errors, apiclient.Fault{Code: code, Attr: attr, Detail: "Detail of " + code + "."})
	}
}

func (f *fakeService) carryOut(run *fakeRun, entry jsontext.Value, o *lineOutcome) {
	var whole, account fakeLine
	if entry.Kind() != '{' || json.Unmarshal(entry, &whole) != nil {
		o.refuse(outcomeRefused, "read", "malformed_json", "")
		return
	}
	account, prefix, sent := whole, "", []byte(entry)
	further := whole.Account == nil && whole.Supplier == "" && whole.Customers == nil
	if whole.Account != nil {
		prefix, sent = "account.", whole.Account
		if whole.Account.Kind() != '{' || json.Unmarshal(whole.Account, &account) != nil {
			o.refuse(outcomeRefused, "read", "invalid_type", "account")
			return
		}
	}
	o.External = account.External
	if f.trouble[o.External] > 0 {
		f.trouble[o.External]--
		o.Retry, o.Code, o.Detail = true, "vendor_unavailable", "The vendor does not answer."
		return
	}
	known := f.accounts[o.External]
	for i, c := range account.Customers {
		if c.Landline == "wrong" {
			o.refuse(outcomeRefused, "stage", "account_failed_validation", "")
			o.Errors = append(o.Errors, apiclient.Fault{Code: "invalid_phone_number", Attr: fmt.Sprintf("%scustomers.%d.landline", prefix, i), Detail: "Not a phone number."})
			return
		}
	}
	switch {
	case known == nil && further:
		o.refuse(outcomeRefused, "stage", "account_not_found", "external_account_number")
		return
	case known != nil && !further && !bytes.Equal(known.sent, sent) && run.IfImported == "compare":
		o.refuse(outcomeRefused, "stage", "account_differs_from_imported", prefix+"transfer_balance")
		return
	case known != nil:
		o.Outcome = outcomeAlready
	case run.Mode == modeCheck:
		o.Outcome = outcomeValid
	case run.Mode == modeDryRun:
		o.Outcome = outcomeWouldImport
	default:
		f.created++
		known = &fakeAccount{service: fmt.Sprintf("A-%08d", f.created), sent: bytes.Clone(sent)}
		f.accounts[o.External] = known
		o.Outcome = outcomeImported
	}
	if account.Claim != "" && run.Mode == modeCheck {
		o.Claims = []claim{{"identifiers", account.Claim, prefix + "claim", "identifier_is_taken"}}
	}
	if known != nil {
		o.Service = known.service
	}
	f.addNotes(&whole, known, further, o)
}

func (f *fakeService) addNotes(whole *fakeLine, known *fakeAccount, further bool, o *lineOutcome) {
	for i, note := range whole.Notes {
		switch {
		case note.Body == "refuse me":
			o.Done = []string{"account"}
			o.refuse(outcomeIncomplete, "notes", "too_long", fmt.Sprintf("notes.%d.body", i))
			return
		case note.Path == "missing":
			o.Done = []string{"account"}
			o.refuse(outcomeIncomplete, "notes", documents.RuleMissing.Code, fmt.Sprintf("notes.%d.path", i))
			return
		}
	}
	if known != nil {
		known.notes += len(whole.Notes)
	}
	if further && len(whole.Notes) > 0 {
		o.Outcome = outcomeAdded
	}
}

func (f *fakeService) answerToken(body []byte) any {
	var request struct {
		Query     string `json:"query"`
		Variables struct {
			Input struct {
				APIKey       string `json:"APIKey"`
				RefreshToken string `json:"refreshToken"`
			} `json:"input"`
		} `json:"variables"`
	}
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
