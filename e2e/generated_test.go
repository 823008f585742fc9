package e2e

import (
	"encoding/json/v2"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// A client that a generator makes of the published document imports one account the whole
// way, and every answer is as the document says.
func TestGeneratedClient(t *testing.T) {
	s := newService(t)
	key := s.setUp()
	s.start()
	dir := t.TempDir()
	document, generated, overlay, importer := filepath.Join(dir, "openapi.json"), filepath.Join(dir, "client.go"), filepath.Join(dir, "overlay.json"), filepath.Join(dir, "importer")
	s.writeFile(document, s.getText("/v1/data-import/openapi.json"))
	source, err := filepath.Abs("importer")
	if err != nil {
		t.Fatal(err)
	}
	// The program finds the generated package in its own folder, without a file in the tree.
	replaced, err := json.Marshal(map[string]map[string]string{"Replace": {filepath.Join(source, "client", "client.go"): generated}})
	if err != nil {
		t.Fatal(err)
	}
	s.writeFile(overlay, replaced)
	for _, args := range [][]string{
		{"go", "tool", "oapi-codegen", "-generate", "types,client", "-package", "client", "-o", generated, document},
		{"go", "build", "-overlay", overlay, "-o", importer, "."},
		{importer, s.url, document, key},
	} {
		command := exec.Command(args[0], args[1:]...)
		command.Dir = source
		command.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=readonly -trimpath -buildvcs=false")
		if output, err := command.CombinedOutput(); err != nil {
			t.Fatalf("%v: %v\n%s", args, err, output)
		}
	}
}

func (s *service) writeFile(path string, content []byte) {
	s.Helper()
	if err := os.WriteFile(path, content, 0o600); err != nil {
		s.Fatal(err)
	}
}

// getText returns what a public address answers with.
func (s *service) getText(path string) []byte {
	s.Helper()
	response, err := http.Get(s.url + path)
	if err != nil {
		s.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != http.StatusOK {
		s.Fatalf("%s: %d, %v", path, response.StatusCode, err)
	}
	return text
}
