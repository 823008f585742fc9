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

// opening is an object of the core to which a market adds members: the account itself, or
// an object inside it.
type opening struct {
	list      bool // whether it is each item of an array
	added     map[string]*addition
	required  []string            // the required added members
	inside    map[string]*opening // openings inside this one, by the member of the core; items of arrays included
	requiring map[string]*opening // those inside that require a member
}

// addition describes a member that a market adds.
type addition struct {
	schema *jsonschema.Schema
	shape  *shape
}

// requires reports whether the market requires a member of the object or of an object
// inside it.
func (o *opening) requires() bool { return len(o.required)+len(o.requiring) > 0 }

// find returns the opening of the object with an attr, or nil where the market adds
// nothing to it.
func (o *opening) find(attr string) *opening {
	for o != nil && attr != "" {
		var name string
		name, attr, _ = strings.Cut(attr, ".")
		if name[0] >= '0' && name[0] <= '9' {
			continue // an index of an item
		}
		o = o.inside[name]
	}
	return o
}

type builder struct {
	compiler *jsonschema.Compiler
	shapes   shaper
}

// The allowed keywords of a core's member in a market's schema. A market cannot restrict
// the member itself.
var (
	objectKeywords = []string{"$schema", "$defs", "$comment", "title", "description", "examples", "type", "properties", "required"}
	listKeywords   = []string{"$comment", "title", "description", "examples", "type", "items"}
)

// ofCore is the $comment of a member that belongs to a module of the service. The market adds
// nothing to it where the module is switched off.
const ofCore = "of the core"

// memberName matches the allowed names of added members. Attrs have points and indexes
// between names.
var memberName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]{0,127}$`)

// opening reads the market's schema of an object of the core, which stands at a pointer.
// core is the schema of that object without the market.
func (b *builder) opening(document, core map[string]any, pointer string) (*opening, error) {
	o := &opening{added: make(map[string]*addition), inside: make(map[string]*opening), requiring: make(map[string]*opening)}
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

// onlyKeywords refuses keywords that would not be checked.
func onlyKeywords(keywords []string, document map[string]any, pointer string) error {
	for _, name := range slices.Sorted(maps.Keys(document)) {
		if !slices.Contains(keywords, name) {
			return fmt.Errorf("at %s, the keyword %q is not for what the account has already: use it inside of what the market adds", pointer, name)
		}
	}
	return nil
}

// placeNames replaces a pointer into a schema by the name of the place in the account.
var placeNames = strings.NewReplacer("#/properties/", "", "/items/properties/", ".", "/properties/", ".")

// member reads the schema of one member: of a new one, or of one of the core that
// contains new ones.
func (b *builder) member(o *opening, name string, value, core any, pointer string) error {
	if !memberName.MatchString(name) {
		return fmt.Errorf("no member can be called %q: use letters, digits and _", name)
	}
	known, _ := core.(map[string]any)
	if document, _ := value.(map[string]any); known == nil && document["$comment"] == ofCore {
		return nil
	}
	if known == nil {
		added, err := b.compiler.Compile(address + pointer)
		if err != nil {
			return reason(err)
		}
		o.added[name] = &addition{added, b.shapes.make(added)}
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
	if inside.requires() {
		o.requiring[name] = inside
	}
	return nil
}
