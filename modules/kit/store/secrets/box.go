// Package secrets encrypts the secrets that operators enter, such as a vendor's key,
// before they are stored. This is called sealing. Only the same service can open a sealed
// text, and only for the purpose for which it was sealed.
//
// Where the service runs with --encryptionEnv, the key is the value of the variable that
// the flag names, which is PocketBase's own encryption variable. Several machines can
// then share one database, and a copy of the data folder is worthless without that
// variable. Without the flag the key is a file of the data folder. The service makes the
// file on first use, and only the service's user can read it. The file keeps secrets out
// of database files, SQL consoles and logs. It does not protect them from a person who
// has the whole folder. Backups must leave the file out.
//
// The package knows neither the meaning of a sealed text nor the place where it is
// stored.
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

// ErrUnopened says that a text was sealed with a key that is not present, or for another
// purpose. The secret has to be entered again.
var ErrUnopened = errors.New("secrets: sealed with another key or for another purpose: enter the secret again")

// Box seals secrets with AES-256-GCM.
type Box struct {
	app core.App
}

// NewBox returns a box with the keys of app. The box looks the keys up when it needs
// them, because the flags and the data folder may be absent before.
func NewBox(app core.App) *Box {
	return &Box{app}
}

// version begins every sealed text, so that a second method can be added later.
const version = "v1."

// Seal encrypts a secret for a purpose. Open needs the same purpose. So a sealed text
// that is copied to another record cannot be opened there.
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

// Open returns the secret that was sealed for a purpose. It tries all present keys. So a
// secret that was sealed with the key file still opens after the variable is set.
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

// Derive returns a key of 32 bytes for a purpose other than sealing, for example a
// signature. The key stays the same for as long as the service has the same key.
func (b *Box) Derive(purpose string) ([]byte, error) {
	key, err := b.sealingKey()
	if err != nil {
		return nil, err
	}
	return hkdf.Key(sha256.New, []byte(key), nil, "dataimport key for "+purpose, 32)
}

// cipherOf derives the cipher's key from the key. PocketBase encrypts its settings with
// the same variable, and one key must not serve two methods.
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
