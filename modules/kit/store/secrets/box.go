// Package secrets seals what operators entrust to the service, a vendor's key for
// example, before it is stored. A sealed text can be opened by the same service
// only, and only for the purpose it was sealed for.
//
// The key comes from PocketBase's own encryption variable, the one that
// --encryptionEnv names, where the service runs with it: several machines can then
// share one database, and a copy of the data folder is worth nothing without that
// variable. Where it is not set, the key is a file of the data folder, made on first
// use and readable by the service's user alone. That keeps secrets out of database
// files, SQL consoles and logs, but not from whoever has the whole folder; the file
// is meant to be left out of backups.
//
// Nothing here knows what is sealed, or where it is stored.
package secrets

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"strings"

	"github.com/pocketbase/pocketbase/core"
)

// ErrUnopened says that a sealed text was not sealed with a key that is here, or not
// for this purpose: what it holds has to be entered again.
var ErrUnopened = errors.New("secrets: sealed with another key or for another purpose: enter the secret again")

// Box seals with AES-256-GCM.
type Box struct {
	app core.App
}

// NewBox is a box with the keys of app. They are looked up when they are needed,
// since neither the flags nor the data folder need be there earlier.
func NewBox(app core.App) *Box {
	return &Box{app}
}

// version begins every sealed text, so that another method can come to stand beside
// this one.
const version = "v1."

// Seal encrypts a secret. Purpose is what it is for, and must be named again to open
// it: a sealed text that is copied to another place stays closed there.
func (b *Box) Seal(secret, purpose string) (string, error) {
	key, err := b.sealingKey()
	if err != nil {
		return "", err
	}
	aead, err := cipherOf(key)
	if err != nil {
		return "", err
	}
	sealed := aead.Seal(nil, nil, []byte(secret), []byte(purpose))
	return version + base64.RawStdEncoding.EncodeToString(sealed), nil
}

// Open is the secret that was sealed for a purpose. Any key that is here may have
// sealed it: one from the time before the variable was set still opens.
func (b *Box) Open(sealed, purpose string) (string, error) {
	encoded, known := strings.CutPrefix(sealed, version)
	if !known {
		return "", ErrUnopened
	}
	text, err := base64.RawStdEncoding.DecodeString(encoded)
	if err != nil {
		return "", ErrUnopened
	}
	keys, err := b.keys()
	if err != nil {
		return "", err
	}
	for _, key := range keys {
		aead, err := cipherOf(key)
		if err != nil {
			return "", err
		}
		if secret, err := aead.Open(nil, nil, text, []byte(purpose)); err == nil {
			return string(secret), nil
		}
	}
	return "", ErrUnopened
}

// Derive is a key of 32 bytes for a purpose other than sealing, a signature for
// example: the same for as long as the service has the same key.
func (b *Box) Derive(purpose string) ([]byte, error) {
	key, err := b.sealingKey()
	if err != nil {
		return nil, err
	}
	return hkdf.Key(sha256.New, []byte(key), nil, "dataimport key for "+purpose, 32)
}

// cipherOf derives the cipher's key: PocketBase encrypts its settings with the same
// variable, and one key must not serve two methods.
func cipherOf(key string) (cipher.AEAD, error) {
	derived, err := hkdf.Key(sha256.New, []byte(key), nil, "dataimport secrets v1", 32)
	if err != nil {
		return nil, err
	}
	block, err := aes.NewCipher(derived)
	if err != nil {
		return nil, err
	}
	return cipher.NewGCMWithRandomNonce(block)
}
