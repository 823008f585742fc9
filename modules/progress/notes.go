package progress

import (
	"encoding/json/v2"
	"strconv"

	"dataimport/modules/kit/store/database"
	"dataimport/views"
)

const mostPinned = 100

const noteColumns = `body, document_paths, created_at, is_pinned, unpin_at, is_archived`

// addNotes adds a page of the account's notes, the latest first, and those that are
// pinned at this moment.
func (p *pages) addNotes(content *views.AccountPage, s *subject, v *visit) (err error) {
	if s.account == "" {
		return nil
	}
	now := database.Time(v.now)
	pinned := `account = ? AND is_pinned AND NOT is_archived AND (unpin_at = '' OR unpin_at > ?)`
	content.Pinned, err = p.notes(s, v, `SELECT `+noteColumns+` FROM notes WHERE `+pinned+` ORDER BY created_at DESC, id DESC LIMIT ?`, s.account, now, mostPinned)
	if err != nil {
		return err
	}
	var n int
	if err := p.Reader.QueryRow(`SELECT count(*) FROM notes WHERE account = ?`, s.account).Scan(&n); err != nil {
		return err
	}
	part := partOf(v, "notes", n)
	content.Notes, err = p.notes(s, v, `SELECT `+noteColumns+` FROM notes WHERE account = ? ORDER BY created_at DESC, id DESC LIMIT ? OFFSET ?`, s.account, partSize, part.from)
	content.NotesPages = part.pager(s, "notes")
	return err
}

func (p *pages) notes(s *subject, v *visit, query string, args ...any) ([]views.AccountNote, error) {
	rows, err := p.Reader.Query(query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var list []views.AccountNote
	for rows.Next() {
		var n views.AccountNote
		var paths, created, unpin string
		var pinned, archived bool
		if err := rows.Scan(&n.Body, &paths, &created, &pinned, &unpin, &archived); err != nil {
			return nil, err
		}
		n.At = database.ParseTime(created)
		n.Body = v.masked(n.Body)
		switch {
		case pinned && (unpin == "" || unpin > database.Time(v.now)):
			n.Labels = append(n.Labels, "pinned")
		case pinned:
			n.Labels = append(n.Labels, "was pinned")
		}
		if archived {
			n.Labels = append(n.Labels, "archived")
		}
		n.Documents = p.documentsOf(s, v, pathsOf(paths))
		list = append(list, n)
	}
	return list, rows.Err()
}

// pathsOf are the documents that a note names.
func pathsOf(text string) (paths []string) {
	var stored []struct {
		Path string `json:"document_path"`
	}
	if text == "" || json.Unmarshal([]byte(text), &stored) != nil {
		return nil
	}
	for _, d := range stored {
		paths = append(paths, d.Path)
	}
	return paths
}

// part is a page of a part of an account.
type part struct{ n, number, from, to int }

func partOf(v *visit, name string, n int) part {
	number, _ := strconv.Atoi(v.URL.Query().Get(name))
	number = max(1, min(number, (n+partSize-1)/partSize))
	from := (number - 1) * partSize
	return part{n, number, from, min(n, from+partSize)}
}

func (p part) pager(s *subject, name string) (pager views.Pager) {
	if p.n <= partSize {
		return pager
	}
	pager.About = grouped(p.from+1) + " to " + grouped(p.to) + " of " + grouped(p.n)
	if p.number > 1 {
		pager.Newer = with(s.address(), name, strconv.Itoa(p.number-1)) + "#" + partAnchor[name]
	}
	if p.to < p.n {
		pager.Older = with(s.address(), name, strconv.Itoa(p.number+1)) + "#" + partAnchor[name]
	}
	return pager
}

// partAnchor is where a part of the page begins.
var partAnchor = map[string]string{"notes": "notes", "transactions": "money", "statements": "statements"}
