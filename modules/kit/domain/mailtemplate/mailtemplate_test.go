package mailtemplate_test

import (
	"strings"
	"testing"

	"dataimport/modules/kit/domain/mailtemplate"
)

func TestTemplates(t *testing.T) {
	for name, c := range map[string]struct {
		templates mailtemplate.Templates
		ok        bool
	}{
		"the service's own":    {mailtemplate.Templates{}, true},
		"spaces alone":         {mailtemplate.Templates{Subject: " ", Body: "\n"}, true},
		"all members":          {mailtemplate.Templates{Subject: "{{.Supplier}} {{.Date}}", Body: "{{.CustomerName}}{{.AccountNumber}}{{.ExternalAccountNumber}}"}, true},
		"an unknown member":    {mailtemplate.Templates{Body: "{{.Balance}}"}, false},
		"an unknown template":  {mailtemplate.Templates{Body: `{{template "x"}}`}, false},
		"an open action":       {mailtemplate.Templates{Subject: "{{.Supplier"}, false},
		"a number of a member": {mailtemplate.Templates{Subject: "{{index .Supplier 1000}}"}, false},
		"a script":             {mailtemplate.Templates{Body: "<script>var x = {{.CustomerName}}</script>"}, true},
		"a body without end":   {mailtemplate.Templates{Body: `{{define "a"}}` + strings.Repeat("x", 1<<12) + `{{template "a"}}{{end}}{{template "a"}}`}, false},
		"an endless range":     {mailtemplate.Templates{Body: `{{range 1000000000}}` + strings.Repeat("x", 1<<10) + `{{end}}`}, false},
		"a silent range":       {mailtemplate.Templates{Subject: `{{range 1000000000000}}{{end}}`}, false},
	} {
		t.Run(name, func(t *testing.T) {
			if err := c.templates.Check(); (err == nil) != c.ok {
				t.Errorf("%v", err)
			}
		})
	}
}

func TestRender(t *testing.T) {
	about := mailtemplate.About{CustomerName: "Zoë <b>\r\nBcc: x", AccountNumber: "A-1", Supplier: "Acme"}
	subject, html, err := mailtemplate.Templates{Subject: "Hi {{.CustomerName}}", Body: `<a title="{{.CustomerName}}">{{.CustomerName}}</a>`}.Render(about)
	if err != nil || subject != "Hi Zoë <b> Bcc: x" || strings.Contains(html, "<b>") {
		t.Errorf("%q %q %v", subject, html, err)
	}
	about.CustomerName = ""
	if _, html, err := (mailtemplate.Templates{}).Render(about); err != nil || !strings.Contains(html, "Dear customer") {
		t.Errorf("%q %v", html, err)
	}
}
