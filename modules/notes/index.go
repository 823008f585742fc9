package notes

import "time"

// index is which notes an account holds, as far as a request can meet them.
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

// expect reports whether the digest is new to the index, and makes it known.
func (x *index) expect(digest string) bool {
	if _, met := x.first[digest]; met {
		return false
	}
	x.first[digest] = time.Time{}
	return true
}

// add says that the account holds a note.
func (x *index) add(digest string, created time.Time) {
	if x.first[digest].IsZero() {
		x.first[digest] = created
	}
	x.created[moment{digest, created.UnixMilli()}] = struct{}{}
}

// match finds the note that one with this digest, and this creation if that is
// not zero, would repeat.
func (x *index) match(digest string, created time.Time) (time.Time, bool) {
	if created.IsZero() {
		first := x.first[digest]
		return first, !first.IsZero()
	}
	_, exists := x.created[moment{digest, created.UnixMilli()}]
	return created, exists
}
