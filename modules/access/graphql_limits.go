package access

import (
	"fmt"
	"strings"
	"unicode"
)

// The limits of a query. The mutation with all of its members, a refresh token in its
// text and a name for everything needs less than two thirds of each. They bound the work
// for a request that has no token yet: the time of the GraphQL library grows with the
// square of the selections, and fragments multiply them.
const (
	// maxBody bounds the body of a request, in bytes.
	maxBody = 16 << 10
	// maxQuery bounds the text of a query, in bytes.
	maxQuery = 4 << 10
	// maxWords bounds the words of a query. Each operation, selection, alias, argument,
	// variable and directive has a name, so it bounds them all.
	maxWords = 48
	// maxPairs bounds the pairs of selections that the library compares with each other.
	maxPairs = 200
	// maxDepth bounds the brackets within brackets of a query, of all kinds.
	maxDepth = 8
)

// checkQuery refuses a query that may cost much, before the GraphQL library reads it. It
// reads the text once. It does not tell texts and comments from the rest: words, brackets
// and dots within them count, too.
func checkQuery(query string) *graphQLError {
	if len(query) > maxQuery {
		return refuseQuery("The query has more than %d bytes.", maxQuery)
	}
	if strings.Contains(query, "...") {
		return refuseQuery("Fragments are not supported: write the members out.")
	}
	words, depth, start := 0, 0, -1 // start is the place of the word that is being read, or -1
	for i, r := range query + " " {
		if r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) {
			if start < 0 {
				start = i
			}
			continue
		}
		if start >= 0 {
			if words++; words > maxWords {
				return refuseQuery("The query has more than %d words.", maxWords)
			}
			if word := query[start:i]; word == "__schema" || word == "__type" {
				return refuseQuery("Introspection is switched off: the document of the interface has the schema.")
			}
			start = -1
		}
		switch r {
		case '{', '(', '[':
			if depth++; depth > maxDepth {
				return refuseQuery("The query has more than %d brackets within brackets.", maxDepth)
			}
		case '}', ')', ']':
			depth--
		}
	}
	return nil
}

func refuseQuery(format string, values ...any) *graphQLError {
	return &graphQLError{ruleQuery.Code, fmt.Sprintf(format, values...)}
}
