package documents

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"dataimport/modules/kit/domain/document"
)

const (
	// sideBySide is how many documents are looked up at the same time.
	sideBySide = 16
	// verifyTime is how long all documents of one request may take together.
	verifyTime = time.Minute
)

// Verify looks up the documents of a request below a root, several at the same time and
// each path once. It returns the found documents by their path, and the indexes of the paths
// without a document. When the store does not answer, Verify returns ErrUnavailable at
// once.
func Verify(ctx context.Context, store Store, root string, paths []string) (found map[string]document.Info, missing []int, err error) {
	ctx, cancel := context.WithTimeoutCause(ctx, verifyTime, fmt.Errorf("%d documents took longer than %s", len(paths), verifyTime))
	defer cancel()
	found, err = lookUp(ctx, store, root, paths)
	if err != nil {
		return nil, nil, err
	}
	for i, path := range paths {
		if _, ok := found[path]; !ok {
			missing = append(missing, i)
		}
	}
	return found, missing, nil
}

func lookUp(ctx context.Context, store Store, root string, paths []string) (map[string]document.Info, error) {
	group, groupCtx := errgroup.WithContext(ctx)
	group.SetLimit(sideBySide)
	var mu sync.Mutex
	found := make(map[string]document.Info, len(paths))
	asked := make(map[string]bool, len(paths))
	for _, path := range paths {
		if asked[path] {
			continue
		}
		asked[path] = true
		group.Go(func() error {
			if groupCtx.Err() != nil {
				return unavailable(context.Cause(groupCtx))
			}
			info, err := store.Stat(groupCtx, Location{root, path})
			switch {
			case errors.Is(err, ErrNotFound):
				return nil
			case err != nil:
				return unavailable(err)
			}
			mu.Lock()
			defer mu.Unlock()
			found[path] = info
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	return found, nil
}
