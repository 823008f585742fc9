package documents

import (
	"context"

	"dataimport/modules/kit/domain/document"
)

// VerifyNamed looks up the named documents below root, adds a fault at each that is not
// there, and gives the others by their path. Below an empty root is no document. The error
// is a *[fault.Error] where the store does not answer.
func VerifyNamed(ctx context.Context, store Store, root string, named *document.Named) (map[string]document.Info, error) {
	if len(named.Paths) == 0 {
		return nil, nil
	}
	if root == "" {
		for i := range named.Places {
			named.Places[i].Add(RuleMissing.Code, missing(root))
		}
		return nil, nil
	}
	found, absent, err := Verify(ctx, store, root, named.Paths)
	if err != nil {
		return nil, Unavailable(err)
	}
	for _, i := range absent {
		named.Places[i].Add(RuleMissing.Code, missing(root))
	}
	return found, nil
}
