// Package session says which member of the staff reads a page. The module that signs
// staff in puts the member into the context of a request. Pages read it from there.
package session

import (
	"context"
	"slices"
	"strings"
)

// The roles of staff. Support staff see personal data, viewers see it masked.
const (
	Viewer  = "viewer"
	Support = "support"
)

// Reader is a signed-in member of the staff.
type Reader struct {
	ID    string // id of the record in the collection staff
	Email string
	Role  string
	// Suppliers has the ids of the suppliers that the member sees, without order. The
	// member sees all suppliers where it is empty.
	Suppliers []string
}

// SeesPersonalData reports whether the reader's role allows unmasked personal data.
func (r *Reader) SeesPersonalData() bool { return r != nil && r.Role == Support }

// Sees reports whether the reader sees the supplier with a record id. A supplier that the
// reader does not see is shown as one that does not exist.
func (r *Reader) Sees(supplierID string) bool {
	return r != nil && (len(r.Suppliers) == 0 || slices.Contains(r.Suppliers, supplierID))
}

// Scope returns a text that readers share who have the same role and see the same
// suppliers.
func (r *Reader) Scope() string {
	return r.Role + " " + strings.Join(slices.Sorted(slices.Values(r.Suppliers)), " ")
}

type key struct{}

// With returns a context with the reader.
func With(ctx context.Context, r *Reader) context.Context {
	return context.WithValue(ctx, key{}, r)
}

// From returns the reader of a context, or nil where no reader is signed in.
func From(ctx context.Context) *Reader {
	r, _ := ctx.Value(key{}).(*Reader)
	return r
}
