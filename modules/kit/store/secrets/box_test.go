package secrets

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/pocketbase/pocketbase/core"
)

const (
	env     = "SECRETS_TEST_KEY"
	secret  = "sk_live_something"
	purpose = "vendor acme"
)

// newBox returns a box on a folder, without the rest of PocketBase.
func newBox(dir string) *Box {
	return NewBox(core.NewBaseApp(core.BaseAppConfig{DataDir: dir, EncryptionEnv: env}))
}

func seal(t *testing.T, b *Box) string {
	t.Helper()
	sealed, err := b.Seal(secret, purpose)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(sealed, secret) {
		t.Fatal("the secret is not sealed")
	}
	return sealed
}

func opens(t *testing.T, b *Box, sealed string) {
	t.Helper()
	opened, err := b.Open(sealed, purpose)
	if err != nil || opened != secret {
		t.Fatalf("got %q, %v", opened, err)
	}
}

func staysClosed(t *testing.T, b *Box, sealed, purpose string) {
	t.Helper()
	if opened, err := b.Open(sealed, purpose); !errors.Is(err, ErrUnopened) || opened != "" {
		t.Fatalf("%.20q: got %q, %v", sealed, opened, err)
	}
}

func TestKeyFile(t *testing.T) {
	dir := t.TempDir()
	sealed := seal(t, newBox(dir))
	info, err := os.Stat(filepath.Join(dir, KeyFile))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Fatalf("key file: %v, %v", info, err)
	}
	opens(t, newBox(dir), sealed)
	if again := seal(t, newBox(dir)); again == sealed {
		t.Error("the same secret is sealed to the same text")
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "*")); len(left) != 1 {
		t.Errorf("left behind: %v", left)
	}
	staysClosed(t, newBox(t.TempDir()), sealed, purpose)
	seal(t, newBox(dir))
}

func TestVariable(t *testing.T) {
	dir := t.TempDir()
	before := seal(t, newBox(dir))
	t.Setenv(env, strings.Repeat("k", keyLength))
	opens(t, newBox(dir), before)
	sealed := seal(t, newBox(dir))
	opens(t, newBox(t.TempDir()), sealed) // a new folder with the same variable is another machine
	t.Setenv(env, strings.Repeat("x", keyLength))
	staysClosed(t, newBox(dir), sealed, purpose)
	t.Setenv(env, "too short")
	if _, err := newBox(dir).Seal(secret, purpose); err == nil || strings.Contains(err.Error(), "too short") {
		t.Errorf("a short key: %v", err)
	}
}

func TestStaysClosed(t *testing.T) {
	box := newBox(t.TempDir())
	sealed := seal(t, box)
	staysClosed(t, box, sealed, "vendor other")
	for _, other := range []string{"", "v1.", "v1.AAAA", "v2." + sealed[len(version):], secret, sealed[:len(sealed)-2],
		version + "*" + sealed[len(version)+1:], flipped(sealed)} {
		staysClosed(t, box, other, purpose)
	}
}

func flipped(sealed string) string {
	other := byte('A')
	if sealed[20] == other {
		other = 'B'
	}
	return sealed[:20] + string(other) + sealed[21:]
}

func TestDamagedKeyFile(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, KeyFile), []byte("half"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := newBox(dir).Seal(secret, purpose); err == nil || !strings.Contains(err.Error(), "damaged") {
		t.Errorf("sealed with half a key: %v", err)
	}
}

func TestOneKeyFileForAll(t *testing.T) {
	dir := t.TempDir()
	var sealed [16]string
	var all sync.WaitGroup
	for i := range sealed {
		all.Go(func() { sealed[i], _ = newBox(dir).Seal(secret, purpose) })
	}
	all.Wait()
	for _, s := range sealed {
		opens(t, newBox(dir), s)
	}
}
