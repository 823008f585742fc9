package documents

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"dataimport/modules/kit/domain/document"
	"dataimport/modules/kit/domain/foreign"
)

// Folder is a store in a folder of this machine. No path and no symbolic link leads out
// of the root of a supplier. Folder is also the http.Handler that serves its own links.
type Folder struct {
	dir   string
	links signer
}

// NewFolder returns a store in dir. It signs its links with key. The key should be secret
// and stay the same for as long as links are valid.
func NewFolder(dir string, key []byte) *Folder {
	return &Folder{dir: dir, links: signer{key: key}}
}

// Stat looks a document up and computes its checksum.
func (f *Folder) Stat(ctx context.Context, at Location) (document.Info, error) {
	file, _, err := f.open(ctx, at)
	if err != nil {
		return document.Info{}, err
	}
	defer file.Close()
	return digest(ctx, file)
}

// Open opens a document for reading. The caller closes it.
func (f *Folder) Open(ctx context.Context, at Location) (io.ReadCloser, error) {
	file, _, err := f.open(ctx, at)
	if err != nil {
		return nil, err
	}
	return file, nil
}

// Link returns an address below LinkPrefix without a host: it holds on the host of the
// page that shows it.
func (f *Folder) Link(_ context.Context, at Location, life time.Duration) (string, error) {
	at, err := at.clean()
	if err != nil {
		return "", err
	}
	if err := checkLife(life); err != nil {
		return "", err
	}
	return f.links.link(at, time.Now().Add(life)), nil
}

// open opens a regular file. It opens the folder anew each time. So a folder that is
// mounted late is found, and a folder that is not mounted is not mistaken for an empty
// one.
func (f *Folder) open(ctx context.Context, at Location) (*os.File, fs.FileInfo, error) {
	at, err := at.clean()
	if err != nil {
		return nil, nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, nil, unavailable(err)
	}
	root, err := f.openRoot(at.Root)
	if err != nil {
		return nil, nil, err
	}
	defer root.Close()
	// Without O_NONBLOCK, opening a named pipe would wait for a writer.
	file, err := root.OpenFile(filepath.FromSlash(at.Path), os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, nil, refused(err)
	}
	info, err := file.Stat()
	switch {
	case err != nil:
		err = unavailable(foreign.Hide(err))
	case !info.Mode().IsRegular():
		err = fmt.Errorf("%w: this is not a file", ErrNotFound)
	default:
		return file, info, nil
	}
	_ = file.Close() // the file was only read
	return nil, nil, err
}

// openRoot opens the root of a supplier. A symbolic link on the way to it is refused: it
// could lead into the root of another supplier.
func (f *Folder) openRoot(path string) (*os.Root, error) {
	root, err := os.OpenRoot(f.dir)
	if err != nil {
		return nil, unavailable(err) // it names the folder alone
	}
	for name := range strings.SplitSeq(path, "/") {
		inner, err := openPlainFolder(root, name)
		_ = root.Close()
		if err != nil {
			return nil, err
		}
		root = inner
	}
	return root, nil
}

func openPlainFolder(root *os.Root, name string) (*os.Root, error) {
	info, err := root.Lstat(name)
	if err != nil {
		return nil, refused(err)
	}
	if !info.IsDir() {
		return nil, fmt.Errorf("%w: its root is not a folder", ErrNotFound)
	}
	inner, err := root.OpenRoot(name)
	if err != nil {
		return nil, refused(err)
	}
	return inner, nil
}

// refused distinguishes a missing document from a folder that does not answer. An error
// without an error number is not the system's answer: os.Root refuses a path that leads
// out of the folder.
func refused(err error) error {
	var number syscall.Errno
	if !errors.As(err, &number) {
		return fmt.Errorf("%w: %w", ErrNotFound, foreign.Hide(err))
	}
	switch number {
	case syscall.ENOENT, syscall.ENOTDIR, syscall.EISDIR, syscall.ENAMETOOLONG, syscall.ELOOP, syscall.EINVAL, syscall.ENXIO:
		return fmt.Errorf("%w: %w", ErrNotFound, foreign.Hide(err))
	default: // no permission, too many open files, the disk, a network share
		return unavailable(foreign.Hide(err))
	}
}
