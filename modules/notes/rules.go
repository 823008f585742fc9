package notes

import (
	"time"

	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/http/postimport"
	"dataimport/modules/kit/store/documents"
)

const area = "Notes"

// rules lists the rules of notes.
var rules = []catalogue.Rule{
	ruleEmpty,
	ruleUnpinTooSoon,
	documents.RuleInvalidPath.With("notes.0.document_paths.0.document_path",
		`{"notes": [{"document_paths": [{"document_path": "../letters/welcome.pdf"}]}]}`,
		`{"notes": [{"document_paths": [{"document_path": "letters/welcome.pdf"}]}]}`),
	documents.RuleMissing.With("notes.0.document_paths.0.document_path",
		`{"notes": [{"document_paths": [{"document_path": "letters/farewell.pdf"}]}]}`,
		`{"notes": [{"document_paths": [{"document_path": "letters/welcome.pdf"}]}]}`),
	documents.RuleUnavailable,
	postimport.RuleOneName,
}

// Check adds the faults of one note.
func (n *Note) Check(at *fault.At) {
	n.checkContent(at)
	n.checkPaths(at)
	n.checkUnpin(at)
}

func inUTC(t time.Time) string { return t.UTC().Format(time.RFC3339) }

var ruleEmpty = catalogue.Rule{
	Code: "note_body_or_document_path_not_found", Area: area,
	Meaning: "A note has neither a body nor a document.",
	Remedy:  "Add body, or document_paths with at least one document.",
	Attr:    "notes.0.body",
	Bad:     `{"notes": [{"is_pinned": true}]}`,
	Good:    `{"notes": [{"is_pinned": true, "body": "Prefers letters in large print."}]}`,
}

// checkContent: a note has a body or at least one document. A note that has a fault
// already gets no second one, since its content may be what could not be read.
func (n *Note) checkContent(at *fault.At) {
	if n.Body == "" && len(n.DocumentPaths) == 0 && at.Clean() {
		at.AddAt("body", ruleEmpty.Code, "A note needs a body, or document_paths with at least one document: add one of the two.")
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

var ruleUnpinTooSoon = catalogue.Rule{
	Code: "note_unpin_at_earlier_than_creation_date", Area: area,
	Meaning: "A note would stop being pinned before it was created.",
	Remedy:  "Correct unpin_at or created_at, or leave unpin_at out.",
	Attr:    "notes.0.unpin_at",
	Bad:     `{"notes": [{"body": "Moving in March.", "is_pinned": true, "created_at": "2024-02-01T09:00:00Z", "unpin_at": "2024-01-31T09:00:00Z"}]}`,
	Good:    `{"notes": [{"body": "Moving in March.", "is_pinned": true, "created_at": "2024-02-01T09:00:00Z", "unpin_at": "2024-04-01T00:00:00Z"}]}`,
}

// checkUnpin: a note is not unpinned before it is created, where both are given.
func (n *Note) checkUnpin(at *fault.At) {
	if !n.UnpinAt.IsZero() && n.UnpinAt.Before(n.CreatedAt) {
		at.AddAt("unpin_at", ruleUnpinTooSoon.Code, "This unpin_at, "+inUTC(n.UnpinAt)+", lies before created_at, "+inUTC(n.CreatedAt)+": correct one of them, or leave unpin_at out.")
	}
}
