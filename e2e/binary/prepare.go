package binary

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// Command is a command of the program, without --dir.
type Command struct {
	Args  []string
	Input string // on its standard input
}

// SetUp are the commands that the tests' world begins with: the supplier ACME, with
// more flags, the team Migration, and API clients of ACME. The output of the last
// commands is the clients' keys.
func SetUp(flags []string, clients ...string) []Command {
	commands := []Command{
		{Args: append([]string{"supplier", "create", "ACME", "--name", "Acme Energy"}, flags...)},
		{Args: []string{"team", "create", "Migration"}},
	}
	for _, client := range clients {
		commands = append(commands, Command{Args: []string{"api-client", "create", client, "--supplier", "ACME"}})
	}
	return commands
}

// prepared is a data folder that commands have filled, and what each has printed.
type prepared struct {
	files   map[string][]byte // by path in the folder
	outputs []string
	err     error
}

var preparations sync.Map // of func() prepared, by program and commands

// Prepare fills a data folder by commands and gives what each prints, without the spaces
// around it. The first folder that a process fills by the same commands is kept, and the
// others are copies of it: migrating an empty database takes longer than most tests. A
// folder that has files runs the commands itself.
func Prepare(t testing.TB, program, dir string, commands ...Command) []string {
	t.Helper()
	if _, err := os.Stat(filepath.Join(dir, "data.db")); err == nil {
		outputs, err := runCommands(program, dir, commands)
		if err != nil {
			t.Fatal(err)
		}
		return outputs
	}
	prepare, _ := preparations.LoadOrStore(fmt.Sprintf("%s %q", program, commands), sync.OnceValue(func() prepared {
		return prepareFolder(program, commands)
	}))
	p := prepare.(func() prepared)()
	if p.err != nil {
		t.Fatal(p.err)
	}
	for name, content := range p.files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return p.outputs
}

func prepareFolder(program string, commands []Command) (p prepared) {
	dir, err := os.MkdirTemp("", "dataimport-prepared-")
	if err != nil {
		return prepared{err: err}
	}
	defer os.RemoveAll(dir)
	if p.outputs, p.err = runCommands(program, dir, commands); p.err != nil {
		return p
	}
	p.files = make(map[string][]byte)
	p.err = filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() {
			return err
		}
		content, err := os.ReadFile(path)
		p.files[strings.TrimPrefix(path, dir)] = content
		return err
	})
	return p
}

func runCommands(program, dir string, commands []Command) (outputs []string, err error) {
	for _, c := range commands {
		command := exec.Command(program, append(c.Args, "--dir", dir)...)
		command.Stdin = strings.NewReader(c.Input)
		var complaints bytes.Buffer
		command.Stderr = &complaints
		output, err := command.Output()
		if err != nil {
			return nil, fmt.Errorf("%s: %w\n%s", strings.Join(c.Args, " "), err, &complaints)
		}
		outputs = append(outputs, strings.TrimSpace(string(output)))
	}
	return outputs, nil
}
