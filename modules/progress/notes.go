package progress

import (
	"encoding/json/v2"
	"strconv"

	"dataimport/modules/kit/store/database"
	"dataimport/views"
)

const maxPinned = 100

const noteColumns = `body, document_paths, created_at, is_pinned, unpin_at, is_archived`

// addNotes adds a page of the account's notes, the latest first, and the notes that are pinned at
// this moment.
func (p *pages) addNotes(content *views.AccountPage, s *pageAccount, v *pageRequest) (err error) {
	if s.account == "" {
		return nil
	}
	now := database.Time(v.now)
	pinned := `account = ? AND is_pinned AND NOT is_archived AND (unpin_at = '' OR unpin_at > ?)`
	content.Pinned, err = p.readNotes(s, v, `SELECT `+noteColumns+` FROM notes WHERE `+pinned+` ORDER BY created_at DESC, id DESC LIMIT ?`, s.account, now, maxPinned)
	if err != nil {
		return err
	}
	var n int
	if err := p.Reader.QueryRow(`SELECT count(*) FROM notes WHERE account = ?`, s.account).Scan(&n); err != nil {
		return err
	}
	part := newListPage(v, "notes", n)
	content.Notes, err = p.readNotes(s, v, `SELECT `+noteColumns+` FROM notes WHERE account = ? ORDER BY created_at DESC, id DESC LIMIT ? OFFSET ?`, s.account, itemsPerPage, part.from)
	content.NotesPages = part.newPager(s, "notes")
	return err
}

func (p *pages) readNotes(s *pageAccount, v *pageRequest, query string, args ...any) ([]views.AccountNote, error) {
	var list []views.AccountNote
	err := database.EachRow(p.Reader, func(row database.Row) error {
		var n views.AccountNote
		var paths, created, unpin string
		var pinned, archived bool
		if err := row.Scan(&n.Body, &paths, &created, &pinned, &unpin, &archived); err != nil {
			return err
		}
		n.At = database.ParseTime(created)
		n.Body = v.maskText(n.Body)
		switch {
		case pinned && (unpin == "" || unpin > database.Time(v.now)):
			n.Labels = append(n.Labels, "pinned")
		case pinned:
			n.Labels = append(n.Labels, "was pinned")
		}
		if archived {
			n.Labels = append(n.Labels, "archived")
		}
		n.Documents = p.listDocuments(s, v, parsePaths(paths))
		list = append(list, n)
		return nil
	}, query, args...)
	return list, err
}

// parsePaths returns the documents that a note names.
func parsePaths(text string) (paths []string) {
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

// listPage is a page of one of the account's lists.
type listPage struct{ n, number, from, to int }

func newListPage(v *pageRequest, name string, n int) listPage {
	number, _ := strconv.Atoi(v.URL.Query().Get(name))
	number = max(1, min(number, (n+itemsPerPage-1)/itemsPerPage))
	from := (number - 1) * itemsPerPage
	return listPage{n, number, from, min(n, from+itemsPerPage)}
}

func (p listPage) newPager(s *pageAccount, name string) (pager views.Pager) {
	if p.n <= itemsPerPage {
		return pager
	}
	pager.About = formatNumber(p.from+1) + " to " + formatNumber(p.to) + " of " + formatNumber(p.n)
	if p.number > 1 {
		pager.Newer = addParameters(s.pageAddress(), name, strconv.Itoa(p.number-1)) + "#" + listAnchors[name]
	}
	if p.to < p.n {
		pager.Older = addParameters(s.pageAddress(), name, strconv.Itoa(p.number+1)) + "#" + listAnchors[name]
	}
	return pager
}

// listAnchors are the anchors of the lists on the account's page.
var listAnchors = map[string]string{"notes": "notes", "transactions": "money", "statements": "statements"}
