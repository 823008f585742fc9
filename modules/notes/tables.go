package notes

import "dataimport/modules/kit/module"

// tables are the tables of notes.
var tables = []module.Table{
	{
		Name: "notes", Key: module.Key{Account: "account"}, Counted: true,
		Kept:    "created_at is_pinned unpin_at is_archived by_service",
		Emptied: "body document_paths external_id digest", JSON: "document_paths",
		Documents:     []string{"document_paths.*.document_path"},
		SentDocuments: []string{"notes.*.document_paths.*.document_path"},
	},
}
