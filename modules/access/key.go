package access

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
)

// keyPrefix lets people and scanners recognise a key that lies about.
const keyPrefix = "dik_"

// newKey is a fresh API key, with at least 128 bits of chance.
func newKey() string { return keyPrefix + rand.Text() + rand.Text() }

// hashKey is how a key is stored. A key is all chance, so it needs no slow hash.
func hashKey(key string) string {
	sum := sha256.Sum256([]byte(key))
	return hex.EncodeToString(sum[:])
}
