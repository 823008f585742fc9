// Package bookbuild makes a book of the extracts of a source system: `book build` and
// `book init`.
//
// The extracts become tables of a scratch database. A query in SQL gives one JSON object a
// line. Each line is checked by the rules of the account object, offline. Nothing is sent,
// and no service has to run.
//
// The invariant: nothing is lost in silence. A row that cannot be read, a value that is not
// understood, a line with a fault, and a row that reaches no account are named, each with
// its place.
package bookbuild
