package account

import (
	"time"

	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/fault"
)

// AreaNotes is the area of the rules of notes, which an account and its portfolios have.
const AreaNotes = "Notes"

// NoteRules lists the rules of notes.
var NoteRules = []catalogue.Rule{ruleNoteEmpty, ruleUnpinTooSoon}

var ruleNoteEmpty = catalogue.Rule{
	Code: "note_body_or_document_path_not_found", Area: AreaNotes,
	Meaning: "A note has neither a body nor a document.",
	Remedy:  "Add body, or document_paths with at least one document.",
	Attr:    "notes.0.body",
	Bad:     `{"notes": [{"is_pinned": true}]}`,
	Good:    `{"notes": [{"is_pinned": true, "body": "Prefers letters in large print."}]}`,
}

// CheckNoteContent: a note has a body or at least one document. A note that has a fault
// already gets no second one, since its content may be what could not be read.
func CheckNoteContent(body string, documents int, at *fault.At) {
	if body == "" && documents == 0 && at.Clean() {
		at.AddAt("body", ruleNoteEmpty.Code, "A note needs a body, or document_paths with at least one document: add one of the two.")
	}
}

var ruleUnpinTooSoon = catalogue.Rule{
	Code: "note_unpin_at_earlier_than_creation_date", Area: AreaNotes,
	Meaning: "A note would stop being pinned before it was created.",
	Remedy:  "Correct unpin_at or created_at, or leave unpin_at out.",
	Attr:    "notes.0.unpin_at",
	Bad:     `{"notes": [{"body": "Moving in March.", "is_pinned": true, "created_at": "2024-02-01T09:00:00Z", "unpin_at": "2024-01-31T09:00:00Z"}]}`,
	Good:    `{"notes": [{"body": "Moving in March.", "is_pinned": true, "created_at": "2024-02-01T09:00:00Z", "unpin_at": "2024-04-01T00:00:00Z"}]}`,
}

// CheckNoteUnpin: a note is not unpinned before it is created. Nothing is compared where one
// of the two moments is missing.
func CheckNoteUnpin(createdAt, unpinAt time.Time, at *fault.At) {
	if !createdAt.IsZero() && !unpinAt.IsZero() && unpinAt.Before(createdAt) {
		at.AddAt("unpin_at", ruleUnpinTooSoon.Code, "This unpin_at, "+inUTC(unpinAt)+", lies before created_at, "+inUTC(createdAt)+": correct one of them, or leave unpin_at out.")
	}
}

func inUTC(t time.Time) string { return t.UTC().Format(time.RFC3339) }
