package documents

import (
	"context"

	"dataimport/modules/kit/domain/document"
)

// VerifyNamed looks up the named documents below root, adds a fault at each that is not
// there, and gives the others by their path. The error is a *[fault.Error] where the
// store does not answer.
func VerifyNamed(ctx context.Context, store Store, root string, named *document.Named) (map[string]document.Info, error) {
	if len(named.Paths) == 0 {
		return nil, nil
	}
	stored := make([]string, len(named.Paths))
	for i, path := range named.Paths {
		stored[i] = Join(root, path)
	}
	found, absent, err := Verify(ctx, store, stored)
	if err != nil {
		return nil, Unavailable(err)
	}
	for _, i := range absent {
		named.Places[i].Add(RuleMissing.Code, missing(root))
	}
	byPath := make(map[string]document.Info, len(found))
	for i, path := range named.Paths {
		if info, ok := found[stored[i]]; ok {
			byPath[path] = info
		}
	}
	return byPath, nil
}
