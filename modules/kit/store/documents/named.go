package documents

import (
	"context"

	"dataimport/modules/kit/domain/fault"
)

// Named are the documents that a payload names, and where.
type Named struct {
	paths  []string
	places []fault.At
}

// Add notes that a path stands at a place. One that is empty, or has a fault
// already, names no document.
func (n *Named) Add(path string, at fault.At) {
	if path == "" || !at.Clean() {
		return
	}
	n.paths, n.places = append(n.paths, path), append(n.places, at)
}

// Verify looks all of them up below root, adds a fault at each that is not there,
// and gives the others by their path. Its error, where the store does not answer,
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
