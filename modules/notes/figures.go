package notes

import (
	"encoding/json/v2"
	"fmt"
	"time"

	"dataimport/modules/kit/domain/figures"
	"dataimport/modules/kit/module"
	"dataimport/modules/kit/store/database"
)

// notesFigure is the path of the number of notes.
const notesFigure = "notes"

// newFigures returns how the notes of an account are reconciled. Notes of the service itself
// do not count.
func newFigures() *module.Figures {
	return module.NewFigures([]figures.Figure{figures.Count(notesFigure, "Notes")}, readStored, func() *sentNotes {
		return &sentNotes{known: newIndex(0), documents: &figures.Tally{}}
	})
}

func readStored(q database.Querier, accounts string, of func(string) *figures.Tally) error {
	return database.EachRow(q, func(row database.Row) error {
		var id, paths string
		if err := row.Scan(&id, &paths); err != nil {
			return err
		}
		t := of(id)
		t.Count(notesFigure, 1)
		if paths == "" {
			return nil
		}
		var documents []storedDocument
		if err := json.Unmarshal([]byte(paths), &documents); err != nil {
			return fmt.Errorf("the stored documents of a note: %w", err)
		}
		for _, d := range documents {
			t.AddDocument(d.Path, d.SHA256)
		}
		return nil
	}, `SELECT account, document_paths FROM notes WHERE NOT by_service AND account IN (SELECT value FROM json_each(?))`, accounts)
}

// sentNotes are the different notes of an account, as a book says.
type sentNotes struct {
	n         int
	known     *index
	documents *figures.Tally
}

// importMoment stands for the moment of the import, which no note of a book names.
var importMoment = time.Unix(1, 0)

// AddAccount takes the notes of the account.
func (s *sentNotes) AddAccount(part *Part) {
	for i := range part.Notes {
		n := &part.Notes[i]
		digest := n.digest()
		if _, exists := s.known.match(n, digest); exists {
			continue
		}
		s.known.add(digest, n.ExternalID, n.created(importMoment))
		s.n++
		for _, d := range n.DocumentPaths {
			s.documents.AddDocument(d.Path, "")
		}
	}
}

// AddData takes notes that are sent for the imported account.
func (s *sentNotes) AddData(part *Part) { s.AddAccount(part) }

// Tally adds the number of notes, and their documents.
func (s *sentNotes) Tally(t *figures.Tally) {
	t.Count(notesFigure, s.n)
	for path := range s.documents.Documents {
		t.AddDocument(path, "")
	}
}
