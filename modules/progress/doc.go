// Package progress serves the pages for support staff: how far each supplier's import is,
// which accounts it has, and all events of one account. The pages read the data of the
// imports and change nothing. The cost of a supplier's page does not depend on the number
// of its accounts: numbers come from counters, and lists are read from indexes, one page
// at a time.
//
// While an import runs the pages follow it. While at least one reader has a page open,
// its counters are read once a second for all of its readers, and changes are sent to
// them as server-sent events. Without a script the pages are complete, and do not update.
//
// Personal data is masked here, before any view, for readers whose role must not see it.
package progress
