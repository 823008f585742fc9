package attack

import (
	"encoding/json/v2"
	"net/http"
	"strings"
	"testing"
	"time"
)

// maxAnonymous is the processor time of a request without a token, at most. The service
// promises a millisecond of work for a body. The test allows for the connection, for a
// slow machine and for the collection of garbage.
const maxAnonymous = 5 * time.Millisecond

// graphQL is the body of a request to the token endpoint.
func graphQL(t testing.TB, query string) string {
	t.Helper()
	body, err := json.Marshal(map[string]string{"query": query})
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

// fill is a text of at most so many bytes, of a part that is repeated.
func fill(bytes int, before, part, after string) string {
	return before + strings.Repeat(part, (bytes-len(before)-len(after))/len(part)) + after
}

// Queries are cheap, whatever their form.
func TestWhatAQueryCosts(t *testing.T) {
	s := shared(t)
	const size = 8 << 10
	for name, query := range map[string]string{
		"a fragment, very often":       "{ " + strings.Repeat("...a ", 990) + "} fragment a on Query { " + strings.Repeat("version ", 100) + "}",
		"fragments of fragments":       "{ ...a ...a } fragment a on Query { ...b ...b ...b } fragment b on Query { ...c ...c ...c } fragment c on Query { " + strings.Repeat("version ", 300) + "}",
		"inline fragments":             fill(size, "{ ", "... on Query { version } ", "}"),
		"one field, very often":        fill(size, "{ ", "version ", "}"),
		"aliases":                      fill(size, "{ ", "a:version ", "}"),
		"aliases of the mutation":      fill(size, "mutation { ", `a:obtainToken(input:{APIKey:"x"}){token} `, "}"),
		"the types of the types":       "{ __schema { types { fields { type { fields { type { fields { name } } } } } } } }",
		"every type, very often":       fill(size, "{ __schema { ", "types { name fields { name args { name type { name } } } } ", "} }"),
		"unknown fields":               fill(size, "{ ", "versoin ", "}"),
		"a long name":                  fill(size, "{ ", "v", " }"),
		"directives":                   fill(size, "{ version ", "@skip(if: true) ", "}"),
		"operations":                   fill(size, "", "{ version } ", ""),
		"lists in lists":               fill(size, "mutation { obtainToken(input: ", "[", ""),
		"objects in objects":           fill(size, "mutation { obtainToken(input: ", "{a:", ""),
		"selections in selections":     fill(size, "", "{a", ""),
		"an argument, very often":      fill(size, "mutation { obtainToken(", `input: {APIKey: "x"} `, ") { token } }"),
		"variables":                    fill(size, "query a(", "$a: String ", ") { version }"),
		"a long text":                  fill(size, `mutation { obtainToken(input: {APIKey: "`, `\u0041`, `"}) { token } }`),
		"a comment":                    fill(size, "{ version } #", "x ", ""),
		"a query of megabytes":         fill(9<<20, "{ ", "version ", "}"),
		"white space of megabytes":     fill(9<<20, "{ version", " ", "}"),
		"brackets of megabytes":        fill(9<<20, "", "{", ""),
		"the tools' introspection":     introspection,
		"the tools' introspection × 8": strings.Repeat(introspection, 8)[:min(8*len(introspection), size)],
	} {
		q := request{path: "/v1/graphql/", body: graphQL(t, query)}
		n := 40
		if len(q.body) > 1<<20 {
			n = 10
		}
		var status int
		took := s.processorOf(t, n, func() { status = s.ask(t, q).status })
		if took > maxAnonymous || status >= http.StatusInternalServerError {
			t.Errorf("%s, of %d bytes: %d, and %s of the processor", name, len(q.body), status, took)
		}
	}
}

// introspection is what tools send to read a schema.
const introspection = `query IntrospectionQuery { __schema { queryType { name } mutationType { name } types { ...FullType } directives { name args { ...InputValue } } } }
fragment FullType on __Type { kind name fields(includeDeprecated: true) { name args { ...InputValue } type { ...TypeRef } } inputFields { ...InputValue }
	interfaces { ...TypeRef } enumValues(includeDeprecated: true) { name } possibleTypes { ...TypeRef } }
fragment InputValue on __InputValue { name type { ...TypeRef } defaultValue }
fragment TypeRef on __Type { kind name ofType { kind name ofType { kind name ofType { kind name } } } }`

// Bodies to the token endpoint are cheap, whatever their form.
func TestWhatAnAnonymousBodyCosts(t *testing.T) {
	s := shared(t)
	for _, size := range []int{16 << 10, 9 << 20} {
		for name, body := range map[string]string{
			"members":          fill(size, `{"query":"{ version }","variables":{`, `"a":1,`, `"b":1}}`),
			"lists in lists":   fill(size, `{"query":"{ version }","variables":{"a":`, `[`, ``),
			"numbers":          fill(size, `{"query":"{ version }","variables":{"a":[`, `1,`, `1]}}`),
			"a text":           fill(size, `{"query":"{ version }","operationName":"`, `\u0000`, `"}`),
			"no JSON":          fill(size, ``, `x`, ``),
			"unknown members":  fill(size, `{"query":"{ version }"`, `,"aaaaaaaaaaaaaaaaaa":{}`, `}`),
			"an empty query":   fill(size, `{"query":"","extensions":[`, `{},`, `{}]}`),
			"a query of lines": fill(size, `{"query":"`, `\n`, `"}`),
		} {
			n := 40
			if size > 1<<20 {
				n = 10
			}
			var status int
			took := s.processorOf(t, n, func() { status = s.ask(t, request{path: "/v1/graphql/", body: body}).status })
			if took > maxAnonymous || status >= http.StatusInternalServerError {
				t.Errorf("%s, of %d bytes: %d, and %s of the processor", name, size, status, took)
			}
		}
	}
}
