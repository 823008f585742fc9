// Package document is what the domain knows of the documents of a supplier: which ones a
// payload names and where, and what is recorded of one. Package documents of the store
// looks them up.
package document

import "dataimport/modules/kit/domain/fault"

// Info is what is recorded of a document.
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
