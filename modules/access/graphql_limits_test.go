package access

import (
	"strings"
	"testing"
)

// The queries of real clients are far below the limits.
func TestQueriesWithinTheLimits(t *testing.T) {
	token := strings.Repeat("eyJhbGciOiJIUzI1NiIs-", 20)
	for _, query := range []string{
		`{ version }`, `{ __typename version }`,
		`mutation ObtainKrakenToken($input: ObtainJSONWebTokenInput!) { obtainKrakenToken(input: $input) { token refreshToken refreshExpiresIn payload __typename } }`,
		`# The key is in the safe (see the “Betriebshandbuch”, chapter 4): {…}
		mutation { obtainToken(input: {refreshToken: "` + token + `"}) { token payload } }`,
		strings.Repeat("a ", maxWords), strings.Repeat("{", maxDepth) + strings.Repeat("}", maxDepth), strings.Repeat("{}", maxQuery/2),
	} {
		if refused := checkQuery(query); refused != nil {
			t.Errorf("%s: %v", query, refused)
		}
	}
	for _, query := range []string{
		strings.Repeat("a ", maxWords) + "b", strings.Repeat("é ", maxWords) + "b", strings.Repeat("{", maxDepth+1), strings.Repeat("[(", maxDepth),
		strings.Repeat(" ", maxQuery+1), `{ ...a }`, `"..."`, `{ __schema`, `{ b:__type(`,
	} {
		if refused := checkQuery(query); refused == nil {
			t.Errorf("%.100s is accepted", query)
		}
	}
}

// BenchmarkQuery runs the queries within the limits that cost the most.
func BenchmarkQuery(b *testing.B) {
	repeat := func(before, part, after string) string {
		query := before
		for checkQuery(query+part+after) == nil {
			query += part
		}
		return query + after
	}
	run := newTestHandle()
	for name, query := range map[string]string{
		"version":   `{ version }`,
		"one field": repeat("{ ", "version ", "}"), "aliases": repeat("{ ", "a:version ", "}"), "unknown": repeat("{ ", "v ", "}"),
		"a long name": repeat("{ ", "v", " }"), "long names": repeat("{ ", strings.Repeat("v", 60)+" ", "}"), "variables": repeat("query a(", "$a:String ", "){version}"),
		"arguments": repeat("mutation { obtainToken(", "input:{} ", ") { token } }"), "directives": repeat("{ version ", "@skip(if:true) ", "}"),
		"operations": repeat("", "{version} ", ""), "mutations": repeat("mutation {", `a:obtainToken(input:{APIKey:"x"}){token} `, "}"),
		"conflicts": repeat("mutation {", `a:obtainToken(input:{APIKey:1}){b} a:obtainKrakenToken(input:{c:"x"}){b:token} `, "}"),
		"dots":      repeat("{", ".. ", "}"), "a text": repeat(`mutation { obtainToken(input:{APIKey:"`, `\u{41}`, `"}){token} }`),
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				run(b, query)
			}
		})
	}
}
