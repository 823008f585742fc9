// Package functions has the functions of SQL for what extracts get wrong: numbers, dates,
// names, phone numbers, postcodes, codes, empty members.
//
// A function returns NULL for an empty value. A value that a function does not understand
// stops no query. The function marks the value instead, and [TakeMarked] finds it at its
// place in the line, so that all faults of a book come at once.
package functions
