// Package document holds the documents of a supplier as the domain sees them: the
// documents that a payload names, with their places, and the recorded properties of a
// document. Package documents of the store looks them up.
package document

import "dataimport/modules/kit/domain/fault"

// Info holds the recorded properties of a document.
type Info struct {
	Size   int64
	SHA256 string // hexadecimal
}

// Named is the list of the documents that a payload names. The zero value is empty.
type Named struct {
	Paths  []string
	Places []fault.At // of each path
}

// Add adds a path and its place. A path that is empty, or that has a fault, names no
// document.
func (n *Named) Add(path string, at fault.At) {
	if path == "" || !at.Clean() {
		return
	}
	n.Paths, n.Places = append(n.Paths, path), append(n.Places, at)
}
