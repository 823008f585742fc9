package notes

import (
	"strings"
	"testing"

	"dataimport/modules/kit/testing/kindtest"
)

const valid = `{"notes": [
	{"body": "Called about the meter.", "document_paths": [{"document_path": "/notes/1/letter.pdf"}, {"document_path": "notes/2.pdf"}],
	 "created_at": "2024-02-29T10:00:00+01:00", "is_pinned": true, "unpin_at": "2024-03-29T00:00:00Z", "is_archived": false, "external_id": "N-1"},
	{"document_paths": [{"document_path": "scan.tif"}]},
	{"body": "No more."}
]}`

func TestRules(t *testing.T) {
	set, drop := kindtest.Set, kindtest.Drop
	for name, c := range map[string]struct {
		edits []kindtest.Edit
		want  []string
	}{
		"valid":                        {},
		"no notes":                     {edits: []kindtest.Edit{set("notes", `[]`)}},
		"neither body nor documents":   {edits: []kindtest.Edit{drop("notes.2.body")}, want: []string{"note_body_or_document_path_not_found notes.2.body"}},
		"an empty body":                {edits: []kindtest.Edit{set("notes.2.body", `"  "`)}, want: []string{"note_body_or_document_path_not_found notes.2.body"}},
		"no document in the list":      {edits: []kindtest.Edit{set("notes.1.document_paths", `[]`)}, want: []string{"note_body_or_document_path_not_found notes.1.body"}},
		"a body beside no document":    {edits: []kindtest.Edit{set("notes.1", `{"body": "x", "document_paths": []}`)}},
		"a note that is null":          {edits: []kindtest.Edit{set("notes.2", `null`)}, want: []string{"null_not_allowed notes.2"}},
		"a body under another name":    {edits: []kindtest.Edit{set("notes.2", `{"text": "x"}`)}, want: []string{"unknown_field notes.2.text"}},
		"a body that is no string":     {edits: []kindtest.Edit{set("notes.2.body", `{}`)}, want: []string{"invalid_type notes.2.body"}},
		"a body that is a number":      {edits: []kindtest.Edit{set("notes.2.body", `12.50`)}},
		"a path out of the root":       {edits: []kindtest.Edit{set("notes.0.document_paths.1.document_path", `"../other/a.pdf"`)}, want: []string{"invalid_document_path notes.0.document_paths.1.document_path"}},
		"a path with a backslash":      {edits: []kindtest.Edit{set("notes.1.document_paths.0.document_path", `"a\\b.pdf"`)}, want: []string{"invalid_document_path notes.1.document_paths.0.document_path"}},
		"a path that ends in dots":     {edits: []kindtest.Edit{set("notes.1.document_paths.0.document_path", `"a../b...pdf"`)}},
		"an empty path":                {edits: []kindtest.Edit{set("notes.1.document_paths.0.document_path", `""`)}, want: []string{"required notes.1.document_paths.0.document_path"}},
		"a document without a path":    {edits: []kindtest.Edit{set("notes.1.document_paths.0", `{}`)}, want: []string{"required notes.1.document_paths.0.document_path"}},
		"a path of 1025 characters":    {edits: []kindtest.Edit{set("notes.1.document_paths.0.document_path", `"`+strings.Repeat("a", 1025)+`"`)}, want: []string{"too_long notes.1.document_paths.0.document_path"}},
		"unpinned before creation":     {edits: []kindtest.Edit{set("notes.0.unpin_at", `"2024-02-29T08:59:59Z"`)}, want: []string{"note_unpin_at_earlier_than_creation_date notes.0.unpin_at"}},
		"unpinned at creation":         {edits: []kindtest.Edit{set("notes.0.unpin_at", `"2024-02-29T09:00:00Z"`)}},
		"unpinned before now":          {edits: []kindtest.Edit{drop("notes.0.created_at"), set("notes.0.unpin_at", `"2024-07-01T23:59:58Z"`)}},
		"unpinned after now":           {edits: []kindtest.Edit{drop("notes.0.created_at"), set("notes.0.unpin_at", `"2024-07-02T00:00:00Z"`)}},
		"an unreadable creation":       {edits: []kindtest.Edit{set("notes.0.created_at", `"2024-02-29"`), set("notes.0.unpin_at", `"0001-01-02T00:00:00Z"`)}, want: []string{"invalid_datetime notes.0.created_at"}},
		"unpinned in the year 9999":    {edits: []kindtest.Edit{set("notes.0.unpin_at", `"9999-12-31T23:59:59Z"`)}},
		"created in the year 1":        {edits: []kindtest.Edit{set("notes.0.created_at", `"0001-01-01T00:00:01Z"`)}},
		"created beyond the year 9999": {edits: []kindtest.Edit{set("notes.0.created_at", `"9999-12-31T23:59:59-01:00"`)}, want: []string{"invalid_datetime notes.0.created_at"}},
		"a 29 February that was not":   {edits: []kindtest.Edit{set("notes.0.created_at", `"2023-02-29T10:00:00Z"`)}, want: []string{"invalid_datetime notes.0.created_at"}},
		"a note of 1 MB":               {edits: []kindtest.Edit{set("notes.2.body", `"`+strings.Repeat("€", 1<<20)+`"`)}},
		"two equal notes":              {edits: []kindtest.Edit{set("notes.3", `{"body": "No more."}`)}},
		"faults of several notes": {
			edits: []kindtest.Edit{drop("notes.2.body"), set("notes.1.document_paths.0.document_path", `"."`), set("notes.0.unpin_at", `"2024-01-01T00:00:00Z"`)},
			want: []string{"note_unpin_at_earlier_than_creation_date notes.0.unpin_at", "invalid_document_path notes.1.document_paths.0.document_path",
				"note_body_or_document_path_not_found notes.2.body"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			_, got := kindtest.Read(t, kindtest.With(t, valid, c.edits...), kindtest.Facts("2024-07-01"), check)
			kindtest.Want(t, got, c.want...)
		})
	}
}
