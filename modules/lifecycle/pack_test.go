package lifecycle_test

import (
	"testing"

	"dataimport/modules/lifecycle"
)

// What a former version has stored is packed in steps, which end with the service and go on
// with the next one. Reading is the same before, meanwhile and afterwards.
func TestStoredTextsArePacked(t *testing.T) {
	s := newService(t)
	s.stageBook()
	s.processAccount(s.firstNumber()).Expect(201)
	s.Exec(`UPDATE stagings SET payload = unpacked(payload)`)
	last := s.book[len(s.book)-1].ExternalAccountNumber
	s.Exec(`UPDATE stagings SET payload = '', purged_at = '2031-05-06 07:08:09.000Z' WHERE process = (SELECT id FROM import_processes WHERE external_account_number = '` + last + `')`)
	wanted := s.queryText(`SELECT group_concat(payload, char(10)) FROM (SELECT payload FROM stagings ORDER BY id)`)
	s.Exec(`INSERT INTO packing (name, "column") VALUES ('stagings', 'payload')`)
	texts := func() int { return s.Count("stagings", "typeof(payload) = 'text' AND payload <> ''") }
	if n := texts(); n != len(s.book)-1 {
		t.Fatalf("%d of %d texts are to be packed", n, len(s.book))
	}
	if ended, err := lifecycle.PackSome(s.Runtime, 5); ended || err != nil {
		t.Fatal(ended, err)
	}
	if n := texts(); n != len(s.book)-1-5 {
		t.Errorf("%d texts are left after the first step", n)
	}
	s.processAccount(s.book[1].ExternalAccountNumber).Expect(201)
	for ended := false; !ended; {
		var err error
		if ended, err = lifecycle.PackSome(s.Runtime, 5); err != nil {
			t.Fatal(err)
		}
	}
	if n := texts() + s.Count("packing", ""); n != 0 {
		t.Errorf("%d texts and steps are left", n)
	}
	if got := s.queryText(`SELECT group_concat(unpacked(payload), char(10)) FROM (SELECT payload FROM stagings ORDER BY id)`); got != wanted {
		t.Error("the texts have changed")
	}
	if s.Count("dictionaries", "length(content) > 10000") == 0 {
		t.Error("the database has no dictionary")
	}
}

// An erasure while texts are being packed is not undone.
func TestATextThatIsRemovedWhileItIsPacked(t *testing.T) {
	s := newService(t)
	s.stageBook()
	s.Exec(`UPDATE stagings SET payload = unpacked(payload)`)
	s.Exec(`INSERT INTO packing (name, "column") VALUES ('stagings', 'payload')`)
	if err := lifecycle.PackAfter(s.Runtime, func() { s.Exec(`UPDATE stagings SET payload = ''`) }); err != nil {
		t.Fatal(err)
	}
	if n := s.Count("stagings", "payload <> ''"); n != 0 {
		t.Errorf("%d removed texts are there again", n)
	}
}

// Rows of a former version, which have whole times, become short in steps. What they say stays, also
// of rows that were changed later, and of rows whose ids say no time.
func TestTimesBecomeShort(t *testing.T) {
	s := newService(t)
	s.stageBook()
	s.processAccount(s.firstNumber()).Expect(201)
	const times = `SELECT group_concat(id || row_time(created, id) || row_time(COALESCE(NULLIF(updated, ''), created), id), char(10)) FROM (SELECT * FROM `
	tables := []string{"accounts", "customers", "stagings", "import_processes"}
	s.Exec(`UPDATE stagings SET id = 'oldformatid0123' WHERE id = (SELECT min(id) FROM stagings)`)
	wanted := map[string]string{}
	for _, table := range tables {
		wanted[table] = s.queryText(times + table + ` ORDER BY id)`)
		s.Exec(`UPDATE ` + table + ` SET updated = row_time(COALESCE(NULLIF(updated, ''), created), id), created = row_time(created, id)`)
		s.Exec(`INSERT INTO packing (name, "column") VALUES ('` + table + `', 'created updated')`)
	}
	whole := func(table string) int { return s.Count(table, "length(created) = 24") }
	before := whole("stagings")
	if before != len(s.book) {
		t.Fatalf("%d rows have whole times", before)
	}
	if _, err := lifecycle.PackSome(s.Runtime, 1); err != nil || whole("accounts") != 0 {
		t.Errorf("%d rows of accounts have whole times, %v", whole("accounts"), err)
	}
	for ended := false; !ended; {
		var err error
		if ended, err = lifecycle.PackSome(s.Runtime, 3); err != nil {
			t.Fatal(err)
		}
	}
	for _, table := range tables {
		if got := s.queryText(times + table + ` ORDER BY id)`); got != wanted[table] {
			t.Errorf("%s:\n%s\n-- was\n%s", table, got, wanted[table])
		}
	}
	if n := whole("stagings"); n != 0 {
		t.Errorf("%d rows have whole times", n)
	}
	if s.Count("import_processes", "updated = ''") != len(s.book)-1 {
		t.Error("rows that were never changed say when they were")
	}
}
