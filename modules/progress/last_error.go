package progress

import (
	"encoding/json/v2"
	"strconv"

	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/http/page"
	"dataimport/modules/kit/http/paths"
	"dataimport/views"
)

// newStoredRefusal returns the refusal that is stored with a process. It is for accounts that were
// refused before their events were recorded.
func (p *pages) newStoredRefusal(s *pageAccount, v *page.Request) views.Refusal {
	var kept struct {
		Code   string     `json:"code"`
		Errors fault.List `json:"errors"`
	}
	if err := json.Unmarshal([]byte(s.lastError), &kept); err != nil {
		kept.Errors = nil
	}
	kept.Errors = kept.Errors[:min(len(kept.Errors), 100)]
	rule := p.rules()[kept.Code]
	return views.Refusal{
		At: s.lastAttempt, What: p.words.Describe("account.refused", "process", 0), Code: kept.Code, Meaning: rule.Meaning, Remedy: rule.Remedy,
		Rule: paths.RulePage(kept.Code), Faults: p.explainFaults(kept.Errors, v),
	}
}

// formatSize returns a size in bytes for readers, in decimal units.
func formatSize(n int) string {
	switch {
	case n < 1000:
		return strconv.Itoa(n) + " bytes"
	case n < 1000_000:
		return strconv.FormatFloat(float64(n)/1000, 'f', 1, 64) + " kB"
	}
	return strconv.FormatFloat(float64(n)/1000_000, 'f', 1, 64) + " MB"
}
