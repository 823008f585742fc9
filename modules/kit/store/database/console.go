package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"strings"

	engine "modernc.org/sqlite"
	sqlite "modernc.org/sqlite/lib"
)

const (
	// consoleValue is the largest value that a query of the console makes or reads, in bytes.
	consoleValue = 16 << 20
	// consoleSettings bound the memory of a query: what does not fit into the cache is in
	// unlinked files.
	consoleSettings = "?mode=ro&_query_only=1&_defensive=1&_pragma=busy_timeout(10000)&_pragma=temp_store(FILE)&_pragma=cache_size(-6000)"
)

// ErrNotOneQuery says that a text is not one query that only reads.
var ErrNotOneQuery = errors.New("this is not one query that reads: SELECT, VALUES, WITH … SELECT, or EXPLAIN of one of them")

// explainPattern matches what makes a query show its plan in place of its rows.
var explainPattern = regexp.MustCompile(`(?i)^explain(\s+query\s+plan)?\s`)

// ReadQuery runs a query that a person has written, and calls read with its rows. The
// connection of the query has the file open for reading alone, and attaches no other file.
// The error is ErrNotOneQuery for any other statement, and for several.
func ReadQuery(ctx context.Context, path, query string, read func(*sql.Rows) error) error {
	return onConsole(ctx, path, func(connection *sql.Conn) error {
		if err := checkOneQuery(ctx, connection, query); err != nil {
			return err
		}
		rows, err := connection.QueryContext(ctx, query)
		if err != nil {
			return err
		}
		defer rows.Close()
		return read(rows)
	})
}

// onConsole calls do with a connection that is closed afterwards, so no later query has its
// settings.
func onConsole(ctx context.Context, path string, do func(*sql.Conn) error) error {
	db, err := sql.Open("sqlite", "file:"+(&url.URL{Path: path}).EscapedPath()+consoleSettings)
	if err != nil {
		return err
	}
	defer db.Close()
	connection, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer connection.Close()
	for limit, value := range map[int]int{sqlite.SQLITE_LIMIT_ATTACHED: 0, sqlite.SQLITE_LIMIT_LENGTH: consoleValue} {
		if _, err := engine.Limit(connection, limit, value); err != nil {
			return err
		}
	}
	return do(connection)
}

// checkOneQuery has the engine compile the text as the definition of a view, which is one
// SELECT or VALUES, and runs nothing. The engine compiles the first statement alone. The
// text must be a definition by itself and within parentheses. A semicolon between two
// statements would leave the first parenthesis open.
func checkOneQuery(ctx context.Context, connection *sql.Conn, text string) error {
	text = strings.TrimSpace(text)
	text = explainPattern.ReplaceAllString(strings.TrimSuffix(text, ";"), "")
	if strings.Contains(text, "\x00") {
		return ErrNotOneQuery
	}
	for _, query := range []string{text, "SELECT * FROM (" + text + "\n)"} {
		statement, err := connection.PrepareContext(ctx, "CREATE TEMP VIEW console AS "+query)
		if err != nil {
			return fmt.Errorf("%w: %w", ErrNotOneQuery, err)
		}
		if err := statement.Close(); err != nil {
			return err
		}
	}
	return nil
}
