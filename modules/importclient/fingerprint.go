package importclient

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
)

// fingerprintLength is how many bytes of a book its fingerprint covers. A hash of many gigabytes
// would delay each resumption by minutes.
const fingerprintLength = 1 << 20

// computeFingerprint identifies a book by the hash of its first bytes. The size is compared as
// well. The modification time is not, because a copy is the same book.
func (b *book) computeFingerprint() (string, error) {
	h := sha256.New()
	if _, err := io.Copy(h, io.NewSectionReader(b.file, 0, fingerprintLength)); err != nil {
		return "", fmt.Errorf("the book cannot be read: %w", err)
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// closeFile closes what openBook opened. Standard input stays open.
func (b *book) closeFile() {
	if b.file != nil {
		_ = b.file.Close() // opened for reading: nothing can be lost
	}
}
