package access

import (
	"net/http"

	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/fault"
)

const area = "Keys and tokens"

// rules describes the codes of tokens. The codes of the mutation that obtains tokens stand in the
// extensions of a GraphQL error, whose status is 200.
var rules = []catalogue.Rule{
	{
		Code: fault.NotAuthenticated, Area: area, Statuses: []int{http.StatusUnauthorized},
		Meaning: "The request has no token.",
		Remedy:  "Obtain a token with the mutation obtainToken, and send it in the header Authorization: Token, a space, and the token.",
	},
	{
		Code: fault.InvalidToken, Area: area, Statuses: []int{http.StatusUnauthorized},
		Meaning: "The token is not one of this service, or its client was disabled or has another key now.",
		Remedy:  "Obtain another token with the API key.",
	},
	{
		Code: fault.TokenExpired, Area: area, Statuses: []int{http.StatusUnauthorized},
		Meaning: "The token was valid and is not any more.",
		Remedy:  "Obtain another with the refresh token or the API key.",
	},
	{
		Code: codeKey, Area: area, Statuses: []int{http.StatusOK},
		Meaning: "The API key that the mutation was given is not valid, or its client is disabled.",
		Remedy:  "Correct the key, or ask the operator for another.",
	},
	{
		Code: codeRefresh, Area: area, Statuses: []int{http.StatusOK},
		Meaning: "The refresh token that the mutation was given is not valid, or its client was disabled or has another key now.",
		Remedy:  "Use the API key.",
	},
	{
		Code: codeRefreshExpired, Area: area, Statuses: []int{http.StatusOK},
		Meaning: "The refresh token was valid and is not any more.",
		Remedy:  "Use the API key.",
	},
	{
		Code: codeInput, Area: area, Statuses: []int{http.StatusOK},
		Meaning: "The mutation was given both an API key and a refresh token, or neither, or stands in the request more than once.",
		Remedy:  "Give exactly one of the two, once in a request.",
	},
	{
		Code: codeQuery, Area: area, Statuses: []int{http.StatusOK},
		Meaning: "The GraphQL query cannot be run: it is not GraphQL, or asks for something that does not exist.",
		Remedy:  "Correct the query as the message of the error says.",
	},
}
