// Package extracts reads the CSV files of a source system into tables.
//
// Encoding, delimiter and header of a file are found, or given by the caller. Each file
// becomes a table. All of its columns are text, an empty cell is NULL, and the column _line
// has the line of the file at which the row begins. A row that cannot be read is no row of
// the table: it is a [Problem] with its file and line.
package extracts
