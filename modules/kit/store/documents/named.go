package documents

import (
	"context"

	"dataimport/modules/kit/domain/fault"
)

// Named collects the documents that a payload names, with their places in the payload.
type Named struct {
	paths  []string
	places []fault.At
}

// Add records that a path stands at a place. A path that is empty, or that has a fault
// already, names no document and is ignored.
func (n *Named) Add(path string, at fault.At) {
	if path == "" || !at.Clean() {
		return
	}
	n.paths, n.places = append(n.paths, path), append(n.places, at)
}

// Verify looks up all documents below root. It adds a fault at the place of each missing
// one, and returns the others by their path. Where the store does not answer, the error
// is a *[fault.Error].
func (n *Named) Verify(ctx context.Context, store Store, root string) (map[string]Info, error) {
	if len(n.paths) == 0 {
		return nil, nil
	}
	stored := make([]string, len(n.paths))
	for i, path := range n.paths {
		stored[i] = Join(root, path)
	}
	found, absent, err := Verify(ctx, store, stored)
	if err != nil {
		return nil, Unavailable(err)
	}
	for _, i := range absent {
		n.places[i].Add(RuleMissing.Code, missing(root))
	}
	byPath := make(map[string]Info, len(found))
	for i, path := range n.paths {
		if info, ok := found[stored[i]]; ok {
			byPath[path] = info
		}
	}
	return byPath, nil
}
