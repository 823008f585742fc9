// Package accounts is the core of the account object: whose account it is, where
// its bills go, how it is paid, and what else belongs to it and to no other module.
//
// The types of its members stand one to a file, each with the rules that it must
// obey. A rule is a function named after the code of its fault; its comment says
// what must hold, and what was decided where the documents leave it open. Three
// habits hold for all of them. A fault sits at the deepest member that causes it:
// of two that exclude each other, at the one that the account document names
// first; of values that repeat, at each but the first; of something missing, at
// its place. A value that could not be read causes no second fault. And whatever
// the number of items, a rule looks at each of them once.
//
// Checking also normalises: country codes, postcodes, languages and company numbers
// take their usual form, and what has a default gets it.
//
// The package knows nothing of HTTP, of staging or of the other sections; what it
// must know of an account beyond its own members are account.Facts.
package accounts
