package notes

import (
	"database/sql"
	"time"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/document"
	"dataimport/modules/kit/domain/payload"
	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/store/progress"
	"dataimport/modules/kit/store/writer"
)

// Status is what became of a note.
type Status string

// The statuses of a note, as responses name them.
const (
	Created       Status = "NOTE_CREATION_SUCCESS"
	AlreadyExists Status = "NOTE_ALREADY_EXISTS"
)

// Result is what became of one note. Where it already existed, CreatedAt is that
// of the note that exists.
type Result struct {
	CreatedAt time.Time
	Body      string
	Status    Status
}

// Import adds notes to an account and says of each, in order, what became of it.
// A note is not added where the account holds one of the same text already, or,
// if it says when it was created, one of the same text and creation; notes that
// precede it in items count.
func Import(tx *writer.Tx, to *account.Account, items []Note) ([]Result, error) {
	digests, distinct, known := digestsOf(items)
	if err := lookUp(tx, to, distinct, known); err != nil {
		return nil, err
	}
	return add(progress.CountingRowWriter{InsertTarget: tx}, to, items, digests, known)
}

// add adds the notes that are not known.
func add(into account.RowWriter, to *account.Account, items []Note, digests []string, known *index) ([]Result, error) {
	results := make([]Result, len(items))
	added := make([]int, 0, len(items))
	for i := range items {
		n, digest := &items[i], digests[i]
		created, exists := known.match(digest, n.CreatedAt)
		if exists {
			results[i] = Result{CreatedAt: created, Body: n.Body, Status: AlreadyExists}
			continue
		}
		created = n.created(into.Now())
		known.add(digest, created)
		results[i] = Result{CreatedAt: created, Body: n.Body, Status: Created}
		added = append(added, i)
	}
	if err := insert(into, to, items, digests, added); err != nil {
		return nil, err
	}
	into.Count(to.Supplier.ID, "notes", len(added))
	return results, nil
}

// Pin adds one pinned note to an account, for other kinds that have something to
// tell its support staff.
func Pin(tx *writer.Tx, to *account.Account, body string) error {
	_, err := Import(tx, to, []Note{{Body: body, CreatedAt: tx.Now(), IsPinned: new(true)}})
	return err
}

// created is when the note was created, to the millisecond that is stored.
func (n *Note) created(now time.Time) time.Time {
	if n.CreatedAt.IsZero() {
		return now
	}
	return n.CreatedAt.UTC().Truncate(time.Millisecond)
}

// digestsOf gives the digest of each note, those that differ, and an index that expects
// them.
func digestsOf(items []Note) (digests, distinct []string, known *index) {
	digests = make([]string, len(items))
	known = newIndex(len(items))
	for i := range items {
		digests[i] = items[i].digest()
		if known.expect(digests[i]) {
			distinct = append(distinct, digests[i])
		}
	}
	return digests, distinct, known
}

// lookUp adds the notes to known that the account has of these digests.
func lookUp(tx *writer.Tx, to *account.Account, digests []string, known *index) error {
	const query = `SELECT digest, created_at FROM notes WHERE account = ? AND digest IN (?)`
	return tx.Lookup(query, []any{to.ID}, digests, func(rows *sql.Rows) error {
		var digest, created string
		err := rows.Scan(&digest, &created)
		known.add(digest, database.ParseTime(created))
		return err
	})
}

var columns = []string{"account", "digest", "body", "document_paths", "created_at", "is_pinned", "unpin_at", "is_archived", "external_id"}

func insert(into account.RowWriter, to *account.Account, items []Note, digests []string, added []int) error {
	row := make([]any, len(columns)) // Insert copies it
	return into.Insert("notes", columns, len(added), func(i int) []any {
		n := &items[added[i]]
		return append(row[:0], to.ID, digests[added[i]], n.Body, pathsText(n.DocumentPaths, to.Documents), database.Time(n.created(into.Now())),
			isTrue(n.IsPinned), database.Time(n.UnpinAt), isTrue(n.IsArchived), n.ExternalID)
	})
}

// storedDocument is how a note's document is stored: with what was found, if it was looked up.
type storedDocument struct {
	Path   string `json:"document_path"`
	Size   int64  `json:"size,omitzero"`
	SHA256 string `json:"sha256,omitzero"`
}

func pathsText(paths []Document, found map[string]document.Info) string {
	if len(paths) == 0 {
		return ""
	}
	stored := make([]storedDocument, len(paths))
	for i := range paths {
		info := found[paths[i].Path]
		stored[i] = storedDocument{paths[i].Path, info.Size, info.SHA256}
	}
	encoded, err := payload.Encode(stored)
	if err != nil {
		panic("notes: paths that were read cannot be written: " + err.Error())
	}
	return string(encoded)
}

func isTrue(b *bool) bool {
	return b != nil && *b
}
