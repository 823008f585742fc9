package access_test

import (
	"bytes"
	"encoding/json/v2"
	"fmt"
	"net/http"
	"strings"
	"testing"
)

// A request tries one key, whatever names it gives its fields. The other fields are not resolved.
func TestARequestTriesOneKey(t *testing.T) {
	env := serveWithClient(t)
	key := env.Client("Acme", nil, "ACME")
	query := func(n int, valid int) string {
		var b strings.Builder
		b.WriteString("mutation {")
		for i := range n {
			tried := "x"
			if i == valid {
				tried = key
			}
			fmt.Fprintf(&b, ` a%d: obtainToken(input: {APIKey: "%s"}) { token }`, i, tried)
		}
		body, err := json.Marshal(map[string]string{"query": b.String() + " }"})
		if err != nil {
			t.Fatal(err)
		}
		return string(body)
	}
	answer := env.Post("", "/v1/graphql/", query(5, 4)).Expect(http.StatusOK)
	if bytes.Count(answer.Body, []byte(`"invalid_api_key"`)) != 1 || bytes.Count(answer.Body, []byte(`"invalid_input"`)) != 4 || bytes.Contains(answer.Body, []byte(`"token":"`)) {
		t.Errorf("%s", answer.Body)
	}
	answer = env.Post("", "/v1/graphql/", query(100, 0)).Expect(http.StatusOK)
	if !bytes.Contains(answer.Body, []byte(`"invalid_query"`)) || bytes.Contains(answer.Body, []byte(`"token":"`)) {
		t.Errorf("%s", answer.Body)
	}
}

// Queries that cost much work or try to read internals are refused or harmless.
func TestQueriesThatAreAbuse(t *testing.T) {
	env := serveWithClient(t)
	env.Client("Acme", nil, "ACME")
	for name, query := range map[string]string{
		"introspection":           `{ __schema { types { name } } }`,
		"introspection of a type": `{ a: __type(name: "Query") { name } }`,
		"a fragment":              `{ ...a } fragment a on Query { version }`,
		"an inline fragment":      `{ ... on Query { version } }`,
		"many selections":         `{ ` + strings.Repeat("version ", 49) + `}`,
		"a long query":            `{ version } #` + strings.Repeat(" ", 4<<10),
		"a fragment of itself":    `query { ...a } fragment a on Query { version ...a }`,
		"fragments of each other": `query { ...a } fragment a on Query { ...b } fragment b on Query { ...a }`,
		"a subscription":          `subscription { version }`,
		"deep values":             `mutation { obtainToken(input: ` + strings.Repeat("[", 2000) + `) { token } }`,
		"deep selections":         strings.Repeat("{a", 2000),
		"another type":            `mutation { obtainToken(input: {APIKey: ["x"]}) { token } }`,
		"a directive":             `query @a { version }`,
		"nothing":                 ``,
		"a zero byte":             "{ \x00 }",
	} {
		body, err := json.Marshal(map[string]string{"query": query})
		if err != nil {
			t.Fatal(err)
		}
		answer := env.Post("", "/v1/graphql/", string(body)).Expect(http.StatusOK)
		if !bytes.Contains(answer.Body, []byte(`"invalid_query"`)) {
			t.Errorf("%s: %s", name, answer.Body)
		}
	}
	one := `{"query":"{ version }"}`
	env.Post("", "/v1/graphql/", `[`+one+`,`+one+`]`).Refused(http.StatusBadRequest, "malformed_json")
	env.Post("", "/v1/graphql/", `{"query":"{ version }","query":"mutation { obtainToken }"}`).Refused(http.StatusBadRequest, "malformed_json")
	env.Post("", "/v1/graphql/", "{\"query\":\"\xff\"}").Refused(http.StatusBadRequest, "malformed_json")
	env.Post("", "/v1/graphql/", `{"query":"{ version }","variables":`+strings.Repeat("[", 10_000)).Expect(http.StatusBadRequest)
	env.Post("", "/v1/graphql/", `{"query":"{ version }","variables":{"a":"`+strings.Repeat("x", 16<<10)+`"}}`).Refused(http.StatusRequestEntityTooLarge, "payload_too_large")
}
