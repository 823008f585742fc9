package apptest

import (
	"bytes"
	"io"
	"net/http"
	"regexp"
	"strings"
	"sync"

	"github.com/pb33f/libopenapi"
	validator "github.com/pb33f/libopenapi-validator"
	"github.com/pb33f/libopenapi-validator/errors"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/http/paths"
)

const (
	documentPath = paths.Document
	docsPath     = paths.DocsPage
)

// document checks requests and answers against an OpenAPI document.
type document struct {
	mu        sync.Mutex // the validator does not promise to be safe for concurrent use
	validator validator.Validator
}

// documents caches the parsed documents by their text, because parsing takes a second.
var documents sync.Map

func (e *Env) loadDocument() *document {
	e.Helper()
	response, err := e.client.Get(e.URL + documentPath)
	if err != nil {
		e.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != http.StatusOK {
		e.Fatalf("no document: %d %v", response.StatusCode, err)
	}
	if !e.Markets {
		text = closed(text)
	}
	if known, ok := documents.Load(string(text)); ok {
		return known.(*document)
	}
	parsed, err := libopenapi.NewDocument(text)
	if err != nil {
		e.Fatal(err)
	}
	v, problems := validator.NewValidator(parsed)
	if len(problems) > 0 {
		e.Fatal(problems)
	}
	if ok, problems := v.ValidateDocument(); !ok {
		e.Fatal(describe(problems))
	}
	d := &document{validator: v}
	documents.Store(string(text), d)
	return d
}

// closed returns a document whose account has no members of markets. So tests without
// markets notice undocumented members.
func closed(text []byte) []byte {
	return regexp.MustCompile(`("`+account.MarketMember+`": \{\s*"description": "[^"]*")`).ReplaceAll(text, []byte(`$1, "not": {}`))
}

// conforms fails the test where an answer is not documented, or where a successful
// request is not. It ignores pages and addresses that do not exist, which are outside the
// document.
func (e *Env) conforms(sent *http.Request, body string, answer *Answer) {
	e.Helper()
	path := sent.URL.EscapedPath()
	if e.Unchecked || path == documentPath || strings.HasPrefix(path+"/", docsPath) || !strings.HasPrefix(path, paths.Prefix) ||
		answer.Status == http.StatusNotFound && bytes.Contains(answer.Body, []byte(`"not_found"`)) || answer.Status == http.StatusMethodNotAllowed {
		return
	}
	if e.document == nil {
		e.document = e.loadDocument()
	}
	request := sent.Clone(sent.Context())
	if !strings.HasSuffix(path, "/") {
		request.URL.Path += "/"
		request.URL.RawPath += "/"
	}
	e.document.mu.Lock()
	defer e.document.mu.Unlock()
	if answer.Status < 300 && !e.Freely {
		for _, part := range parts(request.Header, body) {
			request.Body = io.NopCloser(strings.NewReader(part))
			if ok, problems := e.document.validator.ValidateHttpRequestSync(request); !ok {
				e.Errorf("the request to %s is not as documented: %s", path, describe(problems))
			}
		}
	}
	for _, part := range parts(answer.Header, string(answer.Body)) {
		response := &http.Response{
			StatusCode: answer.Status, Header: answer.Header, Request: request, Body: io.NopCloser(strings.NewReader(part)),
		}
		if ok, problems := e.document.validator.ValidateHttpResponse(request, response); !ok {
			e.Errorf("the answer of %s is not as documented: %s\n%s", path, describe(problems), part)
		}
	}
}

// maxParts is how many lines of a body are checked.
const maxParts = 20

// parts are what the document describes of a body: each line of NDJSON, or the whole body.
func parts(header http.Header, body string) []string {
	switch kind := header.Get("Content-Type"); {
	case kind == "application/x-ndjson":
		lines := strings.Split(strings.TrimSpace(body), "\n")
		return lines[:min(len(lines), maxParts)]
	case strings.HasPrefix(kind, "text/"):
		return nil
	}
	return []string{body}
}

func describe(problems []*errors.ValidationError) string {
	var b strings.Builder
	for _, p := range problems {
		b.WriteString("\n" + p.Message + ": " + p.Reason)
		for _, s := range p.SchemaValidationErrors {
			b.WriteString("\n  " + s.FieldPath + " " + s.Reason)
		}
	}
	return b.String()
}
