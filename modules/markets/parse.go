package markets

import (
	"bytes"
	"encoding/json"
	"encoding/json/jsontext"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// The limits of a schema. Its author is trusted but can make mistakes.
const (
	maxSchema  = 256 << 10 // bytes
	maxDepth   = 64
	maxPattern = 1000 // bytes; the memory that RE2 needs grows with it
)

const draft = "https://json-schema.org/draft/2020-12/schema"

// parse reads a schema and refuses forbidden keywords at any place of it.
func parse(text string) (map[string]any, error) {
	if len(text) > maxSchema {
		return nil, fmt.Errorf("it has %d bytes; at most %d are allowed", len(text), maxSchema)
	}
	if err := plain(text); err != nil {
		return nil, err
	}
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		return nil, fmt.Errorf("it is not JSON: %w", err)
	}
	document, ok := value.(map[string]any)
	if !ok {
		return nil, errors.New("it must be a JSON object")
	}
	if named, given := document["$schema"]; given && named != draft && named != draft+"#" {
		return nil, errors.New("its $schema must be " + draft)
	}
	return document, screen(document)
}

// plain refuses a text that is not strict JSON or is nested too deeply.
func plain(text string) error {
	d := jsontext.NewDecoder(bytes.NewBufferString(text))
	for {
		_, err := d.ReadToken()
		switch {
		case err == io.EOF:
			return nil
		case err != nil:
			return fmt.Errorf("it is not JSON: %w", err)
		case d.StackDepth() > maxDepth:
			return fmt.Errorf("it is nested deeper than %d", maxDepth)
		}
	}
}

// screen checks every keyword that is allowed or refused by its value alone. A member
// with the name of such a keyword that is no keyword has a value of another type.
func screen(value any) error {
	switch value := value.(type) {
	case []any:
		for _, item := range value {
			if err := screen(item); err != nil {
				return err
			}
		}
	case map[string]any:
		for name, inner := range value {
			if text, ok := inner.(string); ok {
				if err := screenKeyword(name, text); err != nil {
					return err
				}
			}
			if err := screen(inner); err != nil {
				return err
			}
			if _, ok := inner.(map[string]any); ok && len(name) > maxPattern {
				return fmt.Errorf("a name or pattern has %d bytes; at most %d are allowed", len(name), maxPattern)
			}
		}
	case json.Number:
		if !writable(value.String()) {
			return errors.New("a number in it is longer than any that can come: " + value.String()[:min(len(value), 20)])
		}
	}
	return nil
}

func screenKeyword(name, text string) error {
	switch name {
	case "$ref":
		if !strings.HasPrefix(text, "#/") {
			return fmt.Errorf("the $ref %q leads out of the document: only #/... is allowed", text)
		}
	case "$id", "$anchor", "$dynamicRef", "$dynamicAnchor", "$recursiveRef":
		return fmt.Errorf("%s is not supported: refer to #/... with $ref", name)
	case "pattern":
		if len(text) > maxPattern {
			return fmt.Errorf("a pattern has %d bytes; at most %d are allowed", len(text), maxPattern)
		}
	case "format":
		if !knownFormat(text) {
			return fmt.Errorf("there is no format %q", text)
		}
	}
	return nil
}
