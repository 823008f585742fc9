package hooks

import (
	"regexp"
	"strings"

	"github.com/pocketbase/pocketbase/tools/router"
)

var errView = router.NewBadRequestError("A view is one SELECT.", nil)

// quoted are the texts, names and comments of a statement, in which words mean
// nothing; as SQLite reads them, an unfinished one lasts to the end.
var quoted = regexp.MustCompile(`(?s)'[^']*('|$)|"[^"]*("|$)|` + "`[^`]*(`|$)" + `|\[[^\]]*(\]|$)|--[^\n]*|/\*.*?(\*/|$)`)

// writing are the words that begin something else than a query. Only after WITH could
// one stand within a statement that begins as a query.
var writing = regexp.MustCompile(`(?i)\b(insert|update|delete|replace\s+into)\b`)

// replaced is what the query builder puts something else for, before SQLite reads it.
var replaced = regexp.MustCompile(`\{\{|\[\[|\{:`)

var reading = regexp.MustCompile(`(?i)^(select|values|with|explain)\b`)

// readsOnly reports whether SQL is one statement that changes nothing. What changes data
// by SQL passes by the rules and the audit log, and could remove the latter's guard: it is
// for whoever holds the data folder, with the service stopped.
func readsOnly(sql string) bool {
	if strings.Contains(sql, "\x00") || replaced.MatchString(sql) {
		return false
	}
	sql = strings.TrimSpace(quoted.ReplaceAllString(sql, " "))
	sql = strings.TrimSpace(strings.TrimSuffix(sql, ";"))
	if strings.ContainsAny(sql, ";$@#:?") || !reading.MatchString(sql) { // parameters could hide a quote
		return false
	}
	return !writing.MatchString(sql)
}
