// Package mailtemplate words the e-mails that customers get when their account was
// imported. An operator may write a supplier's own words. They can use only the named
// values of the account.
package mailtemplate

import (
	"fmt"
	"html/template"
	"strings"
	text "text/template"
)

// About holds the values that an e-mail may contain.
type About struct {
	CustomerName, AccountNumber, ExternalAccountNumber, Supplier string
	Date                                                         string // date of the e-mail, YYYY-MM-DD in UTC
}

// Sample holds invented values.
var Sample = About{CustomerName: "Zoë O’Neill", AccountNumber: "A-7K3M9QX2", ExternalAccountNumber: "EXT-00001234", Supplier: "Acme Energy", Date: "2026-01-31"}

// Templates are a subject line, and a body in HTML. An empty template stands for the
// service's own.
type Templates struct{ Subject, Body string }

const (
	subject = `Your account has moved from {{.Supplier}}`
	body    = `<p>Dear {{or .CustomerName "customer"}},</p>
<p>your account {{.ExternalAccountNumber}} with {{.Supplier}} has moved to us. With us it has the number <strong>{{.AccountNumber}}</strong>.</p>
<p>There is nothing that you need to do.</p>`
)

// A rendered template has a size and takes a time that its source bounds: there is nothing
// that repeats and no function that makes a text longer.
const (
	maxSource  = 200 << 10 // bytes of a template
	maxActions = 100       // of a template
	maxDepth   = 8         // of actions within others
	maxValue   = 256       // characters of a value; what is longer is cut
	maxResult  = 1 << 20   // bytes; no template within the other limits exceeds it
)

// Check returns an error that says what is wrong with the templates, and what to do.
func (t Templates) Check() error {
	_, _, err := t.Render(Sample)
	return err
}

// Render returns the e-mail about an account. Values are escaped for their place. The
// subject is one line.
func (t Templates) Render(about About) (subjectLine, html string, err error) {
	line, err := t.renderSubject(about.cut())
	if err != nil {
		return "", "", fmt.Errorf("the subject: %w", err)
	}
	page, err := t.renderBody(about.cut())
	if err != nil {
		return "", "", fmt.Errorf("the body: %w", err)
	}
	return strings.Join(strings.Fields(line), " "), page, nil
}

func (t Templates) renderSubject(about About) (string, error) {
	source := or(t.Subject, subject)
	if len(source) > maxSource {
		return "", errSource
	}
	parsed, err := text.New("subject").Option("missingkey=error").Parse(source)
	if err != nil {
		return "", err
	}
	if err := checkTree(parsed.Tree, len(parsed.Templates())); err != nil {
		return "", err
	}
	result := bounded{left: maxResult}
	err = parsed.Execute(&result, about)
	return result.String(), err
}

func (t Templates) renderBody(about About) (string, error) {
	source := or(t.Body, body)
	if len(source) > maxSource {
		return "", errSource
	}
	parsed, err := template.New("body").Option("missingkey=error").Parse(source)
	if err != nil {
		return "", err
	}
	if err := checkTree(parsed.Tree, len(parsed.Templates())); err != nil {
		return "", err
	}
	result := bounded{left: maxResult}
	err = parsed.Execute(&result, about)
	return result.String(), err
}

// cut returns the values, each cut to the length that a template gets.
func (a About) cut() About {
	for _, value := range []*string{&a.CustomerName, &a.AccountNumber, &a.ExternalAccountNumber, &a.Supplier, &a.Date} {
		if runes := []rune(*value); len(runes) > maxValue {
			*value = string(runes[:maxValue])
		}
	}
	return a
}

func or(template, own string) string {
	if strings.TrimSpace(template) == "" {
		return own
	}
	return template
}

// bounded holds a limited number of bytes.
type bounded struct {
	strings.Builder
	left int
}

func (b *bounded) Write(p []byte) (int, error) {
	b.left -= len(p)
	if b.left < 0 {
		return 0, fmt.Errorf("it becomes longer than %d bytes: shorten it", maxResult)
	}
	return b.Builder.Write(p)
}
