package modules_test

import (
	"encoding/json/v2"
	"html"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"dataimport/e2e/book"
	"dataimport/modules"
	"dataimport/modules/kit/domain/payload"
	"dataimport/modules/kit/ops/config"
	"dataimport/views"
)

// sortValues appends the texts of a value to those of impersonal and of personal members. It leaves
// out short texts, which other texts contain by chance.
func sortValues(privacy payload.Privacy, value any, impersonal, personal *[]string) {
	switch value := value.(type) {
	case map[string]any:
		for name := range value {
			sortValues(privacy.Member(name), value[name], impersonal, personal)
		}
	case []any:
		for i := range value {
			sortValues(privacy.Item(), value[i], impersonal, personal)
		}
	case string:
		if utf8.RuneCountInString(value) < 7 {
			return
		}
		if privacy.IsImpersonal() {
			*impersonal = append(*impersonal, value, views.HumanizeCode(value)) // pages show codes in words
		} else {
			*personal = append(*personal, value)
		}
	}
}

// A viewer sees no personal value of an account on any page: imported, refused for any reason, or as
// it was sent. Support staff see them.
func TestViewersSeeNoPersonalValue(t *testing.T) {
	s := serveAll(t, func(c *config.Config) { c.Log.Level = "error" })
	s.Freely, s.Markets = true, true
	token := s.SetUp(map[string]any{"verify_documents": "no"})
	viewer, support := caller{cookie: signIn(s, "viewer", "viewer")}, caller{cookie: signIn(s, "support", "support")}
	options := book.Options{Supplier: "ACME", Team: "Migration", Seed: 11}
	lines := [][]byte{book.Account(3, "ACME", time.Now()), book.Account(5, "ACME", time.Now())}
	for i, f := range book.Faults() {
		lines = append(lines, f.Line(options, i+1).JSON)
	}
	seen, shown := 0, 0
	for i, line := range lines {
		var value map[string]any
		if err := json.Unmarshal(line, &value); err != nil {
			t.Fatal(err)
		}
		var impersonal, personal []string
		sortValues(s.Runtime.Object.Privacy(), value, &impersonal, &personal)
		number, _ := value["external_account_number"].(string)
		staged := s.Post(token, stagePath, string(line))
		if i < 2 {
			staged.Expect(http.StatusCreated)
			s.Post(token, processPath, `{"import_supplier_code":"ACME","external_account_number":"`+number+`","operations_team_name":"Migration"}`).Expect(http.StatusCreated)
		}
		address := "/imports/ACME/" + url.PathEscape(number) + "/"
		addresses := []string{address, address + "live"}
		if id := stagingOf(s, number); id != "" {
			addresses = append(addresses, address+"data/"+id+"/", address+"data/"+id+"/json")
		}
		for _, page := range addresses {
			_, body := s.page(viewer, page)
			body = html.UnescapeString(body)
			for _, secret := range personal {
				if strings.Contains(body, secret) && !slices.ContainsFunc(impersonal, func(value string) bool { return strings.Contains(value, secret) }) {
					t.Errorf("%s shows a viewer %q", page, secret)
				}
			}
			for _, value := range impersonal {
				if strings.HasSuffix(page, "/json") && strings.Contains(body, value) {
					shown++
				}
			}
			_, body = s.page(support, page)
			for _, secret := range personal {
				if strings.Contains(html.UnescapeString(body), secret) {
					seen++
				}
			}
		}
	}
	if seen < 50 || shown < 50 {
		t.Errorf("support staff see %d personal values, viewers see %d others", seen, shown)
	}
}

func stagingOf(s *served, number string) (id string) {
	s.Helper()
	if err := s.Runtime.Reader.QueryRow(`SELECT COALESCE((SELECT staging FROM import_processes WHERE external_account_number = ?), '')`, number).Scan(&id); err != nil {
		s.Fatal(err)
	}
	return id
}

// membersOf appends the attrs of all members that a schema describes.
func membersOf(schema map[string]any, prefix string, attrs map[string][]string) {
	properties, _ := schema["properties"].(map[string]any)
	for name, of := range properties {
		attr := strings.TrimPrefix(prefix+"."+name, ".")
		attrs[name] = append(attrs[name], attr)
		member, _ := of.(map[string]any)
		if items, ok := member["items"].(map[string]any); ok {
			member, attr = items, attr+".0"
		}
		membersOf(member, attr, attrs)
	}
}

// A column that an erasure keeps holds no member that is personal wherever the account object has it.
func TestKeptColumnsAreImpersonal(t *testing.T) {
	env, _ := serve(t, modules.All)
	object := env.Runtime.Object
	attrs := make(map[string][]string)
	membersOf(object.Schema(), "", attrs)
	if len(attrs) < 150 {
		t.Fatalf("%d members", len(attrs))
	}
	for _, table := range modules.Tables().Imported() {
		for _, column := range strings.Fields(table.Kept) {
			if list := attrs[column]; len(list) > 0 && !slices.ContainsFunc(list, func(attr string) bool {
				at := object.Privacy().At(attr)
				return at.IsImpersonal() || !isScalar(at)
			}) {
				t.Errorf("%s.%s is kept, and personal at %q", table.Name, column, list)
			}
		}
	}
}

// isScalar reports whether a place holds a text, a number or a boolean.
func isScalar(at payload.Privacy) bool {
	return !at.Item().IsKnown() && !at.IsObject()
}
