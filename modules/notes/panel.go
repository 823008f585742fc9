package notes

import (
	"encoding/json/v2"
	"time"

	"github.com/a-h/templ"

	"dataimport/modules/kit/module"
	"dataimport/modules/kit/store/database"
	"dataimport/views"
)

// panels are the parts of an account's page: the notes that are pinned at this moment, and
// all notes.
var panels = []module.Panel{
	{Title: "Pinned notes", Anchor: "pinned", Class: "pinned", Rank: 10, Show: showPinned},
	{Title: "Notes", Anchor: "notes", Rank: 60, Show: showNotes},
}

// shownNote is a note as the page shows it.
type shownNote struct {
	Body      string
	At        time.Time
	Labels    []string
	Documents []views.Document
}

const maxPinned = 100

const shownColumns = `body, document_paths, created_at, is_pinned, unpin_at, is_archived`

// showPinned shows the notes that are pinned at this moment, the latest first.
func showPinned(v *module.AccountView) (templ.Component, error) {
	list, err := readNotes(v, `SELECT `+shownColumns+` FROM notes WHERE account = ? AND is_pinned AND NOT is_archived AND (unpin_at = '' OR unpin_at > ?)
		ORDER BY created_at DESC, id DESC LIMIT ?`, v.AccountID, database.Time(v.Now), maxPinned)
	if err != nil || len(list) == 0 {
		return nil, err
	}
	return noteList(list, views.Pager{}), nil
}

// showNotes shows a page of the account's notes, the latest first.
func showNotes(v *module.AccountView) (templ.Component, error) {
	var n int
	if err := v.Reader.QueryRow(`SELECT count(*) FROM notes WHERE account = ?`, v.AccountID).Scan(&n); err != nil {
		return nil, err
	}
	page := v.NewListPage("notes", n)
	list, err := readNotes(v, `SELECT `+shownColumns+` FROM notes WHERE account = ? ORDER BY created_at DESC, id DESC LIMIT ? OFFSET ?`,
		v.AccountID, module.ItemsPerPage, page.From)
	if err != nil || len(list) == 0 {
		return nil, err
	}
	return noteList(list, page.Pager), nil
}

func readNotes(v *module.AccountView, query string, args ...any) ([]shownNote, error) {
	var list []shownNote
	err := database.EachRow(v.Reader, func(row database.Row) error {
		var n shownNote
		var paths, created, unpin string
		var pinned, archived bool
		if err := row.Scan(&n.Body, &paths, &created, &pinned, &unpin, &archived); err != nil {
			return err
		}
		n.At = database.ParseTime(created)
		n.Body = v.Mask(n.Body)
		switch {
		case pinned && (unpin == "" || unpin > database.Time(v.Now)):
			n.Labels = append(n.Labels, "pinned")
		case pinned:
			n.Labels = append(n.Labels, "was pinned")
		}
		if archived {
			n.Labels = append(n.Labels, "archived")
		}
		n.Documents = v.ListDocuments(parsePaths(paths))
		list = append(list, n)
		return nil
	}, query, args...)
	return list, err
}

// parsePaths returns the paths of the documents that a stored note names.
func parsePaths(text string) (paths []string) {
	var stored []storedDocument
	if text == "" || json.Unmarshal([]byte(text), &stored) != nil {
		return nil
	}
	for _, d := range stored {
		paths = append(paths, d.Path)
	}
	return paths
}
