package notes

import (
	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/http/postimport"
	"dataimport/modules/kit/store/documents"
)

// rules lists the rules of notes.
var rules = append([]catalogue.Rule{
	documents.RuleInvalidPath.With("notes.0.document_paths.0.document_path",
		`{"notes": [{"document_paths": [{"document_path": "../letters/welcome.pdf"}]}]}`,
		`{"notes": [{"document_paths": [{"document_path": "letters/welcome.pdf"}]}]}`),
	documents.RuleMissing.With("notes.0.document_paths.0.document_path",
		`{"notes": [{"document_paths": [{"document_path": "letters/farewell.pdf"}]}]}`,
		`{"notes": [{"document_paths": [{"document_path": "letters/welcome.pdf"}]}]}`),
	documents.RuleUnavailable,
	postimport.RuleOneName,
}, account.NoteRules...)

// Check adds the faults of one note.
func (n *Note) Check(at *fault.At) {
	account.CheckNoteContent(n.Body, len(n.DocumentPaths), at)
	n.checkPaths(at)
	account.CheckNoteUnpin(n.CreatedAt, n.UnpinAt, at)
}

// checkPaths: each document path stays below the document root.
func (n *Note) checkPaths(at *fault.At) {
	list := at.Field("document_paths")
	for i := range n.DocumentPaths {
		place := list.Index(i)
		place.Check("document_path", n.DocumentPaths[i].Path, documents.ValidPath)
	}
}
