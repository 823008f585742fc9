package notes

import (
	"time"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/document"
	"dataimport/modules/kit/domain/payload"
	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/store/progress"
	"dataimport/modules/kit/store/writer"
)

// Status is the outcome of importing a note.
type Status string

// The statuses of a note, as responses name them.
const (
	Created       Status = "NOTE_CREATION_SUCCESS"
	AlreadyExists Status = "NOTE_ALREADY_EXISTS"
)

// Result is the outcome of importing one note. CreatedAt is the creation of the existing
// note where the note already existed.
type Result struct {
	CreatedAt time.Time
	Body      string
	Status    Status
}

// Import adds notes to an account and returns a result for each, in their order. It does
// not add a note that the account already has. That is a note of the same external id, or one
// of the same text and, where the item has a created_at, of the same creation. Earlier items
// count as notes of the account.
func Import(tx *writer.Tx, to *account.Account, items []Note) ([]Result, error) {
	digests, distinct, known := digestsOf(items)
	if err := lookUp(tx, to, distinct, known); err != nil {
		return nil, err
	}
	if err := lookUpExternal(tx, to, items, known); err != nil {
		return nil, err
	}
	return add(progress.CountingRowWriter{InsertTarget: tx}, to, items, digests, known)
}

// add adds the notes that are not in known.
func add(into account.RowWriter, to *account.Account, items []Note, digests []string, known *index) ([]Result, error) {
	results := make([]Result, len(items))
	added := make([]int, 0, len(items))
	for i := range items {
		n, digest := &items[i], digests[i]
		created, exists := known.match(n, digest)
		if exists {
			results[i] = Result{CreatedAt: created, Body: n.Body, Status: AlreadyExists}
			continue
		}
		created = n.created(into.Now())
		known.add(digest, n.ExternalID, created)
		results[i] = Result{CreatedAt: created, Body: n.Body, Status: Created}
		added = append(added, i)
	}
	if err := insert(into, to, items, digests, added); err != nil {
		return nil, err
	}
	into.Count(to.Supplier.ID, "notes", len(added))
	return results, nil
}

// Pin adds one pinned note of the service itself to an account. Other kinds use it to inform
// the support staff.
func Pin(tx *writer.Tx, to *account.Account, body string) error {
	_, err := Import(tx, to, []Note{{Body: body, CreatedAt: tx.Now(), IsPinned: new(true), byService: true}})
	return err
}

// created returns when the note was created, to the millisecond that is stored.
func (n *Note) created(now time.Time) time.Time {
	if n.CreatedAt.IsZero() {
		return now
	}
	return n.CreatedAt.UTC().Truncate(time.Millisecond)
}

// digestsOf returns the digest of each note, each different digest once, and an index that
// expects them.
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

// lookUp adds to known the notes of these digests that the account has.
func lookUp(tx *writer.Tx, to *account.Account, digests []string, known *index) error {
	const query = `SELECT digest, created_at FROM notes WHERE account = ? AND digest IN (?)`
	return tx.Lookup(query, []any{to.ID}, digests, func(row database.Row) error {
		var digest, created string
		err := row.Scan(&digest, &created)
		known.add(digest, "", database.ParseTime(created))
		return err
	})
}

// lookUpExternal adds to known the notes of the account that have external ids of items.
func lookUpExternal(tx *writer.Tx, to *account.Account, items []Note, known *index) error {
	var ids []string
	for i := range items {
		if id := items[i].ExternalID; id != "" {
			ids = append(ids, id)
		}
	}
	const query = `SELECT digest, external_id, created_at FROM notes WHERE account = ? AND external_id <> '' AND external_id IN (?)`
	return tx.Lookup(query, []any{to.ID}, ids, func(row database.Row) error {
		var digest, externalID, created string
		err := row.Scan(&digest, &externalID, &created)
		known.add(digest, externalID, database.ParseTime(created))
		return err
	})
}

var columns = []string{"account", "digest", "body", "document_paths", "created_at", "is_pinned", "unpin_at", "is_archived", "external_id", "by_service"}

func insert(into account.RowWriter, to *account.Account, items []Note, digests []string, added []int) error {
	row := make([]any, len(columns)) // Insert copies the row
	return into.Insert("notes", columns, len(added), func(i int) []any {
		n := &items[added[i]]
		return append(row[:0], to.ID, digests[added[i]], n.Body, pathsText(n.DocumentPaths, to.Documents), database.Time(n.created(into.Now())),
			isTrue(n.IsPinned), database.Time(n.UnpinAt), isTrue(n.IsArchived), n.ExternalID, n.byService)
	})
}

// storedDocument is a note's document as it is stored. It has the details of the document
// where they were looked up.
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
