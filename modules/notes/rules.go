package notes

import (
	"time"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/store/documents"
)

// The codes of the rules.
const (
	codeEmpty        = "note_body_or_document_path_not_found"
	codeUnpinTooSoon = "note_unpin_at_earlier_than_creation_date"
)

// Check adds the faults of one note.
func (n *Note) Check(at *fault.At, f *account.Facts) {
	n.checkContent(at)
	n.checkPaths(at)
	n.checkUnpin(at, f)
}

func inUTC(t time.Time) string { return t.UTC().Format(time.RFC3339) }

// checkContent: a note has a body or at least one document. A note that has a
// fault already may have failed to say it, and is not told twice.
func (n *Note) checkContent(at *fault.At) {
	if n.Body == "" && len(n.DocumentPaths) == 0 && at.Clean() {
		at.AddAt("body", codeEmpty, "A note needs a body, or document_paths with at least one document: add one of the two.")
	}
}

// checkPaths: each document path stays below the document root.
func (n *Note) checkPaths(at *fault.At) {
	list := at.Field("document_paths")
	for i := range n.DocumentPaths {
		place := list.Index(i)
		place.Check("document_path", n.DocumentPaths[i].Path, documents.ValidPath)
	}
}

// checkUnpin: a note is not unpinned before it is created, which is now where
// created_at is left out.
func (n *Note) checkUnpin(at *fault.At, f *account.Facts) {
	if n.UnpinAt.IsZero() || !at.CleanAt("created_at") {
		return
	}
	created, which := n.CreatedAt, "created_at"
	if created.IsZero() {
		created, which = f.Now, "moment of the import, since created_at is left out"
	}
	if n.UnpinAt.Before(created) {
		at.AddAt("unpin_at", codeUnpinTooSoon, "This unpin_at, "+inUTC(n.UnpinAt)+", lies before the note's creation, "+inUTC(created)+" (the "+which+"): correct one of them, or leave unpin_at out.")
	}
}
