package hooks

import (
	"regexp"
	"slices"
	"strings"

	"github.com/pocketbase/pocketbase/core"
)

// wordPattern matches a name in filters, sorts and expands, and the parts of a name.
var wordPattern = regexp.MustCompile(`[@A-Za-z0-9_]+`)

// checkWords refuses queries that use what the request's collection does not show. PocketBase lets
// superusers filter by hidden fields, and by the fields of other collections. Whether a record is
// found would reveal their content, letter by letter. A name is refused anywhere in the query, also
// within a text.
func (c *collections) checkWords(e *core.RequestEvent) error {
	values := e.Request.URL.Query()
	var words []string
	for _, name := range []string{"filter", "sort", "expand"} {
		for _, value := range values[name] {
			words = append(words, wordPattern.FindAllString(value, -1)...)
		}
	}
	if len(words) == 0 {
		return nil
	}
	secret, err := c.listUnreadable(e.App)
	if err != nil {
		return err
	}
	for _, w := range words {
		lower := strings.ToLower(w)
		of, _, isBack := strings.Cut(lower, "_via_")
		if lower == "@collection" || slices.Contains(secret, lower) || isBack && !c.isRead(of) {
			return e.ForbiddenError("This query asks for "+w+", which is for admins alone.", nil)
		}
	}
	return nil
}

// listUnreadable lists the names of the fields that operators do not see, and of the relations to
// collections that they do not read, in small letters.
func (c *collections) listUnreadable(app core.App) ([]string, error) {
	all, err := app.FindAllCollections()
	if err != nil {
		return nil, err
	}
	readable := make(map[string]bool)
	for _, known := range all {
		readable[known.Id] = c.isRead(known.Name)
	}
	var names []string
	for _, known := range all {
		for _, field := range known.Fields {
			relation, isRelation := field.(*core.RelationField)
			if field.GetHidden() || isRelation && readable[known.Id] && !readable[relation.CollectionId] {
				names = append(names, strings.ToLower(field.GetName()))
			}
		}
	}
	return names, nil
}
