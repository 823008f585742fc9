package attack

import (
	"bytes"
	"encoding/json/v2"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-smtp"
)

// customer has a marker for each kind of personal data. No other text has a marker in it.
var customer = struct{ family, given, email, mobile, street, bank, document, message string }{
	"Zülfikarpaşaoğlu", "Ürszula-Marker", "urszula.marker@kunde.example", "+447400123987", "17 Markergässchen", "GB33BUKB20201555550987",
	"briefe/Ürszula-Marker.pdf", "Sie rief wegen ihrer Scheidung an",
}

// markers are the forms in which the customer's data could be kept.
func markers() (all []string) {
	for _, text := range []string{customer.family, customer.given, customer.email, customer.mobile, customer.street, customer.bank, customer.document, customer.message} {
		all = append(all, text, url.QueryEscape(text), url.PathEscape(text), strings.Trim(strconv.QuoteToASCII(text), `"`))
	}
	return append(all, "urszula.marker", "7400123987", "rkergäss")
}

// refusingServer is a mail server that refuses each recipient, in a text that quotes the address.
type refusingServer struct{ to chan string }

func (s *refusingServer) NewSession(*smtp.Conn) (smtp.Session, error) { return s, nil }
func (s *refusingServer) Mail(string, *smtp.MailOptions) error        { return nil }
func (s *refusingServer) Reset()                                      {}
func (s *refusingServer) Logout() error                               { return nil }
func (s *refusingServer) Data(io.Reader) error {
	return nil
}

func (s *refusingServer) Rcpt(to string, _ *smtp.RcptOptions) error {
	select {
	case s.to <- to:
	default:
	}
	return &smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 1, 1}, Message: "<" + to + ">: " + customer.family + " has left us"}
}

func newRefusingServer(t *testing.T) (server *refusingServer, port int) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server = &refusingServer{make(chan string, 1)}
	serving := smtp.NewServer(server)
	serving.Domain, serving.AllowInsecureAuth = "localhost", true
	go func() { _ = serving.Serve(listener) }()
	t.Cleanup(func() { _ = serving.Close() })
	return server, listener.Addr().(*net.TCPAddr).Port
}

// newQuotingEndpoint is a receiver of events whose answers quote the customer, and are no HTTP.
func newQuotingEndpoint(t *testing.T) (address string, asked chan struct{}) {
	t.Helper()
	asked = make(chan struct{}, 1)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if connection, _, err := w.(http.Hijacker).Hijack(); err == nil {
			_, _ = connection.Write([]byte(customer.email + " " + customer.family + "\r\n\r\n"))
			_ = connection.Close()
		}
		select {
		case asked <- struct{}{}:
		default:
		}
	}))
	t.Cleanup(server.Close)
	return server.URL, asked
}

// The customer's data reaches the service by every way, and is in no file of the data folder after
// the erasure, and never in the log.
func TestNothingIsLeftOfAnErasedCustomer(t *testing.T) {
	t.Parallel()
	s := newService(t, "--allow-network", "127.0.0.0/8")
	mails, port := newRefusingServer(t)
	endpoint, asked := newQuotingEndpoint(t)
	s.command(t, "", "event-endpoint", "create", "ACME", "CRM", endpoint)
	p := &personalData{service: s, T: t, client: s.tokenOf(t, s.writer), admin: s.tokenOfSuperuser(t, admin), operator: s.tokenOfSuperuser(t, operator)}
	p.expect(200, request{method: "PATCH", path: "/api/settings", authorization: p.admin, body: fmt.Sprintf(
		`{"smtp":{"enabled":true,"host":"127.0.0.1","port":%d},"meta":{"senderName":"New","senderAddress":"hello@new.example"},"logs":{"maxDays":5,"logIP":true,"logAuthId":true}}`, port)})
	p.changeSupplier(`{"send_migration_emails":true,"verify_documents":"yes","document_root":"acme"}`)
	p.sendImports()
	p.sendSearches()
	await(t, "the e-mail's refusal", mails.to)
	await(t, "the endpoint's answer", asked)
	p.awaitAttempts()

	if found := s.findMarkers(t); len(found) == 0 {
		t.Error("the data was not there before")
	}
	for _, number := range []string{"imported", "staged", "refused"} {
		s.command(t, "", "customer", "export", "ACME", number)
		s.command(t, "", "customer", "erase", "ACME", number, "--reason", "asked for it by letter")
	}
	for _, marker := range s.findMarkers(t) {
		t.Errorf("beside the running service: %s", marker)
	}
	s.stop(t)
	for _, marker := range s.findMarkers(t) {
		t.Errorf("after the service has stopped: %s", marker)
	}
	for _, marker := range markers() {
		if strings.Contains(s.output.String(), marker) {
			t.Errorf("%s is in the log:\n%s", marker, s.output.String())
		}
	}
}

// personalData sends the customer's data.
type personalData struct {
	*service
	*testing.T
	client, admin, operator string
}

func (p *personalData) expect(status int, q request) answer {
	p.Helper()
	a := p.ask(p.T, q)
	if a.status != status {
		p.Errorf("%s %s: %d, want %d: %.300s", q.method, q.path, a.status, status, a.body)
	}
	return a
}

func (p *personalData) importData(status int, path, body string) {
	p.Helper()
	p.expect(status, request{path: "/v1/data-import/" + path, authorization: p.client, body: body})
}

// account is a payload of the customer's account; more are further members.
func (p *personalData) account(number, more string) string {
	text, err := json.Marshal(map[string]any{
		"import_supplier": "ACME", "external_account_number": number, "billing_name": customer.given + " " + customer.family, "billing_email": customer.email,
		"billing_address": map[string]any{"country": "GB", "street_address": customer.street, "postal_code": "SW1A 1AA"},
		"customers":       []any{map[string]any{"given_name": customer.given, "family_name": customer.family, "email": customer.email, "mobile": customer.mobile}},
	})
	if err != nil {
		p.Fatal(err)
	}
	return strings.TrimSuffix(string(text), "}") + more + "}"
}

func (p *personalData) onto(member string) string {
	return `{"import_supplier":"ACME","external_account_number":"imported",` + member + `}`
}

func (p *personalData) sendImports() {
	p.Helper()
	const stage, process = "account-import-process/create-or-update/", "account-import-process/process/"
	unknown := fmt.Sprintf(`,%q:%q,"portfolio_email":"x"`, customer.family, customer.email)
	invalid := strings.ReplaceAll(p.account("refused", unknown), customer.mobile, customer.mobile+"-"+customer.family)
	p.importData(400, stage, invalid)
	p.importData(400, "validate-account/", invalid)
	p.importData(200, "validate-account/", p.account("staged", ""))
	p.importData(201, stage, p.account("staged", ""))
	p.importData(400, stage, strings.Replace(p.account("staged", ""), customer.email, customer.family, 1))
	p.importData(201, stage, p.account("imported", fmt.Sprintf(`,"notes":[{"body":%q}]`, customer.message)))
	p.importData(201, process, `{"import_supplier_code":"ACME","external_account_number":"imported","operations_team_name":"Migration"}`)
	p.importData(400, process, `{"import_supplier_code":"ACME","external_account_number":"staged","operations_team_name":"`+customer.family+`"}`)
	p.importData(201, "notes/create/", p.onto(fmt.Sprintf(`"notes":[{"body":%q}]`, customer.message+" "+customer.bank)))
	p.importData(400, "notes/create/", p.onto(fmt.Sprintf(`"notes":[{"document_paths":[{"document_path":%q}]}]`, customer.document)))
	p.importData(201, "transactions/create/", p.onto(fmt.Sprintf(`"transactions":[{"transaction_id":"1","transaction_date":"2020-01-01","amount":1,"type":"PAYMENT","reference":%q,"note":%q}]`, customer.bank, customer.message)))
	p.importData(400, "payment-instruction/create/", p.onto(fmt.Sprintf(`"vendor":%q,"reference":%q,"type":"CARD"`, customer.family, customer.bank)))
	p.importData(400, "notes/create/", p.onto(fmt.Sprintf(`"notes":[{"body":"x","created_at":%q}]`, customer.message)))
}

// sendSearches looks for the customer as people do, and as they do it wrongly.
func (p *personalData) sendSearches() {
	p.Helper()
	const customers = "/api/collections/customers/records"
	name := url.QueryEscape(customer.family)
	p.expect(200, request{path: customers + `?filter=` + url.QueryEscape(`family_name="`+customer.family+`"`), authorization: p.operator})
	p.expect(400, request{path: customers + `?filter=` + name, authorization: p.operator})
	p.expect(404, request{path: customers + `/` + url.PathEscape(customer.given), authorization: p.operator})
	p.expect(404, request{path: "/api/" + url.PathEscape(customer.family) + "?" + name})
	p.expect(200, request{path: "/api/health?" + name, header: http.Header{"Referer": {"https://crm.example/?q=" + name}, "User-Agent": {customer.email}}})
	for _, query := range []string{
		`SELECT * FROM customers WHERE family_name = '` + customer.family + `'`, `SELECT id -- ` + customer.family + "\nFROM customers WHERE mobile = " + customer.mobile,
		`UPDATE customers SET family_name = '` + customer.family + `'`, `SELECT "` + customer.email + `", [` + customer.street + `]`,
	} {
		body, err := json.Marshal(map[string]string{"query": query})
		if err != nil {
			p.Fatal(err)
		}
		p.ask(p.T, request{path: "/api/sql", authorization: p.admin, body: string(body)})
	}
	staff := p.signIn(p.T, support)
	for _, path := range []string{"/imports/ACME?q=" + name, "/imports/ACME/" + url.PathEscape(customer.family), "/imports/ACME/imported/document?path=" + url.QueryEscape(customer.document)} {
		if _, err := p.exchange(staff, request{path: path}); err != nil {
			p.Error(err)
		}
	}
	p.ask(p.T, request{path: "/v1/data-import/account-transfer-status/ACME/" + url.PathEscape(customer.family) + "/", authorization: p.client})
}

func (p *personalData) changeSupplier(body string) {
	p.Helper()
	list := p.expect(200, request{path: "/api/collections/suppliers/records?fields=id", authorization: p.operator})
	_, rest, _ := strings.Cut(list.body, `"id":"`)
	id, _, _ := strings.Cut(rest, `"`)
	p.expect(200, request{method: "PATCH", path: "/api/collections/suppliers/records/" + id, authorization: p.operator, body: body})
}

// awaitAttempts waits until the outcome of both deliveries is stored.
func (p *personalData) awaitAttempts() {
	p.Helper()
	for until := time.Now().Add(20 * time.Second); ; time.Sleep(50 * time.Millisecond) {
		list := p.expect(200, request{path: "/api/collections/outbox/records?filter=attempts%3E0", authorization: p.operator}).body
		if strings.Contains(list, `mail_server_failed: answered 550 5.1.1`) && strings.Contains(list, `event_endpoint_failed: `) {
			return
		}
		if time.Now().After(until) {
			p.Fatalf("in vain: the attempts are stored: %s", list)
		}
	}
}

func await[T any](t *testing.T, what string, from <-chan T) {
	t.Helper()
	select {
	case <-from:
	case <-time.After(20 * time.Second):
		t.Fatalf("in vain: %s", what)
	}
}

// stop ends the program as an operator does.
func (s *service) stop(t testing.TB) {
	t.Helper()
	if err := s.process.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if err := s.process.Wait(); err != nil {
		t.Errorf("%v\n%s", err, s.output.String())
	}
	s.process = nil
}

// findMarkers lists the markers in the files of the data folder, with the file of each.
func (s *service) findMarkers(t testing.TB) (found []string) {
	t.Helper()
	err := filepath.WalkDir(s.dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() {
			return err
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for _, marker := range markers() {
			if at := bytes.Index(content, []byte(marker)); at >= 0 {
				found = append(found, fmt.Sprintf("%s in %s: %.200q", marker, entry.Name(), content[max(0, at-100):]))
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}
