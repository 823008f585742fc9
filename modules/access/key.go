package access

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
)

// keyPrefix lets people and scanners recognise a leaked key.
const keyPrefix = "dik_"

// newKey makes a new API key, with at least 128 random bits.
func newKey() string { return keyPrefix + rand.Text() + rand.Text() }

// hashKey returns the form in which a key is stored. A key is random, so it needs no slow hash.
func hashKey(key string) string {
	sum := sha256.Sum256([]byte(key))
	return hex.EncodeToString(sum[:])
}
