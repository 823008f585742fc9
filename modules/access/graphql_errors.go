package access

import (
	"errors"
	"log/slog"

	gqlerrors "github.com/graph-gophers/graphql-go/errors"

	"dataimport/modules/kit/module"
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
		e.Extensions = map[string]any{"errorCode": codeInternal}
	case e.Extensions == nil:
		e.Extensions = map[string]any{"errorCode": codeQuery}
	}
}
