package hooks

import (
	"regexp"
	"strings"

	"github.com/pocketbase/pocketbase/tools/router"
)

var errView = router.NewBadRequestError("A view is one SELECT.", nil)

// quotedPattern matches the texts, names and comments of a statement, whose words have no meaning.
// As in SQLite, an unfinished one reaches to the end.
var quotedPattern = regexp.MustCompile(`(?s)'[^']*('|$)|"[^"]*("|$)|` + "`[^`]*(`|$)" + `|\[[^\]]*(\]|$)|--[^\n]*|/\*.*?(\*/|$)`)

// writingPattern matches the words that begin a statement other than a query. Within a statement
// that begins as a query, they can stand only after WITH.
var writingPattern = regexp.MustCompile(`(?i)\b(insert|update|delete|replace\s+into)\b`)

// placeholderPattern matches what the query builder replaces before SQLite reads the statement.
var placeholderPattern = regexp.MustCompile(`\{\{|\[\[|\{:`)

var readingPattern = regexp.MustCompile(`(?i)^(select|values|with|explain)\b`)

// isReadOnly reports whether SQL is one statement that changes nothing. A change by SQL would
// bypass the rules and the audit log, and could remove the log's protection. Only the owner of the
// data folder can make one, while the service is stopped.
func isReadOnly(sql string) bool {
	if strings.Contains(sql, "\x00") || placeholderPattern.MatchString(sql) {
		return false
	}
	sql = strings.TrimSpace(quotedPattern.ReplaceAllString(sql, " "))
	sql = strings.TrimSpace(strings.TrimSuffix(sql, ";"))
	if strings.ContainsAny(sql, ";$@#:?") || !readingPattern.MatchString(sql) { // parameters could hide a quote
		return false
	}
	return !writingPattern.MatchString(sql)
}
