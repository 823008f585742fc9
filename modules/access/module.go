// Package access decides who may call the interface: API clients, their keys, the tokens they
// obtain for a key, and the suppliers they were granted. Only the hash of a key is stored. A change
// of a client applies to all of its tokens from the next request on.
package access

import (
	"fmt"
	"net/http"

	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/http/endpoint"
	"dataimport/modules/kit/http/openapi"
	"dataimport/modules/kit/http/paths"
	"dataimport/modules/kit/module"
)

// Module returns the module's value: the token endpoint, the rotation of keys, and the commands.
func Module(d *module.Declaration) module.Module {
	return module.Module{
		Name: "access", Tables: tables, Hooks: bindHooks, Essential: true,
		Summary:  "API clients, their keys and tokens",
		Rules:    rules,
		Commands: newCommands(d.App),
		Serve: func(r *module.Runtime) module.Serving {
			return module.Serving{
				Endpoints: []endpoint.Endpoint{newTokenEndpoint(r)},
				Actions:   []module.Action{{Method: http.MethodPost, Path: "api-clients/{id}/rotate", Handle: rotateKey}},
			}
		},
	}
}

func newTokenEndpoint(runtime *module.Runtime) endpoint.Endpoint {
	return endpoint.Endpoint{
		Method: http.MethodPost, Path: paths.GraphQL, Access: endpoint.Open, MaxBody: maxBody, Handle: newGraphQL(runtime),
		Operation: openapi.Operation{
			ID: "obtainToken", Tag: "Authentication", Summary: "Obtain a token",
			Description: "A GraphQL endpoint. `mutation { obtainToken(input: {APIKey: \"...\"}) { token refreshToken refreshExpiresIn payload } }` " +
				"gives a token for the Authorization header; `input` takes exactly one of `APIKey` and `refreshToken`. " +
				"Errors of the mutation are GraphQL errors with status 200; `extensions.errorCode` is one of `" + ruleInput.Code + "`, `" + ruleQuery.Code +
				"`, `" + ruleKey.Code + "`, `" + ruleRefresh.Code + "`, `" + ruleRefreshExpired.Code + "`, `" + fault.InternalError + "`. " +
				fmt.Sprintf("A body has at most %d bytes, and a query %d bytes, %d words and %d brackets within brackets. ", maxBody, maxQuery, maxWords, maxDepth) +
				"Fragments and introspection are refused, since one request without a token may cost little. This is the schema:\n\n```graphql" + schemaText + "\n```\n",
			Example: `{"query": "mutation ($key: String!) { obtainToken(input: {APIKey: $key}) { token refreshToken refreshExpiresIn } }", "variables": {"key": "KEY"}}`,
			Request: openapi.Schema{
				"type": "object", "required": []string{"query"},
				"properties": openapi.Schema{
					"query": openapi.String("The GraphQL document."), "operationName": openapi.Schema{"type": []string{"string", "null"}},
					"variables": openapi.Schema{"type": []string{"object", "null"}},
				},
			},
			Responses: []openapi.Response{
				{Status: http.StatusOK, Description: "A GraphQL answer: data, or errors.", Schema: openapi.Schema{
					"type": "object", "properties": openapi.Schema{
						"data":   openapi.Schema{"type": []string{"object", "null"}},
						"errors": openapi.Array(openapi.Schema{"type": "object", "required": []string{"message"}}),
					},
				}, Example: `{"data": {"obtainToken": {"token": "TOKEN", "refreshToken": "REFRESH-TOKEN", "refreshExpiresIn": 1735689600}}}`},
				openapi.Error(http.StatusBadRequest, "The body is not a GraphQL request.", fault.MalformedJSON, fault.NestedTooDeeply, fault.RequestFailedValidation),
			},
		},
	}
}
