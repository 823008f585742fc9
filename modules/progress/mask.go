package progress

import (
	"bytes"
	"encoding/json/jsontext"
	"errors"
	"io"

	"dataimport/modules/kit/domain/payload"
	"dataimport/modules/kit/http/page"
	"dataimport/modules/kit/module"
	"dataimport/views"
)

// maskText returns a text, masked for a reader who may not see personal data.
func maskText(v *page.Request, text string) string {
	if text == "" || v.SeesPersonalData() {
		return text
	}
	return views.Masked
}

// classes says which values are personal: those of accounts, and those of requests that add data to
// imported accounts.
type classes struct {
	account  payload.Privacy
	requests []payload.Privacy
}

func newClasses(r *module.Runtime) classes {
	c := classes{account: r.Object.Privacy()}
	for _, kind := range module.PostImportsOf(r.Modules) {
		c.requests = append(c.requests, kind.Body.Privacy())
	}
	return c
}

// isImpersonal reports whether the value at the attr of a fault says nothing of a person. An attr
// may be of an account or of a request, so it must be impersonal in each of them that has it.
func (c *classes) isImpersonal(attr string) bool {
	known := false
	for _, root := range append(c.requests[:len(c.requests):len(c.requests)], c.account) {
		switch at := root.At(attr); {
		case at.IsImpersonal():
			known = true
		case at.IsKnown():
			return false
		}
	}
	return known
}

// maskJSON returns a payload whose values are masked, except the impersonal ones. The names of
// members stay, documented or not, because a name is the sender's word for a kind of data.
func maskJSON(data []byte, privacy payload.Privacy) ([]byte, error) {
	var out bytes.Buffer
	in, to := jsontext.NewDecoder(bytes.NewReader(data), jsontext.AllowDuplicateNames(true)), jsontext.NewEncoder(&out, jsontext.AllowDuplicateNames(true))
	at, outer := privacy, []payload.Privacy(nil) // of the next value, and of the values around it
	for {
		token, err := in.ReadToken()
		if errors.Is(err, io.EOF) {
			return out.Bytes(), nil
		}
		if err != nil {
			return nil, err
		}
		kind, length := in.StackIndex(in.StackDepth())
		isName := kind == '{' && length%2 == 1 && token.Kind() == '"'
		switch token.Kind() {
		case '{':
			outer = append(outer, at)
		case '[':
			outer = append(outer, at)
			at = at.Item()
		case '}', ']':
			at, outer = outer[len(outer)-1], outer[:len(outer)-1]
		case '"', '0', 't', 'f':
			if isName {
				at = outer[len(outer)-1].Member(token.String())
			} else if !at.IsImpersonal() {
				token = jsontext.String(views.Masked)
			}
		}
		if err := to.WriteToken(token); err != nil {
			return nil, err
		}
	}
}

// maskTree masks a decoded value.
func maskTree(v any, privacy payload.Privacy) any {
	switch v := v.(type) {
	case nil:
		return nil
	case map[string]any:
		members := make(map[string]any, len(v))
		for name := range v {
			members[name] = maskTree(v[name], privacy.Member(name))
		}
		return members
	case []any:
		list := make([]any, len(v))
		for i := range v {
			list[i] = maskTree(v[i], privacy.Item())
		}
		return list
	}
	if privacy.IsImpersonal() {
		return v
	}
	return views.Masked
}
