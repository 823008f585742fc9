package documents

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"dataimport/modules/kit/domain/document"
)

// Location is where a document is stored: a path below the document root of its supplier.
// A slash before the path changes nothing.
type Location struct{ Root, Path string }

// String returns the whole path in the store.
func (l Location) String() string {
	path := strings.TrimPrefix(l.Path, "/")
	if l.Root == "" {
		return path
	}
	return strings.TrimRight(l.Root, "/") + "/" + path
}

// clean returns a location in the form that the stores use: relative and unambiguous. It
// returns ErrNotFound for a root or a path with two possible meanings, and for a root that
// holds the whole store.
func (l Location) clean() (Location, error) {
	root, isRoot := document.CleanRoot(l.Root)
	path, isPath := document.CleanPath(l.Path)
	if !isRoot || !isPath || !utf8.ValidString(root+path) {
		return Location{}, fmt.Errorf("%w: the path is not one", ErrNotFound)
	}
	return Location{root, path}, nil
}
