package notes

import "time"

// index holds the notes of an account whose digests a request has.
type index struct {
	first   map[string]time.Time // by digest, the zero time for one that is only expected
	created map[moment]struct{}
}

type moment struct {
	digest  string
	created int64 // Unix milliseconds
}

func newIndex(n int) *index {
	return &index{first: make(map[string]time.Time, n), created: make(map[moment]struct{}, n)}
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
func (x *index) add(digest string, created time.Time) {
	if x.first[digest].IsZero() {
		x.first[digest] = created
	}
	x.created[moment{digest, created.UnixMilli()}] = struct{}{}
}

// match finds the note that has this digest and, unless created is zero, this creation.
func (x *index) match(digest string, created time.Time) (time.Time, bool) {
	if created.IsZero() {
		first := x.first[digest]
		return first, !first.IsZero()
	}
	_, exists := x.created[moment{digest, created.UnixMilli()}]
	return created, exists
}
