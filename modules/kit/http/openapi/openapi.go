// Package openapi builds the published document of the interface, in OpenAPI 3.1, from
// the descriptions of the endpoints. Schemas are plain JSON Schema values. The schemas of
// requests are generated from the types that read the requests.
package openapi

import (
	"cmp"
	"encoding/json/jsontext"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"dataimport/modules/kit/http/paths"
)

// Schema is a JSON Schema 2020-12 document.
type Schema = map[string]any

// Operation is an endpoint's description of itself.
type Operation struct {
	ID          string // unique; the name in generated clients
	Summary     string
	Description string
	Tag         string
	Parameters  []Parameter
	Request     Schema // schema of the body; nil for none
	RequestType string // media type of the body; empty for application/json
	Example     string // of the body
	Responses   []Response
}

// Parameter is a part of the path or of the query.
type Parameter struct {
	Name        string
	In          string // path or query
	Required    bool   // for parameters of the query; those of the path are always required
	Description string
	Schema      Schema
	Example     string // empty for none
}

// Response is one kind of answer of an endpoint.
type Response struct {
	Status      int
	Description string
	Schema      Schema
	ContentType string   // media type; empty for application/json
	Example     string   // of the body; empty for none
	Codes       []string // codes of errors, for the reader
	RetryAfter  bool
}

// Error returns a response with the service's one form of errors.
func Error(status int, description string, codes ...string) Response {
	return Response{Status: status, Description: description, Schema: Ref("Error"), Codes: codes}
}

// Ref returns a reference to a schema in the document's components.
func Ref(name string) Schema {
	return Schema{"$ref": "#/components/schemas/" + name}
}

// Object returns the schema of an object with exactly these members, all of them
// required.
func Object(members Schema) Schema {
	return Schema{
		"type": "object", "properties": members, "additionalProperties": false,
		"required": slices.Sorted(maps.Keys(members)),
	}
}

// Named returns the schema with a title, which makes it a component of that name.
func Named(title string, schema Schema) Schema {
	named := maps.Clone(schema)
	named["title"] = title
	return named
}

// Array returns the schema of a list of items.
func Array(items Schema) Schema { return Schema{"type": "array", "items": items} }

// String returns the schema of a text. The description may be empty.
func String(description string) Schema {
	if description == "" {
		return Schema{"type": "string"}
	}
	return Schema{"type": "string", "description": description}
}

// Route is an operation with its method and path.
type Route struct {
	Method    string
	Path      string
	Public    bool // whether it needs no token
	Operation Operation
}

// Document returns the whole document. Each schema that has a title becomes a component of
// that name.
func Document(version string, routes []Route, account Schema) Schema {
	schemas := components{"Error": errorSchema()}
	for name, schema := range account {
		schemas[name] = schemas.named(name, schema.(Schema))
	}
	pathItems := Schema{}
	for _, route := range routes {
		path := route.Path + "/"
		item, exists := pathItems[path].(Schema)
		if !exists {
			item = Schema{}
			pathItems[path] = item
		}
		item[strings.ToLower(route.Method)] = route.operation(schemas)
	}
	return Schema{
		"openapi": "3.1.0",
		"info": Schema{
			"title": "Account migration import service", "version": version,
			"description": "Validates, stages and creates customer accounts, imports further data onto them, and says how far the migration is. " +
				"Every path is served with and without its last slash. Every error has the same shape. " +
				"Where a string is documented, a number is accepted and kept as it is written.",
		},
		"servers": []Schema{{"url": "/"}},
		"tags":    tags(routes),
		"paths":   pathItems,
		"components": Schema{
			"schemas": schemas,
			"securitySchemes": Schema{"token": Schema{
				"type": "apiKey", "in": "header", "name": "Authorization",
				"description": "`Token <t>`, with a token of the GraphQL mutation `obtainToken`. `JWT <t>`, `Bearer <t>` and the bare token are taken too.",
			}},
		},
	}
}

// tags returns the tags of the routes in the order of the routes, which is the order of
// an import's steps.
func tags(routes []Route) []Schema {
	var names []Schema
	known := make(map[string]bool)
	for _, route := range routes {
		if tag := route.Operation.Tag; !known[tag] {
			known[tag] = true
			names = append(names, Schema{"name": tag})
		}
	}
	return names
}

func (r Route) operation(schemas components) Schema {
	o := Schema{
		"operationId": r.Operation.ID, "summary": r.Operation.Summary, "tags": []string{r.Operation.Tag},
		"responses": r.responses(schemas),
	}
	if r.Operation.Description != "" {
		o["description"] = r.Operation.Description
	}
	if r.Operation.Request != nil {
		o["requestBody"] = Schema{"required": true, "content": content(r.Operation.RequestType, schemas.reference(r.Operation.ID, r.Operation.Request), r.Operation.Example)}
	}
	if len(r.Operation.Parameters) > 0 {
		o["parameters"] = r.parameters()
	}
	o["security"] = []Schema{}
	if !r.Public {
		o["security"] = []Schema{{"token": []string{}}}
	}
	return o
}

func (r Route) parameters() []Schema {
	parameters := make([]Schema, len(r.Operation.Parameters))
	for i, p := range r.Operation.Parameters {
		parameter := Schema{"name": p.Name, "in": p.In, "required": p.Required || p.In == "path", "description": p.Description, "schema": p.Schema}
		if p.Example != "" {
			parameter["example"] = p.Example
		}
		parameters[i] = parameter
	}
	return parameters
}

const mediaJSON = "application/json"

// content describes a body. The example of one that is not JSON is a text.
func content(mediaType string, schema Schema, example string) Schema {
	mediaType = cmp.Or(mediaType, mediaJSON)
	described := Schema{"schema": schema}
	switch {
	case example == "":
	case mediaType == mediaJSON:
		described["example"] = jsontext.Value(example)
	default:
		described["example"] = example
	}
	return Schema{mediaType: described}
}

// responses returns the operation's own responses and those that every operation has.
func (r Route) responses(schemas components) Schema {
	all := slices.Clone(r.Operation.Responses)
	if !r.Public {
		all = append(all, Error(http.StatusUnauthorized, "No valid token.", "not_authenticated", "invalid_token", "token_expired"),
			Error(http.StatusForbidden, "The client may not do this.", "permission_denied"))
	}
	if r.Method == http.MethodPost {
		all = append(all, Error(http.StatusRequestTimeout, "The body arrives too slowly.", "request_timeout"),
			Error(http.StatusRequestEntityTooLarge, "The body is too large.", "payload_too_large"),
			Error(http.StatusUnsupportedMediaType, "The body is not sent as JSON.", "unsupported_media_type"))
	}
	busy := Error(http.StatusTooManyRequests, "Too much at once: retry after the given time.", "throttled", "concurrency_limit_reached")
	stopping := Error(http.StatusServiceUnavailable, "The service is stopping, or cannot store anything.", "shutting_down", "storage_unavailable")
	busy.RetryAfter, stopping.RetryAfter = true, true
	all = append(all, busy, stopping, Error(http.StatusInternalServerError, "Our fault; the log has more under the request_id.", "internal_error"))
	responses := Schema{}
	for _, response := range all {
		response.Schema = schemas.reference(r.Operation.ID, response.Schema)
		response.addTo(responses)
	}
	return responses
}

// addTo adds the response. A response with a status that exists already adds its codes to
// it.
func (r Response) addTo(responses Schema) {
	status := strconv.Itoa(r.Status)
	description := r.Description
	if len(r.Codes) > 0 {
		description += " Codes: `" + strings.Join(r.Codes, "`, `") + "`."
	}
	if existing, exists := responses[status].(Schema); exists {
		existing["description"] = existing["description"].(string) + " " + description
		return
	}
	response := Schema{"description": description, "content": content(r.ContentType, r.Schema, r.Example)}
	if r.RetryAfter {
		response["headers"] = Schema{"Retry-After": Schema{"description": "Seconds to wait.", "schema": Schema{"type": "integer", "minimum": 1}}}
	}
	responses[status] = response
}

func errorSchema() Schema {
	code := String("Stable. [What each means, and what to do about it](" + paths.RulesPage + ").")
	fault := Object(Schema{
		"detail": String("For a person; may change, never to be parsed."),
		"code":   code,
		"attr":   String("Dotted path of the offending input, indexes zero-based; empty for the whole payload."),
	})
	return Schema{
		"type": "object", "required": []string{"detail", "code", "errors"}, "additionalProperties": false,
		"properties": Schema{
			"detail": String("For a person: what is wrong and what to do. May change, never to be parsed."),
			"code":   code, "errors": Array(fault),
			"request_id":              String("On internal_error: names the line in the log."),
			"external_account_number": String("On account_already_imported."),
			"service_account_number":  String("On account_already_imported."),
		},
	}
}
