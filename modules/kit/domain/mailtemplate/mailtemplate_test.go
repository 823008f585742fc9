package mailtemplate_test

import (
	"strings"
	"testing"
	"time"

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
		"a wide number":        {mailtemplate.Templates{Body: `{{printf "%1000000d" 1}}`}, false},
		"nested formats":       {mailtemplate.Templates{Body: `{{printf "%s%s" (printf "%1000000d" 1) (printf "%1000000d" 1)}}`}, false},
		"a growing text":       {mailtemplate.Templates{Body: `{{.CustomerName | js | js | js}}`}, false},
		"a markup of markup":   {mailtemplate.Templates{Body: `{{html .CustomerName}}`}, false},
		"a called value":       {mailtemplate.Templates{Body: `{{call .CustomerName}}`}, false},
		"a variable":           {mailtemplate.Templates{Body: `{{$x := .CustomerName}}{{$x}}`}, false},
		"a definition":         {mailtemplate.Templates{Body: `{{define "a"}}x{{end}}`}, false},
		"a block":              {mailtemplate.Templates{Body: `{{block "a" .}}x{{end}}`}, false},
		"a condition":          {mailtemplate.Templates{Body: `{{if and .CustomerName (not (eq .Supplier "Acme"))}}{{.Supplier}}{{else}}x{{end}}{{with .Date}}{{.}} {{$.Supplier}}{{end}}`}, true},
		"a hundred values":     {mailtemplate.Templates{Body: strings.Repeat("{{.Supplier}}", 100)}, true},
		"more values":          {mailtemplate.Templates{Body: strings.Repeat("{{.Supplier}}", 101)}, false},
		"a long text":          {mailtemplate.Templates{Body: strings.Repeat("é", 100<<10)}, true},
		"a longer text":        {mailtemplate.Templates{Body: strings.Repeat("é", 100<<10) + "x"}, false},
		"a deep condition":     {mailtemplate.Templates{Body: strings.Repeat("{{if .Date}}", 9) + strings.Repeat("{{end}}", 9)}, false},
		"a deep argument":      {mailtemplate.Templates{Body: "{{if " + strings.Repeat("(not ", 20) + ".Date" + strings.Repeat(")", 20) + "}}{{end}}"}, false},
		"a silent range":       {mailtemplate.Templates{Subject: `{{range 1000000000000}}{{end}}`}, false},
	} {
		t.Run(name, func(t *testing.T) {
			if err := c.templates.Check(); (err == nil) != c.ok {
				t.Errorf("%v", err)
			}
		})
	}
}

// The longest values, in the places where escaping makes them longest, stay within the bound.
func TestTheLongestEmail(t *testing.T) {
	long := strings.Repeat("\u2028", 1<<20)
	about := mailtemplate.About{CustomerName: long, AccountNumber: long, ExternalAccountNumber: long, Supplier: long, Date: long}
	began := time.Now()
	_, result, err := mailtemplate.Templates{Subject: strings.Repeat("{{.Supplier}}", 15), Body: "<script>" + strings.Repeat("{{.Supplier}}+", 99) + "0</script>"}.Render(about)
	if err != nil || len(result) > 1<<20 || time.Since(began) > 10*time.Second {
		t.Errorf("%d bytes after %s, %v", len(result), time.Since(began), err)
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
