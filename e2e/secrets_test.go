package e2e

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// keepsSecret fails the test if a secret is in the data folder or in the output of the
// service, which must have been stopped.
func (s *service) keepsSecret(t testing.TB, secret string) {
	t.Helper()
	if bytes.Contains(s.output.Bytes(), []byte(secret)) {
		t.Error("the secret is in the service's output")
	}
	for _, file := range s.filesWith(t, secret) {
		t.Errorf("the secret is in %s", file)
	}
}

// filesWith returns the files of the data folder that contain a text.
func (s *service) filesWith(t testing.TB, text string) (files []string) {
	t.Helper()
	err := filepath.WalkDir(s.dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() {
			return err
		}
		content, err := os.ReadFile(path)
		if bytes.Contains(content, []byte(text)) {
			files = append(files, path)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
	return files
}
