package notes

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/store/writer"
	"dataimport/modules/kit/testing/kindtest"
)

func importNotes(s *kindtest.Store, to *account.Account, items ...Note) (results []Result) {
	s.Helper()
	s.Do(func(tx *writer.Tx) (err error) {
		results, err = Import(tx, to, items)
		return err
	})
	return results
}

func statuses(results []Result) string {
	var b strings.Builder
	for _, r := range results {
		b.WriteString(map[Status]string{Created: "+", AlreadyExists: "="}[r.Status])
	}
	return b.String()
}

func TestImportStoresEverything(t *testing.T) {
	s := kindtest.New(t)
	to := s.Account(0)
	part, faults := kindtest.Read(t, valid, kindtest.Facts("2024-07-01"), check)
	kindtest.Want(t, faults)
	results := importNotes(s, to, part.Notes...)
	if got := statuses(results); got != "+++" {
		t.Fatal(got)
	}
	got := s.Rows(`SELECT body, document_paths, created_at, is_pinned, unpin_at, is_archived, external_id FROM notes WHERE account = ? ORDER BY id`, to.ID)
	now := results[2].CreatedAt.Format("2006-01-02 15:04:05.000Z")
	want := []string{
		`Called about the meter.|[{"document_path":"/notes/1/letter.pdf"},{"document_path":"notes/2.pdf"}]|2024-02-29 09:00:00.000Z|1|2024-03-29 00:00:00.000Z|0|N-1`,
		`|[{"document_path":"scan.tif"}]|` + now + `|0||0|`,
		`No more.||` + now + `|0||0|`,
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("stored\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if since := time.Since(results[2].CreatedAt); since < 0 || since > time.Minute {
		t.Errorf("created_at defaults to now, not %v ago", since)
	}
	if n := s.Progress("notes"); n != "3" {
		t.Errorf("progress %s", n)
	}
}

func TestImportDuplicates(t *testing.T) {
	s := kindtest.New(t)
	first, second := time.Date(2024, 2, 29, 12, 0, 0, 0, time.UTC), time.Date(2024, 3, 1, 12, 0, 0, 0, time.UTC)
	paths := func(paths ...string) (list []Document) {
		for _, p := range paths {
			list = append(list, Document{p})
		}
		return list
	}
	for name, c := range map[string]struct {
		stored, sent []Note
		want         string
	}{
		"the same body":                      {[]Note{{Body: "a"}}, []Note{{Body: "a"}}, "="},
		"another body":                       {[]Note{{Body: "a"}}, []Note{{Body: "A"}, {Body: "a "}}, "++"},
		"the same body, created earlier":     {[]Note{{Body: "a", CreatedAt: first}}, []Note{{Body: "a"}}, "="},
		"the same body and creation":         {[]Note{{Body: "a", CreatedAt: first}}, []Note{{Body: "a", CreatedAt: first}}, "="},
		"the same moment in another zone":    {[]Note{{Body: "a", CreatedAt: first}}, []Note{{Body: "a", CreatedAt: first.In(time.FixedZone("", 3600))}}, "="},
		"the same body, another creation":    {[]Note{{Body: "a", CreatedAt: first}}, []Note{{Body: "a", CreatedAt: second}}, "+"},
		"a creation where none was given":    {[]Note{{Body: "a"}}, []Note{{Body: "a", CreatedAt: first}}, "+"},
		"the same documents":                 {[]Note{{DocumentPaths: paths("x", "y")}}, []Note{{DocumentPaths: paths("x", "y")}}, "="},
		"the documents in another order":     {[]Note{{DocumentPaths: paths("x", "y")}}, []Note{{DocumentPaths: paths("y", "x")}}, "+"},
		"two documents that read like one":   {[]Note{{DocumentPaths: paths("x", "y")}}, []Note{{DocumentPaths: paths("xy")}, {DocumentPaths: paths("x")}}, "++"},
		"a body that reads like a document":  {[]Note{{DocumentPaths: paths("x")}}, []Note{{Body: "x"}}, "+"},
		"the same body, other documents":     {[]Note{{Body: "a", DocumentPaths: paths("x")}}, []Note{{Body: "a", DocumentPaths: paths("y")}, {Body: "a"}}, "=="},
		"twice in one request":               {nil, []Note{{Body: "a"}, {Body: "b"}, {Body: "a"}}, "++="},
		"twice in one request with creation": {nil, []Note{{Body: "a", CreatedAt: first}, {Body: "a", CreatedAt: second}, {Body: "a", CreatedAt: first}, {Body: "a"}}, "++=="},
		"first without a creation":           {nil, []Note{{Body: "a"}, {Body: "a", CreatedAt: first}, {Body: "a"}}, "++="},
		"other members do not count":         {[]Note{{Body: "a"}}, []Note{{Body: "a", IsPinned: new(true), ExternalID: "9"}}, "="},
		"the same external id":               {[]Note{{Body: "a", ExternalID: "9"}}, []Note{{Body: "b", ExternalID: "9"}, {Body: "a", ExternalID: "8", CreatedAt: first}}, "=+"},
		"an external id twice":               {nil, []Note{{Body: "a", ExternalID: "9"}, {Body: "b", ExternalID: "9", CreatedAt: first}, {Body: "b"}}, "+=+"},
		"an external id in other letters":    {[]Note{{Body: "a", ExternalID: "n9"}}, []Note{{Body: "b", ExternalID: "N9"}}, "+"},
		"none":                               {nil, nil, ""},
	} {
		t.Run(name, func(t *testing.T) {
			to := s.Account(0)
			importNotes(s, to, c.stored...)
			if got := statuses(importNotes(s, to, c.sent...)); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
			want := fmt.Sprint(len(c.stored) + strings.Count(c.want, "+"))
			if got := s.Row(`SELECT count(*) FROM notes WHERE account = ?`, to.ID); got != want {
				t.Errorf("%s rows, want %s", got, want)
			}
			other := s.Account(0)
			if got := statuses(importNotes(s, other, c.stored...)); strings.Contains(got, "=") {
				t.Errorf("notes of another account count: %s", got)
			}
		})
	}
}

func TestImportSaysWhenANoteWasCreated(t *testing.T) {
	s := kindtest.New(t)
	to, created := s.Account(0), time.Date(9999, 12, 31, 23, 59, 59, 0, time.UTC)
	importNotes(s, to, Note{Body: "a", CreatedAt: created})
	if got := importNotes(s, to, Note{Body: "a"}); !got[0].CreatedAt.Equal(created) || got[0].Body != "a" {
		t.Errorf("got %+v", got[0])
	}
	// The zero moment is what some systems send for none.
	importNotes(s, to, Note{Body: "with a number", ExternalID: "9", CreatedAt: created.AddDate(-1, 0, 0)})
	if got := importNotes(s, to, Note{Body: "c", ExternalID: "9", CreatedAt: created}); !got[0].CreatedAt.Equal(created.AddDate(-1, 0, 0)) {
		t.Errorf("got %+v", got[0])
	}
	part, _ := kindtest.Read(t, `{"notes": [{"body": "b", "created_at": "0001-01-01T00:00:00Z"}]}`, kindtest.Facts("2024-07-01"), check)
	if got := importNotes(s, to, part.Notes...); time.Since(got[0].CreatedAt) > time.Minute {
		t.Errorf("got %+v", got[0])
	}
}

func TestImportIsAllOrNothing(t *testing.T) {
	s := kindtest.New(t)
	to := s.Account(0)
	err := s.Writer.Do(func(tx *writer.Tx) error {
		if _, err := Import(tx, to, []Note{{Body: "a"}}); err != nil {
			return err
		}
		return fmt.Errorf("a later kind fails")
	})
	if err == nil || s.Row(`SELECT count(*) FROM notes`) != "0" || s.Progress("notes") != "0" {
		t.Error("a note stayed")
	}
}

func TestPin(t *testing.T) {
	s := kindtest.New(t)
	to := s.Account(0)
	for range 2 {
		s.Do(func(tx *writer.Tx) error { return Pin(tx, to, "Two dates were changed.") })
		time.Sleep(2 * time.Millisecond)
	}
	want := "[Two dates were changed.|1 Two dates were changed.|1]"
	if got := s.Rows(`SELECT body, is_pinned FROM notes WHERE account = ?`, to.ID); fmt.Sprint(got) != want {
		t.Errorf("got %v", got)
	}
}

// Many notes, and a note of a megabyte, take a few statements and little time.
func TestImportManyAndLarge(t *testing.T) {
	s := kindtest.New(t)
	to := s.Account(0)
	many := make([]Note, kindtest.Many)
	for i := range many {
		many[i].Body = fmt.Sprintf("note %d", i%(kindtest.Many/2))
	}
	many[len(many)-1].Body = strings.Repeat("long ", 1<<20/5)
	began := time.Now()
	if got := statuses(importNotes(s, to, many...)); strings.Count(got, "+") != kindtest.Many/2+1 {
		t.Errorf("%d created", strings.Count(got, "+"))
	}
	if got := statuses(importNotes(s, to, many...)); strings.Contains(got, "+") {
		t.Error("some were created again")
	}
	same := make([]Note, kindtest.Many)
	for i := range same {
		same[i] = Note{Body: "the same", CreatedAt: time.Unix(int64(i), 0)}
	}
	if got := statuses(importNotes(s, to, same...)); strings.Contains(got, "=") {
		t.Error("notes that differ in their creation are different")
	}
	if took := time.Since(began); took > 20*time.Second {
		t.Errorf("took %v", took)
	}
}

func TestSection(t *testing.T) {
	s := kindtest.New(t)
	to := s.Account(0)
	s.Import(Section(), to, valid)
	if got := s.Row(`SELECT count(*) FROM notes WHERE account = ?`, to.ID); got != "3" {
		t.Errorf("%s notes", got)
	}
	if got := fmt.Sprint(Section().Members()); got != "[notes]" {
		t.Errorf("members %s", got)
	}
}
