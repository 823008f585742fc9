package module

import (
	"slices"
	"strings"
	"time"

	"dataimport/modules/kit/domain/settings"
)

// Need is something that an operator has to look at: it does not mend itself.
type Need struct {
	// Code says what it is. Key says of which thing, by an id, and is empty for the service.
	// Both together are the same for as long as it lasts.
	Code, Key string
	// SupplierID is empty where it concerns the whole service.
	SupplierID string
	Text       string    // sentences for people, without personal data
	Since      time.Time // zero where it is not known
	// Address is of the page on which it is mended. Where Operators is set, members of the
	// staff have no access to that page.
	Address   string
	Operators bool
}

// FindNeeds finds what a module's part of the service needs at a moment. It reads indexes and
// counters alone, since pages call it often.
type FindNeeds func(r *Runtime, snapshot *settings.Snapshot, now time.Time) ([]Need, error)

// Needs finds what the whole service needs, the oldest first. Needs of unknown age come last.
func (r *Runtime) Needs(snapshot *settings.Snapshot, now time.Time) ([]Need, error) {
	var all []Need
	for i := range r.Modules {
		if r.Modules[i].Needs == nil {
			continue
		}
		found, err := r.Modules[i].Needs(r, snapshot, now)
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
	}
	slices.SortStableFunc(all, func(a, b Need) int {
		if a.Since.IsZero() != b.Since.IsZero() {
			if a.Since.IsZero() {
				return 1
			}
			return -1
		}
		if order := a.Since.Compare(b.Since); order != 0 {
			return order
		}
		return strings.Compare(a.Code+a.Key, b.Code+b.Key)
	})
	return all, nil
}
