// Package accounts is the core of the account object: the customer of the account, its
// billing addresses, its means of payment, and all members that belong to no other
// module.
//
// Each type of a member has a file with the rules of that member. A rule is a function
// named after the code of its fault. Its comment says what must hold, and which decision
// was made where the contract leaves a question open. Three conventions hold for all
// rules. First, a fault is at the deepest member that causes it: of two members that
// exclude each other, at the one that the account document names first; of values that
// repeat, at each except the first; of a missing value, at its place. Second, a value
// that could not be read causes no second fault. Third, a rule looks at each item once,
// whatever the number of items.
//
// Checks also normalise values: country codes, postcodes, languages and company numbers
// get their usual form, and absent values get their defaults.
//
// The package knows no HTTP, no staging and no other section. It gets the facts of an
// account beyond its own members as account.Facts.
package accounts
