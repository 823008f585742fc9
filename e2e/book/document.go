package book

import (
	"fmt"
	"iter"
	"os"
	"path/filepath"
)

// Document is a document that a book names. A real book has a dozen for each account, which is too much for a demo:
// here a hundred neighbouring accounts share theirs.
type Document struct {
	Path  string // path below the supplier's document root
	Title string
	Owner string // the accounts that share it
}

const sharing = 100

// document returns the path of a document of the account.
func (b *builder) document(folder, kind, name string) string {
	group := (b.n - 1) / sharing
	d := Document{
		Path:  fmt.Sprintf("%s/%04d/%s.pdf", folder, group+1, name),
		Title: kind + " " + name,
		Owner: fmt.Sprintf("Accounts %s%08d to %08d", b.o.Prefix, group*sharing+1, (group+1)*sharing),
	}
	b.documents = append(b.documents, d)
	return d.Path
}

// Documents yields the documents that the lines of a book name, each once.
func Documents(o Options) iter.Seq[Document] {
	return func(yield func(Document) bool) {
		seen := make(map[string]bool)
		for line := range Lines(o) {
			for _, d := range line.documents {
				if seen[d.Path] {
					continue
				}
				seen[d.Path] = true
				if !yield(d) {
					return
				}
			}
		}
	}
}

// WriteDocuments makes the documents of a book below a folder, the supplier's document root, and returns how many
// there are.
func WriteDocuments(root string, o Options) (count int, err error) {
	for d := range Documents(o) {
		name := filepath.Join(root, filepath.FromSlash(d.Path))
		if err := os.MkdirAll(filepath.Dir(name), 0o750); err != nil {
			return count, err
		}
		if err := os.WriteFile(name, d.PDF(), 0o640); err != nil {
			return count, err
		}
		count++
	}
	return count, nil
}
