// Package session says which member of the staff reads a page. The module that signs
// staff in puts the member into the context of a request. Pages read it from there.
package session

import "context"

// The roles of staff. Support staff see personal data, viewers see it masked.
const (
	Viewer  = "viewer"
	Support = "support"
)

// Reader is a member of the staff who is signed in.
type Reader struct {
	ID    string // of the record in the collection staff
	Email string
	Role  string
}

// SeesPersonalData reports whether the reader's role is to see it unmasked.
func (r *Reader) SeesPersonalData() bool { return r != nil && r.Role == Support }

type key struct{}

// With is a context in which the reader looks at a page.
func With(ctx context.Context, r *Reader) context.Context {
	return context.WithValue(ctx, key{}, r)
}

// From is the reader, and nil where nobody is signed in.
func From(ctx context.Context) *Reader {
	r, _ := ctx.Value(key{}).(*Reader)
	return r
}
