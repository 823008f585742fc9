package markets

import (
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// opening is an object of the account that a market adds to: the account itself, or
// one that it has already.
type opening struct {
	list     bool // it is each item of an array
	added    map[string]*jsonschema.Schema
	required []string            // of the added
	inside   map[string]*opening // by the members of the core that lead there; items of arrays included
}

// find is the opening of an object by its attr, nil where nothing is added to it.
func (o *opening) find(attr string) *opening {
	for o != nil && attr != "" {
		var name string
		name, attr, _ = strings.Cut(attr, ".")
		if name[0] >= '0' && name[0] <= '9' {
			continue // an item
		}
		o = o.inside[name]
	}
	return o
}

type builder struct {
	compiler *jsonschema.Compiler
}

// Keywords of what the account has already, in a market's schema: what that itself
// must be is not the market's to say.
var (
	objectKeywords = []string{"$schema", "$defs", "$comment", "title", "description", "examples", "type", "properties", "required"}
	listKeywords   = []string{"$comment", "title", "description", "examples", "type", "items"}
)

// memberName is what an added member can be called: attrs have points and indexes
// between names.
var memberName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]{0,127}$`)

// opening reads a schema of an object of the account that stands at a pointer. The
// core is what that object is without the market.
func (b *builder) opening(document, core map[string]any, pointer string) (*opening, error) {
	o := &opening{added: make(map[string]*jsonschema.Schema), inside: make(map[string]*opening)}
	if err := onlyKeywords(objectKeywords, document, pointer); err != nil {
		return nil, err
	}
	has, _ := core["properties"].(map[string]any)
	properties, _ := document["properties"].(map[string]any)
	for _, name := range slices.Sorted(maps.Keys(properties)) {
		if err := b.member(o, name, properties[name], has[name], pointer+"/properties/"+name); err != nil {
			return nil, err
		}
	}
	required, _ := document["required"].([]any)
	for _, name := range required {
		name, _ := name.(string)
		if o.added[name] == nil {
			return nil, fmt.Errorf("at %s, required names %q, which the market does not add there", pointer, name)
		}
		o.required = append(o.required, name)
	}
	return o, nil
}

// onlyKeywords refuses what would not be checked.
func onlyKeywords(keywords []string, document map[string]any, pointer string) error {
	for _, name := range slices.Sorted(maps.Keys(document)) {
		if !slices.Contains(keywords, name) {
			return fmt.Errorf("at %s, the keyword %q is not for what the account has already: use it inside of what the market adds", pointer, name)
		}
	}
	return nil
}

// placeNames makes the names of a place in the account of a pointer into a schema.
var placeNames = strings.NewReplacer("#/properties/", "", "/items/properties/", ".", "/properties/", ".")

// member reads the schema of one member: of a new one, or of one of the core that
// leads to new ones.
func (b *builder) member(o *opening, name string, value, core any, pointer string) error {
	if !memberName.MatchString(name) {
		return fmt.Errorf("no member can be called %q: use letters, digits and _", name)
	}
	known, _ := core.(map[string]any)
	if known == nil {
		added, err := b.compiler.Compile(address + pointer)
		if err != nil {
			return reason(err)
		}
		o.added[name] = added
		return nil
	}
	clash := errors.New("the account has " + placeNames.Replace(pointer) + " already: a market can only add members to the objects in it, where there are any")
	document, _ := value.(map[string]any)
	items, list := known["items"].(map[string]any)
	if list {
		if onlyKeywords(listKeywords, document, pointer) != nil {
			return clash
		}
		document, _ = document["items"].(map[string]any)
		known, pointer = items, pointer+"/items"
	}
	if known["properties"] == nil || document["properties"] == nil {
		return clash
	}
	inside, err := b.opening(document, known, pointer)
	if err != nil {
		return err
	}
	inside.list = list
	o.inside[name] = inside
	return nil
}
