package importclient

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"dataimport/modules/kit/ops/cli"
)

// checkOutput returns an error for a file that would overwrite the book, or that cannot be written.
// A run finds that out before it sends anything.
func checkOutput(path, book string) error {
	if path == "" {
		return nil
	}
	mine, err := os.Stat(path)
	if err != nil {
		mine = nil // there is no such file yet: only its name can be the same
	}
	theirs, err := os.Stat(book)
	if path == book || (mine != nil && err == nil && os.SameFile(mine, theirs)) {
		return cli.Misuse(fmt.Errorf("%s is the book, and would be overwritten", path))
	}
	if mine != nil && mine.IsDir() {
		return cli.Misuse(fmt.Errorf("%s is a directory", path))
	}
	if mine != nil && !mine.Mode().IsRegular() {
		return nil
	}
	probe, err := createBeside(path)
	if err != nil {
		return cli.Failed(fmt.Errorf("%s cannot be written: %w", path, err))
	}
	return errors.Join(probe.Close(), os.Remove(probe.Name()))
}

func createBeside(path string) (*os.File, error) {
	return os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
}

// writeOutput writes a file as a whole: a reader sees the file of before or the new one, also after
// a crash. What is no regular file, such as a pipe, is written to directly.
func writeOutput(path string, write func(io.Writer) error) (err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("%s cannot be written: %w", path, err)
		}
	}()
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		file, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		return errors.Join(writeBuffered(file, write), file.Close())
	}
	file, err := createBeside(path)
	if err != nil {
		return err
	}
	if err = errors.Join(writeBuffered(file, write), file.Sync(), file.Close()); err == nil {
		err = os.Rename(file.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(file.Name()))
	}
	return nil
}

func writeBuffered(file io.Writer, write func(io.Writer) error) error {
	buffered := bufio.NewWriterSize(file, 256<<10)
	if err := write(buffered); err != nil {
		return err
	}
	return buffered.Flush()
}
