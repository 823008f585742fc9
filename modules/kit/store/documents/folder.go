package documents

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"time"
)

// Folder is a store in a folder of this machine. No path leads out of it, nor does
// a symbolic link. It is an http.Handler too: it serves the links that it gives.
type Folder struct {
	dir   string
	links signer
}

// NewFolder is a store in dir. Its links are signed with key, which should be
// secret and stay the same for as long as links live.
func NewFolder(dir string, key []byte) *Folder {
	return &Folder{dir: dir, links: signer{key: key}}
}

// Stat looks a document up and computes its checksum.
func (f *Folder) Stat(ctx context.Context, path string) (Info, error) {
	file, _, err := f.open(ctx, path)
	if err != nil {
		return Info{}, err
	}
	defer file.Close()
	return digest(ctx, file)
}

// Open reads a document.
func (f *Folder) Open(ctx context.Context, path string) (io.ReadCloser, error) {
	file, _, err := f.open(ctx, path)
	if err != nil {
		return nil, err
	}
	return file, nil
}

// Link is an address below LinkPrefix, on the host that the page it stands on came from.
func (f *Folder) Link(_ context.Context, path string, life time.Duration) (string, error) {
	path, err := place(path)
	if err != nil {
		return "", err
	}
	if err := checkLife(life); err != nil {
		return "", err
	}
	return f.links.link(path, time.Now().Add(life)), nil
}

// open opens a regular file. The folder is opened each time: one that is mounted
// late or anew is found, and one that is away is not taken for an empty one.
func (f *Folder) open(ctx context.Context, path string) (*os.File, fs.FileInfo, error) {
	path, err := place(path)
	if err != nil {
		return nil, nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, nil, unavailable(err)
	}
	root, err := os.OpenRoot(f.dir)
	if err != nil {
		return nil, nil, unavailable(err)
	}
	defer root.Close()
	// Without O_NONBLOCK, opening a named pipe would wait for somebody to write to it.
	file, err := root.OpenFile(filepath.FromSlash(path), os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, nil, refused(err)
	}
	info, err := file.Stat()
	switch {
	case err != nil:
		err = unavailable(err)
	case !info.Mode().IsRegular():
		err = fmt.Errorf("%w: this is not a file", ErrNotFound)
	default:
		return file, info, nil
	}
	_ = file.Close() // it was only read
	return nil, nil, err
}

// refused tells a document that is not there from a folder that does not answer.
// What has no error number was not the system's answer: it is os.Root that refuses
// a path which leads out of the folder.
func refused(err error) error {
	var number syscall.Errno
	if !errors.As(err, &number) {
		return fmt.Errorf("%w: %w", ErrNotFound, err)
	}
	switch number {
	case syscall.ENOENT, syscall.ENOTDIR, syscall.EISDIR, syscall.ENAMETOOLONG, syscall.ELOOP, syscall.EINVAL, syscall.ENXIO:
		return fmt.Errorf("%w: %w", ErrNotFound, err)
	default: // no permission, too many open files, the disk, a network share
		return unavailable(err)
	}
}
