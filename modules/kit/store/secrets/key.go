package secrets

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// KeyFile is the name of the key in the data folder.
const KeyFile = "secrets.key"

// keyLength is the length that PocketBase requires of the value of its encryption
// variable, in characters. The key in the key file is longer.
const keyLength = 32

// sealingKey returns the key for new secrets.
func (b *Box) sealingKey() (string, error) {
	if key, err := b.envKey(); key != "" || err != nil {
		return key, err
	}
	return b.makeKeyFile()
}

// keys returns all present keys, the one for new secrets first.
func (b *Box) keys() (keys []string, err error) {
	key, err := b.envKey()
	if err != nil {
		return nil, err
	}
	if key != "" {
		keys = append(keys, key)
	}
	key, err = b.readKeyFile()
	switch {
	case err == nil:
		return append(keys, key), nil
	case errors.Is(err, fs.ErrNotExist):
		return keys, nil
	default:
		return nil, err
	}
}

func (b *Box) envKey() (string, error) {
	name := b.app.EncryptionEnv()
	if name == "" {
		return "", nil
	}
	key := os.Getenv(name)
	if key != "" && len(key) != keyLength {
		return "", fmt.Errorf("secrets: the variable %s must hold %d characters", name, keyLength)
	}
	return key, nil
}

func (b *Box) path() string {
	return filepath.Join(b.app.DataDir(), KeyFile)
}

func (b *Box) readKeyFile() (string, error) {
	content, err := os.ReadFile(b.path())
	if err != nil {
		return "", err
	}
	key := strings.TrimSpace(string(content))
	if len(key) < keyLength {
		return "", fmt.Errorf("secrets: %s is damaged: bring it back, or remove it and enter all secrets again", b.path())
	}
	return key, nil
}

// makeKeyFile reads the key file, and makes it where there is none. The file appears
// complete or not at all. Where several processes make one, or one process is
// interrupted, the first complete file stays.
func (b *Box) makeKeyFile() (string, error) {
	key, err := b.readKeyFile()
	if !errors.Is(err, fs.ErrNotExist) {
		return key, err
	}
	file, err := os.CreateTemp(b.app.DataDir(), KeyFile+".*") // CreateTemp uses mode 0600
	if err != nil {
		return "", err
	}
	defer os.Remove(file.Name())
	_, err = file.WriteString(rand.Text() + rand.Text() + "\n")
	err = errors.Join(err, file.Sync(), file.Close())
	if err != nil {
		return "", err
	}
	if err := os.Link(file.Name(), b.path()); err != nil && !errors.Is(err, fs.ErrExist) {
		return "", err
	}
	return b.readKeyFile()
}
