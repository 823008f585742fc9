package e2e

import (
	"crypto/sha256"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// documentRoot is the supplier's document root.
const documentRoot = "acme/docs"

// shelf stores a supplier's documents by their whole path.
type shelf interface {
	Put(t testing.TB, key string, content []byte)
	Remove(t testing.TB, key string)
}

// folder is a shelf in a folder of this machine.
type folder string

func (f folder) Put(t testing.TB, key string, content []byte) {
	t.Helper()
	file := filepath.Join(string(f), key)
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, content, 0o644); err != nil {
		t.Fatal(err)
	}
}

func (f folder) Remove(t testing.TB, key string) {
	t.Helper()
	if err := os.Remove(filepath.Join(string(f), key)); err != nil {
		t.Fatal(err)
	}
}

// pdf returns a document with a text that makes it unique.
func pdf(text string) []byte {
	return []byte("%PDF-1.7\n%" + text + "\n%%EOF\n")
}

func checksum(content []byte) string {
	return fmt.Sprintf("%x", sha256.Sum256(content))
}

// documentsAreVerified tests the behaviour of every document store. Its account is "1".
func documentsAreVerified(t *testing.T, r *running, s shelf) {
	t.Run("size and checksum", func(t *testing.T) { sizeAndChecksum(t, r, s) })
	t.Run("names", func(t *testing.T) { namesOfDocuments(t, r, s) })
	t.Run("bad paths", func(t *testing.T) { badPaths(t, r, s) })
	t.Run("of an account", func(t *testing.T) { documentsOfAnAccount(t, r, s) })
	t.Run("replaced", func(t *testing.T) { replacedDocument(t, r, s) })
}

func sizeAndChecksum(t *testing.T, r *running, s shelf) {
	bill, letter, reply := pdf("bill"), pdf("a letter"), pdf("the reply to it")
	s.Put(t, "acme/docs/bills/2025/01.pdf", bill)
	s.Put(t, "acme/docs/letter.pdf", letter)
	s.Put(t, "acme/docs/reply.pdf", reply)
	r.post(t, statementsPath, onto("1", `"statements":[`+statement("S1", "bills/2025/01.pdf")+`]`)).expect(t, 201)
	r.post(t, notesPath, onto("1", `"notes":[`+note("Letters", "letter.pdf", "/reply.pdf")+`]`)).expect(t, 201)
	r.has(t, `SELECT statement_path, size, sha256 FROM statements WHERE statement_id = 'S1'`,
		fmt.Sprintf("bills/2025/01.pdf|%d|%s", len(bill), checksum(bill)))
	r.has(t, `SELECT d.value ->> 'document_path', d.value ->> 'size', d.value ->> 'sha256'
		FROM notes n, json_each(n.document_paths) d WHERE n.body = 'Letters' ORDER BY d.key`,
		fmt.Sprintf("letter.pdf|%d|%s", len(letter), checksum(letter)),
		fmt.Sprintf("/reply.pdf|%d|%s", len(reply), checksum(reply)))
}

// A name is used as it is written. No part of it is decoded.
func namesOfDocuments(t *testing.T, r *running, s shelf) {
	names := []string{"Zoë & Söhne/Rechnung 1+2 (100 %).pdf", "%41.pdf", "%2e%2e/a.pdf", "a?b=c#d;e.pdf", "请求.pdf", "...", `"O’Neill's".pdf`}
	statements, want := make([]string, len(names)), make([]string, len(names))
	for i, name := range names {
		s.Put(t, "acme/docs/"+name, pdf(name))
		id := fmt.Sprintf("name %d", i)
		statements[i], want[i] = statement(id, name), id+"|"+checksum(pdf(name))
	}
	r.post(t, statementsPath, onto("1", `"statements":[`+strings.Join(statements, ",")+`]`)).expect(t, 201)
	r.has(t, `SELECT statement_id, sha256 FROM statements WHERE statement_id LIKE 'name %' ORDER BY statement_id`, want...)
}

// invalidPaths lead, or could lead, out of the supplier's documents.
var invalidPaths = []string{
	"../../etc/passwd", "..", "../outside.pdf", "letters/../../outside.pdf", "./a.pdf", "a//b.pdf", "//etc/passwd", "letters/",
	`..\..\outside.pdf`, "a\x00.pdf", "a.pdf\x00", "a\nb.pdf", "a\x7f.pdf", "a\u0085.pdf",
}

// missingPaths are below the documents, and have no document. If the encoded ones were
// decoded, they would have one. The last ones are longer than stores allow.
var missingPaths = []string{
	"none.pdf", "%2e%2e/outside.pdf", "%2E%2E%2Foutside.pdf", "..%2foutside.pdf", "letters", "letters/a.pdf/b.pdf",
	strings.Repeat("x", 300), strings.Repeat("é", 1000), strings.Repeat("x/", 500) + "x",
}

// All bad paths of a request are reported at once, each at its place, and nothing is
// stored.
func badPaths(t *testing.T, r *running, s shelf) {
	s.Put(t, "acme/outside.pdf", pdf("another supplier's"))
	s.Put(t, "acme/docs/letters/a.pdf", pdf("a"))
	paths := []string{"letters/a.pdf"}
	statements, noteFaults := []string{statement("good", paths[0])}, []string{"request_failed_validation"}
	statementFaults := noteFaults
	add := func(code string, bad ...string) {
		for _, path := range bad {
			i := len(paths)
			paths, statements = append(paths, path), append(statements, statement(fmt.Sprintf("bad %d", i), path))
			statementFaults = append(statementFaults, fmt.Sprintf("%s statements.%d.statement_path", code, i))
			noteFaults = append(noteFaults, fmt.Sprintf("%s notes.1.document_paths.%d.document_path", code, i))
		}
	}
	add("invalid_document_path", invalidPaths...)
	add("path_does_not_exist_in_file_store", missingPaths...)
	add("too_long", strings.Repeat("a/", 2048)+"a.pdf")
	r.changesNothing(t, func() {
		r.post(t, statementsPath, onto("1", `"statements":[`+strings.Join(statements, ",")+`]`)).expect(t, 400, statementFaults...)
		r.post(t, notesPath, onto("1", `"notes":[{"body":"good"},`+note("bad", paths...)+`]`)).expect(t, 400, noteFaults...)
	})
}

func documentsOfAnAccount(t *testing.T, r *running, s shelf) {
	body := account("with documents", `,"notes":[`+note("", "own/note.pdf")+`],"statements":[`+statement("own", "own/bill.pdf")+`]`)
	missing := []string{"account_failed_validation", "path_does_not_exist_in_file_store notes.0.document_paths.0.document_path",
		"path_does_not_exist_in_file_store statements.0.statement_path"}
	r.changesNothing(t, func() {
		r.post(t, validatePath, body).expect(t, 400, missing...)
		r.post(t, stagePath, body).expect(t, 400, missing...)
	})
	s.Put(t, "acme/docs/own/note.pdf", pdf("note"))
	s.Put(t, "acme/docs/own/bill.pdf", pdf("bill"))
	r.post(t, stagePath, body).expect(t, 201)
	s.Remove(t, "acme/docs/own/bill.pdf")
	r.post(t, processPath, process("with documents")).expect(t, 400, "account_failed_validation", missing[2])
	if status := r.get(t, statusPath+"with%20documents/").expect(t, 200).member(t, "status"); status != "UNKNOWN" {
		t.Errorf("a refused account is %s", status)
	}
	s.Put(t, "acme/docs/own/bill.pdf", pdf("bill again"))
	r.post(t, processPath, process("with documents")).expect(t, 201)
	r.has(t, `SELECT sha256 FROM statements WHERE statement_id = 'own'`, checksum(pdf("bill again")))
}

// The recorded size and checksum are those of the document at the time of the import.
// Sending the same statement again after its document has changed is no conflict. A later
// statement gets the later size and checksum.
func replacedDocument(t *testing.T, r *running, s shelf) {
	first, second := onto("1", `"statements":[`+statement("R1", "replaced.pdf")+`]`), onto("1", `"statements":[`+statement("R2", "replaced.pdf")+`]`)
	s.Put(t, "acme/docs/replaced.pdf", pdf("before"))
	r.post(t, statementsPath, first).expect(t, 201)
	s.Put(t, "acme/docs/replaced.pdf", pdf("afterwards"))
	r.post(t, statementsPath, first).expect(t, 201)
	r.post(t, statementsPath, second).expect(t, 201)
	r.has(t, `SELECT statement_id, sha256 FROM statements WHERE statement_path = 'replaced.pdf' ORDER BY 1`,
		"R1|"+checksum(pdf("before")), "R2|"+checksum(pdf("afterwards")))
	s.Remove(t, "acme/docs/replaced.pdf")
	r.changesNothing(t, func() {
		r.post(t, statementsPath, first).expect(t, 400, "request_failed_validation", "path_does_not_exist_in_file_store statements.0.statement_path")
	})
}

func TestDocumentsInAFolder(t *testing.T) {
	t.Parallel()
	s := newService(t)
	r := launch(t, s, documentRoot)
	r.imported(t, "1")
	documents := folder(filepath.Join(s.dir, "documents"))
	documentsAreVerified(t, r, documents)
	t.Run("links out of it", func(t *testing.T) { linksOutOfTheFolder(t, r, documents) })
	t.Run("is away", func(t *testing.T) { theFolderIsAway(t, r, documents) })
}

// A symbolic link is refused unless it leads to a document in the same folder.
func linksOutOfTheFolder(t *testing.T, r *running, documents folder) {
	outside := t.TempDir()
	folder(outside).Put(t, "secret.pdf", pdf("secret"))
	documents.Put(t, "acme/docs/linked/own.pdf", pdf("own"))
	for name, target := range map[string]string{
		"file.pdf": filepath.Join(outside, "secret.pdf"), "folder": outside, "loop.pdf": "loop.pdf", "own-link.pdf": "own.pdf",
		"up.pdf": strings.Repeat("../", 20) + strings.TrimPrefix(outside, "/") + "/secret.pdf",
	} {
		if err := os.Symlink(target, filepath.Join(string(documents), documentRoot, "linked", name)); err != nil {
			t.Fatal(err)
		}
	}
	list := []string{"linked/own-link.pdf", "linked/file.pdf", "linked/folder/secret.pdf", "linked/up.pdf", "linked/loop.pdf", "linked/folder"}
	faults := []string{"request_failed_validation"}
	for i := range list[1:] {
		faults = append(faults, fmt.Sprintf("path_does_not_exist_in_file_store notes.0.document_paths.%d.document_path", i+1))
	}
	r.changesNothing(t, func() {
		r.post(t, notesPath, onto("1", `"notes":[`+note("linked", list...)+`]`)).expect(t, 400, faults...)
	})
	r.post(t, notesPath, onto("1", `"notes":[`+note("linked", list[0])+`]`)).expect(t, 201)
}

// A missing folder, such as a share that is not mounted, is not treated as an empty
// folder.
func theFolderIsAway(t *testing.T, r *running, documents folder) {
	documents.Put(t, "acme/docs/away.pdf", pdf("away"))
	away := string(documents) + "-away"
	if err := os.Rename(string(documents), away); err != nil {
		t.Fatal(err)
	}
	body := onto("1", `"notes":[`+note("away", "away.pdf")+`]`)
	r.changesNothing(t, func() { r.post(t, notesPath, body).expectUnavailable(t) })
	if err := os.Rename(away, string(documents)); err != nil {
		t.Fatal(err)
	}
	r.post(t, notesPath, body).expect(t, 201)
}

// expectUnavailable fails the test unless the answer asks the client to try again later.
func (a answer) expectUnavailable(t testing.TB) {
	t.Helper()
	a.expect(t, http.StatusServiceUnavailable, "document_store_unavailable")
	if a.header.Get("Retry-After") == "" {
		t.Error("there is no Retry-After")
	}
}

func TestAFolderThatIsNamed(t *testing.T) {
	t.Parallel()
	s, documents := newService(t), folder(filepath.Join(t.TempDir(), "named"))
	_, complaints, err := s.command("serve", "--http", "127.0.0.1:0", "--documents-dir", string(documents))
	if err == nil || !strings.Contains(complaints, "--documents-dir") {
		t.Errorf("a folder that is not there: %v %q", err, complaints)
	}
	documents.Put(t, "acme/docs/a.pdf", pdf("a"))
	r := launch(t, s, documentRoot, "--documents-dir", string(documents))
	r.imported(t, "1")
	r.post(t, statementsPath, onto("1", `"statements":[`+statement("S1", "a.pdf")+`]`)).expect(t, 201)
	r.has(t, `SELECT sha256 FROM statements`, checksum(pdf("a")))
}
