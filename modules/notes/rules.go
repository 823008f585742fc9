package notes

import (
	"dataimport/modules/kit/account"
	"dataimport/modules/kit/documents"
	"dataimport/modules/kit/fault"
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
	created := n.CreatedAt
	if created.IsZero() {
		created = f.Now
	}
	if n.UnpinAt.Before(created) {
		at.AddAt("unpin_at", codeUnpinTooSoon, "This lies before the note's creation: correct unpin_at or created_at, or leave unpin_at out.")
	}
}
