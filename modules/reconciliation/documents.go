package reconciliation

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"os"
	"strings"

	"dataimport/modules/kit/domain/figures"
)

// documentFolder is a folder with the documents of a book, below the paths that the book names.
type documentFolder struct{ root *os.Root }

// compare compares the documents of an account with those that the service has read when the
// account was imported. Documents that only one side names are compared elsewhere.
func (f *documentFolder) compare(sent, stored *figures.Tally) (items []Item, err error) {
	if f == nil {
		return nil, nil
	}
	for _, path := range sent.DocumentPaths() {
		recorded, both := stored.Documents[path]
		if !both {
			continue
		}
		sum, err := f.hashFile(path)
		if err != nil {
			return nil, err
		}
		if sum != recorded {
			items = append(items, Item{Name: "Document " + path + ", SHA-256", Sent: orNone(sum), Stored: orNone(recorded), rank: rankDocument})
		}
	}
	return items, nil
}

// hashFile returns the SHA-256 of a document, and the empty text where there is none.
func (f *documentFolder) hashFile(path string) (string, error) {
	file, err := f.root.Open(strings.TrimPrefix(path, "/"))
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	defer file.Close()
	hash := sha256.New()
	if _, err := io.Copy(hash, file); err != nil {
		return "", err
	}
	return hex.EncodeToString(hash.Sum(nil)), nil
}

func orNone(text string) string {
	if text == "" {
		return isNone
	}
	return text
}
