// Package mailtemplate words the e-mails that customers get when their account was
// imported. An operator may write a supplier's own words. They can use only the named
// values of the account.
package mailtemplate

import (
	"bytes"
	"errors"
	"fmt"
	"html/template"
	"io"
	"strings"
	text "text/template"
	"text/template/parse"
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

// maxResult is the longest e-mail in bytes, more than any needs. A template can repeat
// itself.
const maxResult = 1 << 20

// Check returns an error that says what is wrong with the templates.
func (t Templates) Check() error {
	_, _, err := t.Render(Sample)
	return err
}

// Render returns the e-mail about an account. Values are escaped for their place. The
// subject is one line.
func (t Templates) Render(about About) (subjectLine, html string, err error) {
	ofSubject, err := text.New("subject").Option("missingkey=error").Parse(or(t.Subject, subject))
	if err != nil {
		return "", "", fmt.Errorf("the subject: %w", err)
	}
	ofBody, err := template.New("body").Option("missingkey=error").Parse(or(t.Body, body))
	if err != nil {
		return "", "", fmt.Errorf("the body: %w", err)
	}
	if repeats(ofSubject.Root) || ofBody.Tree != nil && repeats(ofBody.Tree.Root) {
		return "", "", errors.New("a template cannot repeat anything, nor call others")
	}
	var line, page bytes.Buffer
	if err := ofSubject.Execute(&bounded{&line, maxResult}, about); err != nil {
		return "", "", fmt.Errorf("the subject: %w", err)
	}
	if err := ofBody.Execute(&bounded{&page, maxResult}, about); err != nil {
		return "", "", fmt.Errorf("the body: %w", err)
	}
	return strings.Join(strings.Fields(line.String()), " "), page.String(), nil
}

// repeats reports whether a template contains an action that could repeat without end.
func repeats(list *parse.ListNode) bool {
	if list == nil {
		return false
	}
	for _, node := range list.Nodes {
		switch node := node.(type) {
		case *parse.RangeNode, *parse.TemplateNode:
			return true
		case *parse.IfNode:
			if repeats(node.List) || repeats(node.ElseList) {
				return true
			}
		case *parse.WithNode:
			if repeats(node.List) || repeats(node.ElseList) {
				return true
			}
		}
	}
	return false
}

func or(template, own string) string {
	if strings.TrimSpace(template) == "" {
		return own
	}
	return template
}

// bounded is a writer that accepts a limited number of bytes.
type bounded struct {
	to   io.Writer
	left int
}

func (b *bounded) Write(p []byte) (int, error) {
	b.left -= len(p)
	if b.left < 0 {
		return 0, fmt.Errorf("it becomes longer than %d bytes", maxResult)
	}
	return b.to.Write(p)
}
