package module

import (
	"slices"

	"dataimport/modules/kit/domain/payload"
	"dataimport/modules/kit/http/postimport"
)

// PostImport is how a client sends data of a kind for an imported account.
type PostImport struct {
	// Member is the member of a book's line that holds the data, and what events call it.
	Member string
	// Path is the address of the endpoint, without the slash at its end.
	Path string
	// Single says that the member is one object, whose members stand beside those that name
	// the account. Otherwise it is an array, which the request has under the same name.
	Single bool
	// Body is the body of a request.
	Body *payload.Object
	// Rank orders the kinds: data of a lower rank is sent first.
	Rank int
	// Prepare gives the half of the endpoint that decodes and checks a body. A part of a
	// book's line is such a body. A runtime without a database, documents and vendors leaves
	// out the rules that need them.
	Prepare func(r *Runtime) postimport.Prepare
}

// PostImportsOf are the kinds of data that clients send for imported accounts, in the order
// in which they are sent.
func PostImportsOf(modules []Module) (list []PostImport) {
	for i := range modules {
		if kind := modules[i].PostImport; kind != nil {
			list = append(list, *kind)
		}
	}
	slices.SortStableFunc(list, func(a, b PostImport) int { return a.Rank - b.Rank })
	return list
}
