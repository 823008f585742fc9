package progress

import (
	"strconv"
	"time"

	"dataimport/modules/kit/domain/settings"
	"dataimport/modules/kit/http/paths"
	"dataimport/modules/kit/module"
)

const (
	// needPaused is the need of a supplier that is paused before its migration is done.
	needPaused = "import_paused"
	// needRefusals is the need of a supplier of whose accounts a large share is refused.
	needRefusals = "refusals"
	// A share of refusalShare percent is large, from refusalLeast accounts on.
	refusalShare, refusalLeast = 10, 10
)

// findNeeds returns the needs that the counters of suppliers show.
func findNeeds(r *module.Runtime, snapshot *settings.Snapshot, _ time.Time) (needs []module.Need, err error) {
	for _, s := range snapshot.Suppliers() {
		if s.Status == settings.Complete {
			continue
		}
		c, err := readCounters(r.Reader, s.ID)
		if err != nil {
			return nil, err
		}
		t := newTally(&c, s.Expected, 0, false)
		if s.Status == settings.Paused && t.rest() > 0 {
			needs = append(needs, module.Need{
				Code: needPaused, Key: s.ID, SupplierID: s.ID, Address: paths.SupplierPage(s.Code),
				Text: s.Code + " is paused, and takes nothing. " + formatNumber(t.rest()) + " of its accounts are not imported. Change its status to continue.",
			})
		}
		if t.refused >= refusalLeast && t.refused*100 >= t.sent()*refusalShare {
			needs = append(needs, module.Need{
				Code: needRefusals, Key: s.ID, SupplierID: s.ID, Address: addParameters(paths.SupplierPage(s.Code), "state", refused),
				Text: formatNumber(t.refused) + " of " + formatNumber(t.sent()) + " accounts of " + s.Code + " (" + strconv.Itoa(t.refused*100/t.sent()) +
					" %) are refused. Correct the most frequent faults first.",
			})
		}
	}
	return needs, nil
}
