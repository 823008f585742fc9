// Package formats says whether single values are well formed, and brings those
// that may be written in several ways into one: e-mail addresses, phone numbers,
// postcodes, countries, languages, company numbers.
//
// It knows nothing of accounts, faults or suppliers; what follows from a value
// that is not well formed is the business of the rules that ask. Every function
// is pure and safe for concurrent use.
package formats
