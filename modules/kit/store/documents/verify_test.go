package documents

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"dataimport/modules/kit/domain/document"
)

// slow is a store with invented answers that take a second each.
type slow struct {
	asked, now, most atomic.Int64
	fail             error // the error for the path "fail"
}

func (s *slow) Stat(ctx context.Context, at Location) (document.Info, error) {
	path := at.Path
	s.asked.Add(1)
	s.most.Store(max(s.most.Load(), s.now.Add(1)))
	defer s.now.Add(-1)
	if path == "fail" {
		return document.Info{}, s.fail
	}
	select {
	case <-ctx.Done():
		return document.Info{}, ctx.Err()
	case <-time.After(time.Second):
	}
	if strings.HasPrefix(path, "missing") {
		return document.Info{}, ErrNotFound
	}
	return infoOf(path), nil
}

func (*slow) Open(context.Context, Location) (io.ReadCloser, error) { return nil, ErrNotFound }

func (*slow) Link(context.Context, Location, time.Duration) (string, error) { return "", ErrNotFound }

// numbered returns n paths with a common beginning.
func numbered(prefix string, n int) []string {
	paths := make([]string, n)
	for i := range paths {
		paths[i] = fmt.Sprint(prefix, i)
	}
	return paths
}

func TestVerify(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := &slow{}
		found, missing, err := Verify(t.Context(), store, "root", []string{"a", "missing 1", "b", "a", "missing 1", "missing 2"})
		if err != nil || !slices.Equal(missing, []int{1, 4, 5}) {
			t.Errorf("missing are %v, %v", missing, err)
		}
		if len(found) != 2 || found["a"] != infoOf("a") || found["b"] != infoOf("b") {
			t.Errorf("found are %v", found)
		}
		if asked := store.asked.Load(); asked != 4 {
			t.Errorf("the store was asked %d times for 4 documents", asked)
		}
	})
}

func TestVerifyNothing(t *testing.T) {
	found, missing, err := Verify(t.Context(), &slow{}, "root", nil)
	if len(found) != 0 || len(missing) != 0 || err != nil {
		t.Errorf("Verify = %v, %v, %v", found, missing, err)
	}
}

func TestVerifyIsSideBySideAndBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store, start := &slow{}, time.Now()
		if _, missing, err := Verify(t.Context(), store, "root", numbered("a", 5*sideBySide)); err != nil || len(missing) > 0 {
			t.Fatal(missing, err)
		}
		if took := time.Since(start); took != 5*time.Second {
			t.Errorf("it took %s", took)
		}
		if most := store.most.Load(); most != sideBySide {
			t.Errorf("%d were looked up at once", most)
		}
	})
}

func TestVerifyGivesUpAtOnce(t *testing.T) {
	for _, cause := range []error{unavailable(errors.New("the cause")), errors.New("the cause")} {
		synctest.Test(t, func(t *testing.T) {
			store := &slow{fail: cause}
			start := time.Now()
			found, missing, err := Verify(t.Context(), store, "root", append([]string{"fail"}, numbered("a", 1000)...))
			if !errors.Is(err, ErrUnavailable) || !strings.Contains(err.Error(), "the cause") || found != nil || missing != nil {
				t.Errorf("Verify = %v, %v, %v", found, missing, err)
			}
			if asked := store.asked.Load(); asked > 2*sideBySide {
				t.Errorf("the store was asked %d times more", asked)
			}
			if took := time.Since(start); took >= time.Second {
				t.Errorf("it took %s", took)
			}
		})
	}
}

func TestVerifyEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		_, _, err := Verify(t.Context(), &slow{}, "root", numbered("a", 10_000))
		if took := time.Since(start); !errors.Is(err, ErrUnavailable) || took != verifyTime {
			t.Errorf("after %s: %v", took, err)
		}
	})
}

func TestVerifyFolder(t *testing.T) {
	store, _ := folderWith(t, named)
	paths := []string{"a.pdf", "missing.pdf", "/empty", "../../etc/passwd"}
	found, missing, err := Verify(t.Context(), store, "root", paths)
	if err != nil || !slices.Equal(missing, []int{1, 3}) || found["/empty"] != infoOf("") {
		t.Errorf("Verify = %v, %v, %v", found, missing, err)
	}
}
