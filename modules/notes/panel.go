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

const (
	maxPinned    = 100
	maxDocuments = 50 // of a note
)

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
	n, err := v.CountItems("notes")
	if err != nil {
		return nil, err
	}
	if n > module.MaxSorted {
		return showLong(v)
	}
	page := v.NewListPage("notes", n)
	list, err := readNotes(v, `SELECT `+shownColumns+` FROM notes WHERE account = ? ORDER BY created_at DESC, id DESC LIMIT ? OFFSET ?`,
		v.AccountID, module.ItemsPerPage, page.From)
	if err != nil || len(list) == 0 {
		return nil, err
	}
	return noteList(list, page.Pager), nil
}

// showLong shows a page of very many notes.
func showLong(v *module.AccountView) (templ.Component, error) {
	ids, pager, err := v.ReadLongPage("notes", "digest", "notes")
	if err != nil {
		return nil, err
	}
	list, err := readNotes(v, `SELECT `+shownColumns+` FROM notes WHERE id IN (SELECT value FROM json_each(?)) ORDER BY digest, rowid`, ids)
	return noteList(list, pager), err
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
		named := parsePaths(paths)
		n.Documents = v.ListDocuments(named[:min(len(named), maxDocuments)])
		if more := len(named) - maxDocuments; more > 0 {
			n.Documents = append(n.Documents, views.Document{Name: "and " + views.FormatCount(more, "document"), Problem: "only " + views.FormatNumber(maxDocuments) + " are listed"})
		}
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
