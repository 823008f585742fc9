package progress

import (
	"strconv"
	"strings"

	"dataimport/modules/kit/domain/settings"
	"dataimport/modules/kit/store/database"
)

// maxText sorts after every text with the same beginning.
const maxText = "\U0010FFFF"

// keysetQuery reads a list in the order of an index, page by page, from a cursor on.
type keysetQuery struct {
	pages    *pages
	supplier *settings.Supplier
	// query reads the rows after a cursor. The cursor's values are its last arguments before the
	// number of rows.
	query string
	args  func(at cursor) []any
	// cursorOf returns the cursor of a row. at is the cursor before.
	cursorOf func(r *row, at cursor) cursor
	// firstCursor returns the cursor before the first row.
	firstCursor func() (cursor, error)
	position    cursor
}

// cursor is a position in an index: the two values by which the index is sorted.
type cursor struct{ first, second string }

// format returns the cursor as a text for an address. The values may hold any character, so the
// text begins with the length of the first.
func (a cursor) format() string { return strconv.Itoa(len(a.first)) + "." + a.first + a.second }

func parseCursor(text string) (cursor, bool) {
	length, rest, ok := strings.Cut(text, ".")
	n, err := strconv.Atoi(length)
	if !ok || err != nil || n < 0 || n > len(rest) {
		return cursor{}, false
	}
	return cursor{rest[:n], rest[n:]}, true
}

func (w *keysetQuery) startAfter(after string) (err error) {
	if at, ok := parseCursor(after); ok {
		w.position = at
		return nil
	}
	w.position, err = w.firstCursor()
	return err
}

// newKeysetQuery chooses the index that leads to the fewest rows outside the filter.
func (p *pages) newKeysetQuery(s *settings.Supplier, f filter) *keysetQuery {
	w := &keysetQuery{pages: p, supplier: s}
	switch {
	case f.code != "" || f.state == refused || f.state == incomplete:
		w.orderByFaultyNumber(f)
	case f.query != "" || f.sort == upwards && f.state == "":
		w.orderByNumber(f)
	default:
		w.orderByTime(f)
	}
	return w
}

// collectRows returns at most size rows that the filter admits.
func (w *keysetQuery) collectRows(f filter, size, scan int) (list rowList, err error) {
	chunk := size + 1
	for scanned := 0; ; {
		rows, err := w.pages.readRows(w.query, append(w.args(w.position), chunk)...)
		if err != nil {
			return list, err
		}
		for i := range rows {
			ok, err := w.pages.matchesFilter(w.supplier, &rows[i], f)
			if err != nil {
				return list, err
			}
			if ok && len(list.rows) == size {
				list.nextCursor = w.position.format()
				return list, nil
			}
			w.position = w.cursorOf(&rows[i], w.position)
			if ok {
				list.rows = append(list.rows, rows[i])
			}
		}
		scanned += len(rows)
		if len(rows) < chunk {
			return list, nil
		}
		if scan > 0 && scanned >= scan {
			list.nextCursor = w.position.format()
			list.note = "The first " + formatNumber(scanned) + " accounts from here on were searched. The next page goes on from there; a longer beginning of the number finds more at once."
			return list, nil
		}
		chunk = 1000
	}
}

// nextNumber returns the lower bound of a list of the numbers that begin with second: the text that
// follows first, or the beginning. With one lower bound in place of two, SQLite enters the index at
// the right row.
func (a cursor) nextNumber() string {
	if a.first == "" {
		return a.second
	}
	return a.first + "\x00"
}

// orderByNumber orders by the external account number, of the numbers with the searched beginning.
// A search for a number also finds accounts that were refused and never staged.
func (w *keysetQuery) orderByNumber(f filter) {
	w.query = `SELECT ` + columns + `, '' FROM import_processes p WHERE p.supplier = ?1 AND p.external_account_number >= ?2 AND p.external_account_number < ?3
		ORDER BY p.external_account_number LIMIT ?4`
	if f.query != "" {
		w.query = `SELECT ` + optionalColumns + `, EXISTS (SELECT 1 FROM current_faults c WHERE c.supplier = ?1 AND c.external_account_number = f.number), '' FROM (
				SELECT external_account_number AS number FROM import_processes WHERE supplier = ?1 AND external_account_number >= ?2 AND external_account_number < ?3
				UNION SELECT external_account_number FROM current_faults WHERE supplier = ?1 AND external_account_number >= ?2 AND external_account_number < ?3
				ORDER BY 1 LIMIT ?4) f
			LEFT JOIN import_processes p ON p.supplier = ?1 AND p.external_account_number = f.number ORDER BY f.number`
	}
	w.firstCursor = func() (cursor, error) {
		written, err := w.pages.findSpelling(w.supplier.ID, f.query)
		return cursor{"", written}, err
	}
	w.args = func(at cursor) []any { return []any{w.supplier.ID, at.nextNumber(), at.second + maxText} }
	w.cursorOf = func(r *row, at cursor) cursor { return cursor{r.number, at.second} }
}

// optionalColumns are the columns of a row, without the last one, of a number f and its process p,
// which may be missing.
const optionalColumns = `COALESCE(p.id, ''), f.number, COALESCE(p.state, ''), COALESCE(p.service_account_number, ''), COALESCE(p.staged_at, ''),
	COALESCE(p.account_created_at, ''), COALESCE(p.attempts, 0), COALESCE(p.last_attempt_at, '')`

// findSpelling returns the beginning of a number in the spelling that exists. Letter case is often
// unknown on the telephone.
func (p *pages) findSpelling(supplierID, query string) (string, error) {
	for _, written := range listSpellings(query) {
		var known bool
		err := p.Reader.QueryRow(`SELECT EXISTS (SELECT 1 FROM import_processes WHERE supplier = ?1 AND external_account_number >= ?2 AND external_account_number < ?3)
			OR EXISTS (SELECT 1 FROM current_faults WHERE supplier = ?1 AND external_account_number >= ?2 AND external_account_number < ?3)`,
			supplierID, written, written+maxText).Scan(&known)
		if known || err != nil {
			return written, err
		}
	}
	return query, nil
}

// orderByTime orders by the time of staging, within a state if the filter has one.
func (w *keysetQuery) orderByTime(f filter) {
	condition, order, beyond := "", "", ">"
	args := []any{w.supplier.ID}
	if f.state != "" {
		condition, args = ` AND p.state = ?`, append(args, f.state)
	}
	if f.state == staged || f.state == imported {
		condition += ` AND NOT EXISTS (SELECT 1 FROM current_faults c WHERE c.supplier = p.supplier AND c.external_account_number = p.external_account_number)`
	}
	w.firstCursor = func() (cursor, error) { return cursor{}, nil }
	if f.sort != oldest {
		order, beyond = " DESC", "<"
		w.firstCursor = func() (cursor, error) { return cursor{maxText, maxText}, nil }
	}
	w.query = `SELECT ` + columns + `, '' FROM import_processes p WHERE p.supplier = ?` + condition + ` AND (p.staged_at, p.id) ` + beyond + ` (?, ?)
		ORDER BY p.staged_at` + order + `, p.id` + order + ` LIMIT ?`
	w.args = func(at cursor) []any { return append(args[:len(args):len(args)], at.first, at.second) }
	w.cursorOf = func(r *row, _ cursor) cursor { return cursor{database.Time(r.stagedAt), r.id} }
}

// orderByFaultyNumber orders the accounts with a fault, or with a certain one, by number. Some of
// them were never staged.
func (w *keysetQuery) orderByFaultyNumber(f filter) {
	condition := ""
	args := []any{w.supplier.ID}
	if f.code != "" {
		condition, args = ` AND f.code = ?`, append(args, f.code)
	}
	switch f.state {
	case refused:
		condition += ` AND f.kind = ''`
	case incomplete:
		condition += ` AND f.kind <> ''`
	}
	w.query = `SELECT ` + optionalColumns + `, true, ''
		FROM (SELECT DISTINCT f.supplier, f.external_account_number AS number FROM current_faults f WHERE f.supplier = ?` + condition + `
			AND f.external_account_number >= ? AND f.external_account_number < ?
			ORDER BY f.external_account_number LIMIT ?) f
		LEFT JOIN import_processes p ON p.supplier = f.supplier AND p.external_account_number = f.number ORDER BY f.number`
	w.firstCursor = func() (cursor, error) {
		written, err := w.pages.findSpelling(w.supplier.ID, f.query)
		return cursor{"", written}, err
	}
	w.args = func(at cursor) []any { return append(args[:len(args):len(args)], at.nextNumber(), at.second+maxText) }
	w.cursorOf = func(r *row, at cursor) cursor { return cursor{r.number, at.second} }
}
