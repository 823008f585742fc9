package progress

import (
	"encoding/json/v2"
	"strconv"

	"dataimport/modules/kit/domain/fault"
	"dataimport/views"
)

// lastError is the refusal that a process keeps of its own, for accounts that were
// refused before there was a journal.
func (p *pages) lastError(s *subject) *views.Refusal {
	var kept struct {
		Code   string     `json:"code"`
		Errors fault.List `json:"errors"`
	}
	if err := json.Unmarshal([]byte(s.lastError), &kept); err != nil {
		return nil
	}
	kept.Errors = kept.Errors[:min(len(kept.Errors), 100)]
	rule := p.rules()[kept.Code]
	return &views.Refusal{
		At: s.lastAttempt, What: refusedWords["process"], Code: kept.Code, Meaning: rule.Meaning, Remedy: rule.Remedy,
		Rule: ruleAddress(kept.Code), Faults: p.explained(kept.Errors),
	}
}

// byteSize is a size in bytes, for people.
func byteSize(n int) string {
	switch {
	case n < 1000:
		return strconv.Itoa(n) + " bytes"
	case n < 1000_000:
		return strconv.FormatFloat(float64(n)/1000, 'f', 1, 64) + " kB"
	}
	return strconv.FormatFloat(float64(n)/1000_000, 'f', 1, 64) + " MB"
}
