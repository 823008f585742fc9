package notes

import (
	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/store/documents"
)

const area = "Notes"

// rules describes the codes of notes.
var rules = []catalogue.Rule{
	{
		Code: codeEmpty, Area: area,
		Meaning: "A note has neither a body nor a document.",
		Remedy:  "Add body, or document_paths with at least one document.",
		Attr:    "notes.0.body",
		Bad:     `{"notes": [{"is_pinned": true}]}`,
		Good:    `{"notes": [{"is_pinned": true, "body": "Prefers letters in large print."}]}`,
	},
	{
		Code: codeUnpinTooSoon, Area: area,
		Meaning: "A note would stop being pinned before it was created, which is now where created_at is left out.",
		Remedy:  "Correct unpin_at or created_at, or leave unpin_at out.",
		Attr:    "notes.0.unpin_at",
		Bad:     `{"notes": [{"body": "Moving in March.", "is_pinned": true, "created_at": "2024-02-01T09:00:00Z", "unpin_at": "2024-01-31T09:00:00Z"}]}`,
		Good:    `{"notes": [{"body": "Moving in March.", "is_pinned": true, "created_at": "2024-02-01T09:00:00Z", "unpin_at": "2024-04-01T00:00:00Z"}]}`,
	},
	documents.InvalidPathRule.With("notes.0.document_paths.0.document_path",
		`{"notes": [{"document_paths": [{"document_path": "../letters/welcome.pdf"}]}]}`,
		`{"notes": [{"document_paths": [{"document_path": "letters/welcome.pdf"}]}]}`),
	documents.MissingRule.With("notes.0.document_paths.0.document_path",
		`{"notes": [{"document_paths": [{"document_path": "letters/farewell.pdf"}]}]}`,
		`{"notes": [{"document_paths": [{"document_path": "letters/welcome.pdf"}]}]}`),
	documents.UnavailableRule,
}
