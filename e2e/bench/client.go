package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// clientBook is how many accounts the import client imports in one operation of its line.
const clientBook = 500

// client is the import client of the program that is measured.
type client struct {
	program, key string
	dir          string // of the books
}

// newClient returns nil where the program has no import client.
func (b *bench) newClient(ctx context.Context, key string) *client {
	program := filepath.Join(b.programs, "dataimport")
	help, err := exec.CommandContext(ctx, program, "import", "--help").CombinedOutput()
	if err != nil || !bytes.Contains(help, []byte("--supplier")) {
		return nil
	}
	return &client{program, key, b.dir}
}

// importBook has the import client import a book. started receives the id of its process.
func (i *client) importBook(ctx context.Context, address, supplier, path string, started func(pid int)) error {
	command := exec.CommandContext(ctx, i.program, "import", path, "--url", "http://"+address, "--supplier", supplier, "--team", team)
	command.Env = append(os.Environ(), "DATAIMPORT_KEY="+i.key)
	var output bytes.Buffer
	command.Stdout, command.Stderr = &output, &output
	if err := command.Start(); err != nil {
		return err
	}
	started(command.Process.Pid)
	if err := command.Wait(); err != nil {
		return fmt.Errorf("the import client: %w: %.1000s", err, output.Bytes())
	}
	return nil
}

// writeBook writes n accounts with all of their data as a book, which the caller removes.
func (i *client) writeBook(accounts []template, first, n int) (path string, err error) {
	file, err := os.CreateTemp(i.dir, "book-*.ndjson")
	if err != nil {
		return "", err
	}
	out, data := bufio.NewWriterSize(file, 1<<20), newFurtherData()
	var line []byte
	for account := first; account < first+n && err == nil; account++ {
		line = append(appendBookLine(line[:0], accounts, data, account), '\n')
		_, err = out.Write(line)
	}
	return file.Name(), errors.Join(err, out.Flush(), file.Close())
}

// importByClient has the import client import the n-th book of its line.
func (w *load) importByClient(_ *connection, n int) error {
	path, err := w.client.writeBook(w.accounts, firstClientImport+n*clientBook, clientBook)
	if err != nil {
		return err
	}
	defer os.Remove(path)
	return w.client.importBook(context.Background(), w.service.address, supplier, path, func(int) {})
}
