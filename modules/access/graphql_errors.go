package access

import (
	"errors"
	"log/slog"
	"net/http"

	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/module"

	gqlerrors "github.com/graph-gophers/graphql-go/errors"
)

// The rules of the mutation.
var (
	ruleKey = catalogue.Rule{
		Code: "invalid_api_key", Area: area, Statuses: []int{http.StatusOK},
		Meaning: "The API key that the mutation was given is not valid, or its client is disabled.",
		Remedy:  "Correct the key, or ask the operator for another.",
	}
	ruleRefresh = catalogue.Rule{
		Code: "invalid_refresh_token", Area: area, Statuses: []int{http.StatusOK},
		Meaning: "The refresh token that the mutation was given is not valid, or its client was disabled or has another key now.",
		Remedy:  "Use the API key.",
	}
	ruleRefreshExpired = catalogue.Rule{
		Code: "refresh_token_expired", Area: area, Statuses: []int{http.StatusOK},
		Meaning: "The refresh token was valid and is not any more.",
		Remedy:  "Use the API key.",
	}
	ruleInput = catalogue.Rule{
		Code: "invalid_input", Area: area, Statuses: []int{http.StatusOK},
		Meaning: "The mutation was given both an API key and a refresh token, or neither, or stands in the request more than once.",
		Remedy:  "Give exactly one of the two, once in a request.",
	}
	ruleQuery = catalogue.Rule{
		Code: "invalid_query", Area: area, Statuses: []int{http.StatusOK},
		Meaning: "The GraphQL query cannot be run: it is not GraphQL, asks for something that does not exist, has fragments, or is larger than the mutation needs.",
		Remedy:  "Correct the query as the message of the error says.",
	}
)

// completeError gives an error its code. An internal error is logged, and its text is not sent to
// the client.
func completeError(runtime *module.Runtime, e *gqlerrors.QueryError) {
	var ours *graphQLError
	switch {
	case errors.As(e.ResolverError, &ours):
	case e.ResolverError != nil:
		runtime.Log().Error("a token could not be issued", slog.Any("error", e.ResolverError))
		e.Message = "Something went wrong on our side: try again."
		e.Extensions = map[string]any{"errorCode": fault.InternalError}
	case e.Extensions == nil:
		e.Extensions = map[string]any{"errorCode": ruleQuery.Code}
	}
}
