package notes

import "time"

// index holds the notes of an account whose digests or external ids a request has.
type index struct {
	first    map[string]time.Time // by digest, the zero time for one that is only expected
	created  map[moment]struct{}
	external map[string]time.Time // by external id
}

type moment struct {
	digest  string
	created int64 // Unix milliseconds
}

func newIndex(n int) *index {
	return &index{first: make(map[string]time.Time, n), created: make(map[moment]struct{}, n), external: make(map[string]time.Time)}
}

// expect adds a digest, and reports whether the index did not have it.
func (x *index) expect(digest string) bool {
	if _, met := x.first[digest]; met {
		return false
	}
	x.first[digest] = time.Time{}
	return true
}

// add adds a note that the account holds.
func (x *index) add(digest, externalID string, created time.Time) {
	if x.first[digest].IsZero() {
		x.first[digest] = created
	}
	x.created[moment{digest, created.UnixMilli()}] = struct{}{}
	if _, met := x.external[externalID]; externalID != "" && !met {
		x.external[externalID] = created
	}
}

// match finds the note that has the external id of n, or else its digest and, where n has
// one, its creation. It returns the creation of the note that it finds.
func (x *index) match(n *Note, digest string) (time.Time, bool) {
	if created, exists := x.external[n.ExternalID]; exists {
		return created, true
	}
	if n.CreatedAt.IsZero() {
		first := x.first[digest]
		return first, !first.IsZero()
	}
	_, exists := x.created[moment{digest, n.CreatedAt.UnixMilli()}]
	return n.CreatedAt, exists
}
