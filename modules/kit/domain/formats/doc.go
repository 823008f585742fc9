// Package formats checks the form of single values and normalises values with several
// spellings: e-mail addresses, phone numbers, postcodes, countries, languages, company
// numbers.
//
// The package knows no accounts, faults or suppliers. The rules that call it decide the
// consequence of a value that is not well formed. Every function is pure and safe for
// concurrent use.
package formats
