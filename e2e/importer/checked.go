package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/gorillamux"
)

// checkedTransport sends requests, and checks them and their answers against a document.
type checkedTransport struct {
	router routers.Router
	token  string
}

func newCheckedTransport(path string) (*checkedTransport, error) {
	document, err := openapi3.NewLoader().LoadFromFile(path)
	if err != nil {
		return nil, err
	}
	// The example of lines is a text of several: a schema describes one of them. The examples are sent as they are in
	// another test.
	if err := document.Validate(context.Background(), openapi3.DisableExamplesValidation()); err != nil {
		return nil, fmt.Errorf("the document: %w", err)
	}
	router, err := gorillamux.NewRouter(document)
	return &checkedTransport{router: router}, err
}

// authorise adds the token to a request.
func (t *checkedTransport) authorise(_ context.Context, request *http.Request) error {
	if t.token != "" {
		request.Header.Set("Authorization", "Token "+t.token)
	}
	return nil
}

// Do sends a request. The error names what is not as documented.
func (t *checkedTransport) Do(request *http.Request) (*http.Response, error) {
	route, parameters, err := t.router.FindRoute(request)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", request.URL, err)
	}
	input := &openapi3filter.RequestValidationInput{
		Request: request, PathParams: parameters, Route: route,
		Options: &openapi3filter.Options{AuthenticationFunc: openapi3filter.NoopAuthenticationFunc, IncludeResponseStatus: true},
	}
	if err := openapi3filter.ValidateRequest(request.Context(), input); err != nil {
		return nil, fmt.Errorf("the request to %s: %w", request.URL, err)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return nil, err
	}
	response.Body = io.NopCloser(bytes.NewReader(body))
	err = openapi3filter.ValidateResponse(request.Context(), &openapi3filter.ResponseValidationInput{
		RequestValidationInput: input, Status: response.StatusCode, Header: response.Header,
		Body: io.NopCloser(bytes.NewReader(body)), Options: input.Options,
	})
	if err != nil {
		return nil, fmt.Errorf("the answer of %s: %w\n%s", request.URL, err, body)
	}
	return response, nil
}
