package outbox

import (
	"context"
	"database/sql"
	"errors"
	"net/mail"
	"time"

	"github.com/pocketbase/pocketbase/tools/mailer"

	"dataimport/modules/kit/domain/foreign"
	"dataimport/modules/kit/domain/mailtemplate"
)

// sendEmail sends the e-mail of an imported account to its customer.
func (c *dispatcher) sendEmail(_ context.Context, d *delivery) result {
	templates, err := c.readTemplates(d.supplier)
	if err != nil {
		return result{err: err}
	}
	to, about, err := c.readCustomer(d)
	if errors.Is(err, sql.ErrNoRows) {
		return result{dropped: "the account is not there any more"}
	}
	if err != nil {
		return result{err: err}
	}
	if to == "" {
		return result{dropped: "the account has no e-mail address"}
	}
	address, err := mail.ParseAddress(to)
	if err != nil {
		return result{dropped: "the account's e-mail address cannot be read"}
	}
	message, err := c.composeMessage(templates, about)
	if err != nil {
		return result{err: err}
	}
	message.To = []mail.Address{{Name: about.CustomerName, Address: address.Address}}
	// The id is the same for each attempt, so a recipient can recognise a repetition.
	message.Headers = map[string]string{"Message-ID": "<" + d.eventID + "@dataimport>", "Auto-Submitted": "auto-generated"}
	if err := c.runtime.App.NewMailClient().Send(message); err != nil {
		return result{err: &failure{code: codeMailServer, text: foreign.Describe(err)}}
	}
	return result{}
}

func (c *dispatcher) composeMessage(t mailtemplate.Templates, about mailtemplate.About) (*mailer.Message, error) {
	subject, body, err := t.Render(about)
	if err != nil {
		return nil, &failure{code: codeTemplate, text: "correct the supplier's template, then send the e-mail again", lasting: true}
	}
	from := c.runtime.App.Settings().Meta
	return &mailer.Message{From: mail.Address{Name: from.SenderName, Address: from.SenderAddress}, Subject: subject, HTML: body}, nil
}

func (c *dispatcher) readTemplates(supplierID string) (t mailtemplate.Templates, err error) {
	const query = `SELECT migration_email_subject, migration_email_body FROM suppliers WHERE id = ?`
	err = c.runtime.Reader.QueryRow(query, supplierID).Scan(&t.Subject, &t.Body)
	return t, err
}

// readCustomer reads the address for the e-mail of an account, and the values for its template. The
// error is sql.ErrNoRows where the account is not there.
func (c *dispatcher) readCustomer(d *delivery) (to string, about mailtemplate.About, err error) {
	const query = `SELECT a.number, a.external_account_number, COALESCE(NULLIF(s.name, ''), s.code), a.billing_name,
			COALESCE(NULLIF(a.billing_email, ''), c.email, ''), COALESCE(trim(c.given_name || ' ' || c.family_name), '')
		FROM accounts a JOIN suppliers s ON s.id = a.supplier
		LEFT JOIN customers c ON c.account = a.id AND c.id = (SELECT id FROM customers WHERE account = a.id ORDER BY email = '', position LIMIT 1)
		WHERE a.supplier = ? AND a.external_account_number = ?`
	var billing string
	err = c.runtime.Reader.QueryRow(query, d.supplier, d.number).
		Scan(&about.AccountNumber, &about.ExternalAccountNumber, &about.Supplier, &billing, &to, &about.CustomerName)
	if about.CustomerName == "" {
		about.CustomerName = billing
	}
	about.Date = time.Now().UTC().Format(time.DateOnly)
	return to, about, err
}
