package access

import (
	"context"
	"encoding/json/jsontext"
	"encoding/json/v2"
	"errors"
	"net/http"
	"time"

	"github.com/graph-gophers/graphql-go"
	gqlerrors "github.com/graph-gophers/graphql-go/errors"

	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"
	"dataimport/modules/kit/domain/settings"
	"dataimport/modules/kit/http/endpoint"
	"dataimport/modules/kit/module"
)

// obtainKrakenToken is the mutation's name in the public original of this interface. Its clients
// can stay as they are.
const schemaText = `
schema { query: Query mutation: Mutation }
"Any JSON value."
scalar GenericScalar
type Query {
	"Which version of the interface answers."
	version: String!
}
type Mutation {
	"Gives a token in exchange for an API key or a refresh token."
	obtainToken(input: ObtainJSONWebTokenInput!): ObtainJSONWebToken
	"The same under another name."
	obtainKrakenToken(input: ObtainJSONWebTokenInput!): ObtainJSONWebToken
}
"Exactly one of its members must be given."
input ObtainJSONWebTokenInput {
	"The organisation's key, as its operator gave it."
	APIKey: String
	"A refresh token of an earlier answer."
	refreshToken: String
}
type ObtainJSONWebToken {
	"For the Authorization header: Token <token>."
	token: String!
	"Obtains another token until it expires."
	refreshToken: String!
	"When the refresh token expires, as a Unix time in seconds."
	refreshExpiresIn: Int!
	"What the token says: who it is for, and when it expires."
	payload: GenericScalar!
}`

// graphQLError is an error of the mutation, with its code under extensions.
type graphQLError struct{ code, message string }

func (e *graphQLError) Error() string { return e.message }

// Extensions is read by the GraphQL library.
func (e *graphQLError) Extensions() map[string]any {
	return map[string]any{"errorCode": e.code}
}

// genericScalar is a JSON value in a GraphQL answer.
type genericScalar struct{ value any }

func (genericScalar) ImplementsGraphQLType(name string) bool { return name == "GenericScalar" }
func (genericScalar) UnmarshalGraphQL(any) error             { return errors.New("only sent, never taken") }
func (g genericScalar) MarshalJSON() ([]byte, error)         { return json.Marshal(g.value) }

// resolver is the root of the GraphQL schema.
type resolver struct{ runtime *module.Runtime }

type obtainArgs struct {
	Input struct {
		APIKey       *string
		RefreshToken *string
	}
}

type tokenPayload struct {
	token          string
	refresh        string
	refreshExpires time.Time
	claims         claims
}

func (o *tokenPayload) Token() string           { return o.token }
func (o *tokenPayload) RefreshToken() string    { return o.refresh }
func (o *tokenPayload) RefreshExpiresIn() int32 { return int32(o.refreshExpires.Unix()) }
func (o *tokenPayload) Payload() genericScalar  { return genericScalar{o.claims} }

func (resolver) Version() string { return "v1" }

func (r resolver) ObtainKrakenToken(ctx context.Context, args obtainArgs) (*tokenPayload, error) {
	return r.ObtainToken(ctx, args)
}

func (r resolver) ObtainToken(ctx context.Context, args obtainArgs) (*tokenPayload, error) {
	c, first := findCall(ctx)
	if !first {
		return nil, &graphQLError{ruleInput.Code, "A request obtains one token: send another request for another."}
	}
	key, refresh := args.Input.APIKey, args.Input.RefreshToken
	switch {
	case (key == nil) == (refresh == nil):
		return nil, &graphQLError{ruleInput.Code, "Give exactly one of APIKey and refreshToken."}
	case key != nil:
		return r.obtainByKey(c, *key)
	}
	return r.obtainByRefreshToken(c, *refresh)
}

func (r resolver) obtainByKey(c *endpoint.Call, key string) (*tokenPayload, error) {
	client := c.Settings.ClientByKeyHash(hashKey(key))
	if client == nil || client.Disabled || client.TokenKey == "" {
		return nil, &graphQLError{ruleKey.Code, "This API key is not valid, or not any more: ask the operator for one."}
	}
	refresh, of, err := signToken(client, useRefresh, c.Now, r.runtime.Config.RefreshLife)
	if err != nil {
		return nil, err
	}
	return r.issueAccessToken(c, client, refresh, of.ExpiresAt.Time)
}

// obtainByRefreshToken issues another access token. The refresh token stays the same: when it
// expires, the client needs its key again.
func (r resolver) obtainByRefreshToken(c *endpoint.Call, refresh string) (*tokenPayload, error) {
	client, of, err := verifyToken(refresh, useRefresh, c.Settings, c.Now)
	if errors.Is(err, errExpired) {
		return nil, &graphQLError{ruleRefreshExpired.Code, "The refresh token has expired: use the API key."}
	}
	if err != nil {
		return nil, &graphQLError{ruleRefresh.Code, "The refresh token is not valid, or not any more: use the API key."}
	}
	return r.issueAccessToken(c, client, refresh, of.ExpiresAt.Time)
}

func (r resolver) issueAccessToken(c *endpoint.Call, client *settings.Client, refresh string, expires time.Time) (*tokenPayload, error) {
	token, of, err := signToken(client, useAccess, c.Now, r.runtime.Config.TokenLife)
	if err != nil {
		return nil, err
	}
	return &tokenPayload{token: token, refresh: refresh, refreshExpires: expires, claims: of}, nil
}

type callKey struct{}

// graphQLCall is a request to the endpoint. The fields of a mutation are resolved one after the
// other.
type graphQLCall struct {
	call     *endpoint.Call
	obtained bool
}

// findCall returns the call of a mutation, and whether this is its first field. One request tries
// one key, so the limit of requests also limits the keys that are tried.
func findCall(ctx context.Context) (c *endpoint.Call, first bool) {
	a := ctx.Value(callKey{}).(*graphQLCall)
	first, a.obtained = !a.obtained, true
	return a.call, first
}

// graphQLRequest is the body of a GraphQL request over HTTP. Clients send members that the service
// does not use, such as extensions. They are ignored.
type graphQLRequest struct {
	Query         string         `json:"query"`
	OperationName string         `json:"operationName"`
	Variables     map[string]any `json:"variables"`
}

func newGraphQL(runtime *module.Runtime) endpoint.Handle {
	introspects := func(context.Context) bool { return false }
	schema := graphql.MustParseSchema(schemaText, &resolver{runtime}, graphql.MaxDepth(maxDepth), graphql.OverlapValidationLimit(maxPairs), graphql.RestrictIntrospection(introspects))
	return func(c *endpoint.Call) (endpoint.Reply, error) {
		var request graphQLRequest
		if err := json.Unmarshal(c.Body, &request); err != nil {
			return endpoint.Reply{}, describeBodyError(c, err)
		}
		answer := &graphql.Response{}
		if refused := checkQuery(request.Query); refused != nil {
			answer.Errors = []*gqlerrors.QueryError{{Message: refused.message, ResolverError: refused, Extensions: refused.Extensions()}}
		} else {
			ctx := context.WithValue(c.Request.Context(), callKey{}, &graphQLCall{call: c})
			answer = schema.Exec(ctx, request.Query, request.OperationName, request.Variables)
		}
		for _, e := range answer.Errors {
			completeError(runtime, e)
		}
		body, err := json.Marshal(answer)
		return endpoint.Reply{Status: http.StatusOK, Body: jsontext.Value(body)}, err
	}
}

// describeBodyError returns the error for a body that is no JSON, or no GraphQL request.
func describeBodyError(c *endpoint.Call, cause error) error {
	var faults fault.Collector
	if _, err := payload.Of().Decode(c.Body, c.Limits, &faults); err != nil {
		return err
	}
	e := fault.New(http.StatusBadRequest, fault.RequestFailedValidation,
		"The body is not a GraphQL request: an object with the text query and, if needed, the object variables.")
	e.Cause = cause
	return e
}
