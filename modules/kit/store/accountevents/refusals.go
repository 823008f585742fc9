package accountevents

import (
	"encoding/json/v2"
	"slices"
	"time"

	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/store/database"
)

// Refusal is the latest refusal of an account, or of a kind of its further data, that has faults
// now.
type Refusal struct {
	RefusalKey
	Step   string // what was refused: a step, or a kind of data such as "notes"
	At     time.Time
	Faults fault.List // those that a filter admits
}

// RefusalKey identifies a refusal of a supplier. Refusals are in its order.
type RefusalKey struct {
	ExternalAccountNumber string
	Kind                  string // of further data; empty for the account itself
}

// FaultFilter chooses faults. Its empty members admit all.
type FaultFilter struct {
	Code   string
	Member string // an attr with * in place of indexes
	Step   string
}

// refusals reads the latest refusals after a key. Its parameters are the supplier, the number and
// the kind of the key, how many there are at most, and a code.
const refusals = `SELECT f.number, f.kind, COALESCE(e.id, ''), COALESCE(e.created, ''), COALESCE(e.step, ''), COALESCE(e.code, ''), COALESCE(e.faults, '') FROM (
		SELECT DISTINCT external_account_number AS number, kind FROM current_faults
		WHERE supplier = ?1 AND (external_account_number, kind) > (?2, ?3) AND (?5 = '' OR code = ?5) ORDER BY 1, 2 LIMIT ?4) f
	LEFT JOIN account_events e ON e.id = (SELECT id FROM account_events WHERE supplier = ?1 AND external_account_number = f.number
		AND event = CASE f.kind WHEN '' THEN 'account.refused' ELSE f.kind || '.refused' END ORDER BY id DESC LIMIT 1)
	ORDER BY f.number, f.kind`

// ReadRefusals reads the refusals of at most size accounts and kinds after a key, with the faults
// that a filter admits; a refusal may have none of these. A refusal without faults has its own
// code as its fault. more is the key of the next part, nil after the last.
func ReadRefusals(q database.Querier, supplierID string, f FaultFilter, after RefusalKey, size int) (list []Refusal, more *RefusalKey, err error) {
	scan := func(row database.Row, r *Refusal) error {
		var id, created, code, faults string
		if err := row.Scan(&r.ExternalAccountNumber, &r.Kind, &id, &created, &r.Step, &code, &faults); err != nil || id == "" {
			return err
		}
		r.At = database.ParseRowTime(created, id)
		if faults != "" {
			if err := json.Unmarshal([]byte(faults), &r.Faults); err != nil {
				return err
			}
		}
		if len(r.Faults) == 0 {
			r.Faults = fault.List{{Code: code}}
		}
		r.Faults = slices.DeleteFunc(r.Faults, func(one fault.Fault) bool { return !f.admits(r.Step, one) })
		return nil
	}
	if list, err = database.ReadRows(q, scan, refusals, supplierID, after.ExternalAccountNumber, after.Kind, size, f.Code); err != nil {
		return nil, nil, err
	}
	if len(list) == size {
		more = &list[size-1].RefusalKey
	}
	return list, more, nil
}

func (f *FaultFilter) admits(step string, one fault.Fault) bool {
	return (f.Code == "" || f.Code == one.Code) && (f.Step == "" || f.Step == step) && (f.Member == "" || f.Member == fault.MemberOf(one.Attr))
}
