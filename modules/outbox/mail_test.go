package outbox_test

import (
	"errors"
	"io"
	"mime"
	"mime/quotedprintable"
	"net"
	"net/http"
	"net/mail"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/emersion/go-smtp"

	"dataimport/modules/kit/testing/apptest"
)

// smtpServer is an SMTP server that stores the e-mails it gets.
type smtpServer struct {
	mu      sync.Mutex
	closed  bool // answers each e-mail with an error
	unknown bool // refuses each recipient, in a text that quotes the address
	to      []string
	text    []string
}

func (p *smtpServer) NewSession(*smtp.Conn) (smtp.Session, error) {
	return &smtpSession{server: p}, nil
}

type smtpSession struct {
	server *smtpServer
	to     string
}

func (l *smtpSession) Mail(string, *smtp.MailOptions) error { return nil }
func (l *smtpSession) Reset()                               {}
func (l *smtpSession) Logout() error                        { return nil }

func (l *smtpSession) Rcpt(to string, _ *smtp.RcptOptions) error {
	l.server.mu.Lock()
	defer l.server.mu.Unlock()
	l.to = to
	if l.server.unknown {
		return &smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 1, 1}, Message: "<" + to + ">: there is no such person here"}
	}
	return nil
}

func (l *smtpSession) Data(r io.Reader) error {
	text, err := io.ReadAll(r)
	l.server.mu.Lock()
	defer l.server.mu.Unlock()
	if l.server.closed {
		return errors.New("we are closed")
	}
	l.server.to, l.server.text = append(l.server.to, l.to), append(l.server.text, string(text))
	return err
}

func (p *smtpServer) countMails() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.to)
}

// newServiceWithMail starts a service and the SMTP server that takes its e-mails.
func newServiceWithMail(t *testing.T) (*testService, *smtpServer) {
	t.Helper()
	o, p := newTestService(t), &smtpServer{}
	o.App.OnMailerSend().UnbindAll() // PocketBase's test app would keep the e-mails to itself
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := smtp.NewServer(p)
	server.Domain, server.AllowInsecureAuth = "localhost", true
	go func() { _ = server.Serve(listener) }()
	t.Cleanup(func() { _ = server.Close() })
	_, port, err := net.SplitHostPort(listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	settings := o.App.Settings()
	settings.SMTP.Enabled, settings.SMTP.Host = true, "127.0.0.1"
	if settings.SMTP.Port, err = strconv.Atoi(port); err != nil {
		t.Fatal(err)
	}
	settings.Meta.SenderName, settings.Meta.SenderAddress = "New Energy", "hello@new.example"
	if err := o.App.Save(settings); err != nil {
		t.Fatal(err)
	}
	return o, p
}

func TestEmailsToCustomers(t *testing.T) {
	o, p := newServiceWithMail(t)
	o.stageAccount("0")
	o.processAccount("0") // before the supplier sends e-mails
	o.Change("suppliers", "code", "ACME", map[string]any{
		"send_migration_emails": true, "migration_email_subject": "{{.CustomerName}}:\r\nBcc: x@example.com {{.AccountNumber}}", "migration_email_body": "<p>Hello {{.CustomerName}}, {{.Supplier}}</p>",
	})
	o.stageAccount("1")
	o.processAccount("1")
	o.Post(o.token, stagePath, `{"import_supplier":"ACME","external_account_number":"2","customers":[{"family_name":"Ng"}]}`).Expect(http.StatusCreated)
	o.processAccount("2") // has no address
	o.waitUntil("an e-mail", func() bool {
		return o.countRows("state = 'delivered'") == 1 && o.countRows("state = 'dropped' AND last_error <> ''") == 1
	})
	if o.countRows("kind = 'email'") != 2 || p.countMails() != 1 || p.to[0] != "zoe@example.com" {
		t.Fatalf("sent to %v", p.to)
	}
	message, err := mail.ReadMessage(strings.NewReader(p.text[0]))
	if err != nil {
		t.Fatal(err)
	}
	subject, err := new(mime.WordDecoder).DecodeHeader(message.Header.Get("Subject"))
	if err != nil || !strings.HasPrefix(subject, "Zoë O’Neill & <Söhne>: Bcc: x@example.com A-") || message.Header.Get("Bcc") != "" {
		t.Errorf("subject %q %v", subject, err)
	}
	body, err := io.ReadAll(quotedprintable.NewReader(message.Body))
	if err != nil || !strings.Contains(string(body), "Hello Zoë O’Neill &amp; &lt;Söhne&gt;, Acme Énergie") {
		t.Errorf("%s %v", body, err)
	}
	if from := message.Header.Get("From"); !strings.Contains(from, "hello@new.example") || !strings.HasSuffix(message.Header.Get("Message-Id"), "@dataimport>") {
		t.Errorf("from %s", from)
	}
	if o.countRows("body LIKE '%zoe%' OR last_error LIKE '%zoe%'") != 0 {
		t.Error("the outbox has personal data")
	}
}

func TestAnEmailThatCannotBeSentWaits(t *testing.T) {
	o, p := newServiceWithMail(t)
	o.Change("suppliers", "code", "ACME", map[string]any{"send_migration_emails": true})
	p.closed = true
	o.stageAccount("1")
	o.processAccount("1")
	o.waitUntil("an attempt", func() bool {
		return o.countRows("state = 'waiting' AND attempts = 1 AND last_error LIKE 'mail_server_failed: answered 554%'") == 1
	})
	p.mu.Lock()
	p.closed = false
	p.mu.Unlock()
	o.Exec(`UPDATE outbox SET next_attempt_at = ''`)
	o.waitUntil("the e-mail", func() bool { return p.countMails() == 1 && o.countRows("state = 'delivered'") == 1 })
	if !strings.Contains(p.text[0], "Subject: ") {
		t.Errorf("%s", p.text[0])
	}
}

// The answer of a mail server is not stored: it quotes the recipient.
func TestARefusedRecipientIsNotQuoted(t *testing.T) {
	o, p := newServiceWithMail(t)
	o.Change("suppliers", "code", "ACME", map[string]any{"send_migration_emails": true})
	p.unknown = true
	o.stageAccount("1")
	o.processAccount("1")
	o.waitUntil("an attempt", func() bool {
		return o.countRows("attempts = 1 AND last_error = 'mail_server_failed: answered 550 5.1.1'") == 1
	})
	if o.countRows("body LIKE '%zoe%' OR last_error LIKE '%zoe%'") != 0 {
		t.Error("the address is stored")
	}
}

// An e-mail whose template cannot be used is given up at once, and sent when the template is corrected.
func TestATemplateThatCannotBeUsed(t *testing.T) {
	o, p := newServiceWithMail(t)
	o.Change("suppliers", "code", "ACME", map[string]any{"send_migration_emails": true})
	o.Exec(`UPDATE suppliers SET migration_email_body = '{{printf "%1000000d" 1}}'`) // as an earlier release took it
	o.stageAccount("1")
	o.processAccount("1")
	o.waitUntil("given up", func() bool {
		return o.countRows("state = 'dead' AND attempts = 1 AND last_error LIKE 'email_template_unusable: %'") == 1
	})
	if _, err := apptest.TryRecord(t, o.App, "suppliers", map[string]any{"code": "OTHER", "migration_email_body": `{{printf "%1000000d" 1}}`}); err == nil || !strings.Contains(err.Error(), "nothing else can be used") {
		t.Errorf("saved: %v", err)
	}
	o.Change("suppliers", "code", "ACME", map[string]any{"migration_email_body": "Hello"})
	dead, err := o.App.FindFirstRecordByData("outbox", "state", "dead")
	if err != nil {
		t.Fatal(err)
	}
	o.callAction("outbox/"+dead.Id+"/resend", "", http.StatusNoContent, nil)
	o.waitUntil("the e-mail", func() bool { return p.countMails() == 1 && o.countRows("state = 'delivered'") == 1 })
}

func TestPreviewOfAnEmail(t *testing.T) {
	o := newTestService(t)
	supplier, err := o.App.FindFirstRecordByData("suppliers", "code", "ACME")
	if err != nil {
		t.Fatal(err)
	}
	var answer struct{ Subject, HTML string }
	path := "suppliers/" + supplier.Id + "/email-preview"
	o.callAction(path, `{}`, http.StatusOK, &answer)
	if answer.Subject != "Your account has moved from Acme Energy" || !strings.Contains(answer.HTML, "A-7K3M9QX2") {
		t.Errorf("%+v", answer)
	}
	o.callAction(path, `{"subject":"Hi","body":"<b>{{.CustomerName}}</b>"}`, http.StatusOK, &answer)
	if answer.Subject != "Hi" || answer.HTML != "<b>Zoë O’Neill</b>" {
		t.Errorf("%+v", answer)
	}
	for _, body := range []string{`{"body":"{{.Password}}"}`, `{"body":"{{"}`, `{"subject":"{{template \"x\"}}"}`, `{"body":"{{range $i, $e := .CustomerName}}"}`} {
		o.callAction(path, body, http.StatusBadRequest, nil)
	}
	o.callAction("suppliers/x/email-preview", `{}`, http.StatusNotFound, nil)
}
