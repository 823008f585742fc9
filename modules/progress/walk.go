package progress

import (
	"strconv"
	"strings"

	"dataimport/modules/kit/domain/settings"
	"dataimport/modules/kit/store/database"
)

// end sorts behind every text that begins with what stands before it.
const end = "\U0010FFFF"

// walk goes along an index, from a place on.
type walk struct {
	pages    *pages
	supplier *settings.Supplier
	// query reads the rows behind a place, whose values end its arguments but for the
	// number of rows.
	query string
	args  func(at place) []any
	// of is the place of a row, when the walk was at another.
	of func(r *row, at place) place
	// start is where the walk begins where it does not go on.
	start func() (place, error)
	at    place
}

// place is a place in an index: two values by which it is sorted.
type place struct{ first, second string }

// text is a place as an address carries it. Values may hold any character, so the
// length of the first says where it ends.
func (a place) text() string { return strconv.Itoa(len(a.first)) + "." + a.first + a.second }

func placeOf(text string) (place, bool) {
	length, rest, ok := strings.Cut(text, ".")
	n, err := strconv.Atoi(length)
	if !ok || err != nil || n < 0 || n > len(rest) {
		return place{}, false
	}
	return place{rest[:n], rest[n:]}, true
}

func (w *walk) begin(after string) (err error) {
	if at, ok := placeOf(after); ok {
		w.at = at
		return nil
	}
	w.at, err = w.start()
	return err
}

// walkOf chooses the index that leads to the fewest accounts that are not wanted.
func (p *pages) walkOf(s *settings.Supplier, f filter) *walk {
	w := &walk{pages: p, supplier: s}
	switch {
	case f.code != "" || f.state == refused:
		w.alongFaults(f)
	case f.query != "" || f.sort == upwards && f.state == "":
		w.alongNumbers(f)
	default:
		w.alongTime(f)
	}
	return w
}

// collect gives the rows that a filter lets through, at most size of them.
func (w *walk) collect(f filter, size, scan int) (list found, err error) {
	chunk := size + 1
	for scanned := 0; ; {
		rows, err := w.pages.rows(w.query, append(w.args(w.at), chunk)...)
		if err != nil {
			return list, err
		}
		for i := range rows {
			ok, err := w.pages.wanted(w.supplier, &rows[i], f)
			if err != nil {
				return list, err
			}
			if ok && len(list.rows) == size {
				list.next = w.at.text()
				return list, nil
			}
			w.at = w.of(&rows[i], w.at)
			if ok {
				list.rows = append(list.rows, rows[i])
			}
		}
		scanned += len(rows)
		if len(rows) < chunk {
			return list, nil
		}
		if scan > 0 && scanned >= scan {
			list.next = w.at.text()
			list.note = "The first " + grouped(scanned) + " accounts from here on were searched. The next page goes on from there; a longer beginning of the number finds more at once."
			return list, nil
		}
		chunk = 1000
	}
}

// beyond is where a walk along the numbers that begin with second goes on: at the
// text that comes next after first, or at the beginning. One bound, not two, lets
// the index be entered where it is needed.
func (a place) beyond() string {
	if a.first == "" {
		return a.second
	}
	return a.first + "\x00"
}

// alongNumbers goes by external account number, those that begin as was asked for.
// Who asks for a number means every account that was sent, so that those are found,
// too, which were refused and never staged.
func (w *walk) alongNumbers(f filter) {
	w.query = `SELECT ` + columns + `, '' FROM import_processes p WHERE p.supplier = ?1 AND p.external_account_number >= ?2 AND p.external_account_number < ?3
		ORDER BY p.external_account_number LIMIT ?4`
	if f.query != "" {
		w.query = `SELECT ` + columnsOrNone + ` FROM (
				SELECT external_account_number AS number FROM import_processes WHERE supplier = ?1 AND external_account_number >= ?2 AND external_account_number < ?3
				UNION SELECT external_account_number FROM current_faults WHERE supplier = ?1 AND external_account_number >= ?2 AND external_account_number < ?3
				ORDER BY 1 LIMIT ?4) f
			LEFT JOIN import_processes p ON p.supplier = ?1 AND p.external_account_number = f.number ORDER BY f.number`
	}
	w.start = func() (place, error) {
		written, err := w.pages.asWritten(w.supplier.ID, f.query)
		return place{"", written}, err
	}
	w.args = func(at place) []any { return []any{w.supplier.ID, at.beyond(), at.second + end} }
	w.of = func(r *row, at place) place { return place{r.number, at.second} }
}

// columnsOrNone are the columns of a row and an empty text, of a number f and the
// process p that it may have.
const columnsOrNone = `COALESCE(p.id, ''), f.number, COALESCE(p.state, ''), COALESCE(p.service_account_number, ''), COALESCE(p.staged_at, ''),
	COALESCE(p.account_created_at, ''), COALESCE(p.attempts, 0), COALESCE(p.last_attempt_at, ''), ''`

// asWritten is the beginning of a number in the letters in which there is one: on
// the phone nobody says which are capitals.
func (p *pages) asWritten(supplierID, query string) (string, error) {
	for _, written := range variants(query) {
		var known bool
		err := p.Reader.QueryRow(`SELECT EXISTS (SELECT 1 FROM import_processes WHERE supplier = ?1 AND external_account_number >= ?2 AND external_account_number < ?3)
			OR EXISTS (SELECT 1 FROM current_faults WHERE supplier = ?1 AND external_account_number >= ?2 AND external_account_number < ?3)`,
			supplierID, written, written+end).Scan(&known)
		if known || err != nil {
			return written, err
		}
	}
	return query, nil
}

// alongTime goes by the time of staging, within a state if there is one.
func (w *walk) alongTime(f filter) {
	condition, order, beyond := "", "", ">"
	args := []any{w.supplier.ID}
	if f.state != "" {
		condition, args = ` AND p.state = ?`, append(args, f.state)
	}
	w.start = func() (place, error) { return place{}, nil }
	if f.sort != oldest {
		order, beyond = " DESC", "<"
		w.start = func() (place, error) { return place{end, end}, nil }
	}
	w.query = `SELECT ` + columns + `, '' FROM import_processes p WHERE p.supplier = ?` + condition + ` AND (p.staged_at, p.id) ` + beyond + ` (?, ?)
		ORDER BY p.staged_at` + order + `, p.id` + order + ` LIMIT ?`
	w.args = func(at place) []any { return append(args[:len(args):len(args)], at.first, at.second) }
	w.of = func(r *row, _ place) place { return place{database.Time(r.stagedAt), r.id} }
}

// alongFaults goes by number along the accounts that have a fault, or a certain one.
// Some of them were never staged.
func (w *walk) alongFaults(f filter) {
	condition := ""
	args := []any{w.supplier.ID}
	if f.code != "" {
		condition, args = ` AND f.code = ?`, append(args, f.code)
	}
	w.query = `SELECT ` + columnsOrNone + `
		FROM (SELECT DISTINCT f.supplier, f.external_account_number AS number FROM current_faults f WHERE f.supplier = ?` + condition + `
			AND f.external_account_number >= ? AND f.external_account_number < ?
			ORDER BY f.external_account_number LIMIT ?) f
		LEFT JOIN import_processes p ON p.supplier = f.supplier AND p.external_account_number = f.number ORDER BY f.number`
	w.start = func() (place, error) {
		written, err := w.pages.asWritten(w.supplier.ID, f.query)
		return place{"", written}, err
	}
	w.args = func(at place) []any { return append(args[:len(args):len(args)], at.beyond(), at.second+end) }
	w.of = func(r *row, at place) place { return place{r.number, at.second} }
}
