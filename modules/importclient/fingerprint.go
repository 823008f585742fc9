package importclient

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
)

// fingerprinted is how much of a book its identity looks at. Hashing all of a
// book of many gigabytes would delay every resumption by minutes.
const fingerprinted = 1 << 20

// fingerprint identifies the book of a journal by its beginning; its size is
// compared beside it. The modification time is not: copying a book keeps it
// the same book.
func (b *book) fingerprint() (string, error) {
	h := sha256.New()
	if _, err := io.Copy(h, io.NewSectionReader(b.file, 0, fingerprinted)); err != nil {
		return "", fmt.Errorf("the book cannot be read: %w", err)
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// close closes what openBook opened; standard input stays open.
func (b *book) close() {
	if b.file != nil {
		_ = b.file.Close() // opened for reading: nothing can be lost
	}
}
