// Package session says who reads a page: a member of the staff, or an operator of the
// dashboard. The module that signs readers in puts the reader into the context of a
// request. Pages read it from there.
package session

import (
	"context"
	"slices"
	"strconv"
	"strings"
)

// The roles of staff. Support staff see personal data, viewers see it masked.
const (
	Viewer  = "viewer"
	Support = "support"
)

// Reader is a signed-in reader of pages.
type Reader struct {
	ID    string // id of the record in the collection staff, or of the superuser
	Email string
	Role  string
	// Superuser says that the reader is an operator or an admin of the dashboard. No role of
	// the staff gives that.
	Superuser bool
	// Suppliers has the ids of the suppliers that the member sees, without order. The
	// member sees all suppliers where it is empty.
	Suppliers []string
}

// SeesPersonalData reports whether the reader's role allows unmasked personal data.
func (r *Reader) SeesPersonalData() bool {
	return r != nil && (r.Role == Support || r.Operates())
}

// Operates reports whether the reader is a superuser of the dashboard: an operator or an admin.
func (r *Reader) Operates() bool { return r != nil && r.Superuser }

// Sees reports whether the reader sees the supplier with a record id. A supplier that the
// reader does not see is shown as one that does not exist.
func (r *Reader) Sees(supplierID string) bool {
	return r != nil && (len(r.Suppliers) == 0 || slices.Contains(r.Suppliers, supplierID))
}

// Scope returns a text that readers share who have the same role and see the same
// suppliers.
func (r *Reader) Scope() string {
	return strconv.FormatBool(r.Superuser) + " " + r.Role + " " + strings.Join(slices.Sorted(slices.Values(r.Suppliers)), " ")
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
