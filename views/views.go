// Package views holds the pages for people, as templ components. A view gets finished
// values. It neither queries nor decides. `make generate` generates the files that end in
// _templ.go; they are committed.
package views
