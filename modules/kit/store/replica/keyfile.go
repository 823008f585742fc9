package replica

import (
	"bytes"
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"dataimport/modules/kit/store/documents"
	"dataimport/modules/kit/store/secrets"
)

// keyObject has the key file of the data folder, sealed with the operator's passphrase. The
// storage alone opens no secret.
const keyObject = "secrets.key.sealed"

// sealedKey is the content of the object.
type sealedKey struct {
	Salt   []byte `json:"salt"`
	Sealed []byte `json:"sealed"`
}

// ErrNoPassphrase says that nothing seals the key file.
var ErrNoPassphrase = errors.New("--replica-key is missing: secrets.key is not in the database, and a standby could open no secret without it")

// storeKeyFile stores the key file of a folder, if there is one, unless the storage has it.
func storeKeyFile(ctx context.Context, b *bucket, dir string, passphrase documents.Secret) error {
	key, err := os.ReadFile(filepath.Join(dir, secrets.KeyFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if passphrase == "" {
		return ErrNoPassphrase
	}
	stored, err := readKeyFile(ctx, b, passphrase)
	if err != nil {
		return err
	}
	if bytes.Equal(stored, key) {
		return nil
	}
	sealed := sealedKey{Salt: make([]byte, 16)}
	_, _ = rand.Read(sealed.Salt)
	aead, err := newSeal(passphrase, sealed.Salt)
	if err != nil {
		return err
	}
	sealed.Sealed = aead.Seal(nil, nil, key, []byte(keyObject))
	return b.replaceJSON(ctx, keyObject, sealed)
}

// readKeyFile returns the stored key file, nil where there is none.
func readKeyFile(ctx context.Context, b *bucket, passphrase documents.Secret) ([]byte, error) {
	var sealed sealedKey
	_, err := b.readJSON(ctx, keyObject, &sealed)
	if errors.Is(err, errMissing) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if passphrase == "" {
		return nil, ErrNoPassphrase
	}
	aead, err := newSeal(passphrase, sealed.Salt)
	if err != nil {
		return nil, err
	}
	key, err := aead.Open(nil, nil, sealed.Sealed, []byte(keyObject))
	if err != nil {
		return nil, errors.New("--replica-key is not the passphrase that has sealed the key file in the replica")
	}
	return key, nil
}

// newSeal returns the cipher of a passphrase, which is as long as a key.
func newSeal(passphrase documents.Secret, salt []byte) (cipher.AEAD, error) {
	key, err := hkdf.Key(sha256.New, []byte(passphrase), salt, "dataimport replica key file v1", 32)
	if err != nil {
		return nil, err
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	return cipher.NewGCMWithRandomNonce(block)
}

// bringKeyFile puts the stored key file into a folder. Another one that is there is set aside.
func bringKeyFile(ctx context.Context, b *bucket, dir string, passphrase documents.Secret) error {
	key, err := readKeyFile(ctx, b, passphrase)
	if err != nil || key == nil {
		return err
	}
	path := filepath.Join(dir, secrets.KeyFile)
	own, err := os.ReadFile(path)
	switch {
	case err == nil && bytes.Equal(own, key):
		return nil
	case err == nil:
		if err := os.Rename(path, path+".superseded"); err != nil {
			return fmt.Errorf("the former key file: %w", err)
		}
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	return writeWhole(path, key)
}
