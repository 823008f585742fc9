// Package spreadsheet makes text safe for the cells of files that spreadsheets open.
package spreadsheet

import "strings"

// EscapeFormula returns a cell that spreadsheets do not read as a formula: a cell that begins
// like one gets an apostrophe before it (owasp.org/www-community/attacks/CSV_Injection).
func EscapeFormula(cell string) string {
	if cell != "" && strings.ContainsRune("=+-@\t\r\n＝＋－＠", []rune(cell)[0]) {
		return "'" + cell
	}
	return cell
}
