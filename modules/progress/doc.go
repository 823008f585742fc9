// Package progress is the pages of support staff: how far each supplier's import
// is, which accounts there are, and all that happened to one of them. The pages
// read what the imports wrote and change nothing. What they show of a supplier
// costs the same however many accounts it has: numbers come from counters, lists
// from indexes and a page at a time.
//
// While an import runs the pages follow it: as long as somebody looks at one, its
// counters are read once a second, for all who look, and what changed is sent to
// them as server-sent events. Without a script the pages are whole, and stand still.
//
// Whose role is to see no personal data gets it masked here, before any view.
package progress
