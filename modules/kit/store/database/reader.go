package database

import (
	"context"
	"database/sql"
	"sync"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
)

// Querier reads from the readers' pool, or inside a write transaction.
type Querier interface {
	Query(query string, args ...any) (*sql.Rows, error)
	QueryRow(query string, args ...any) *sql.Row
}

// Reader reads committed data with prepared statements.
type Reader struct {
	statements *Statements
}

// NewReader returns a reader of app's pool of reading connections, which does not wait
// for the writer.
func NewReader(app core.App) *Reader {
	return &Reader{NewStatements(app.ConcurrentDB().(*dbx.DB).DB())}
}

// Query runs a query. It passes no context to the driver, because the driver would use a
// goroutine for each statement to watch the context.
func (r *Reader) Query(query string, args ...any) (*sql.Rows, error) {
	statement, err := r.statements.Get(query)
	if err != nil {
		return nil, err
	}
	return statement.Query(args...)
}

// QueryRow runs a query for at most one row.
func (r *Reader) QueryRow(query string, args ...any) *sql.Row {
	statement, err := r.statements.Get(query)
	if err != nil {
		// This query fails with the same error, which is then the row's error.
		return r.statements.db.QueryRowContext(context.Background(), query, args...)
	}
	return statement.QueryRow(args...)
}

// Statements prepares each query of the program once.
type Statements struct {
	db       *sql.DB
	mu       sync.RWMutex
	prepared map[string]*sql.Stmt
}

// NewStatements returns an empty set of statements on db.
func NewStatements(db *sql.DB) *Statements {
	return &Statements{db: db, prepared: make(map[string]*sql.Stmt)}
}

// Get returns the prepared statement of a query. The number of different query texts must
// be bounded: values belong into a query's arguments.
func (s *Statements) Get(query string) (*sql.Stmt, error) {
	s.mu.RLock()
	statement := s.prepared[query]
	s.mu.RUnlock()
	if statement != nil {
		return statement, nil
	}
	statement, err := s.db.PrepareContext(context.Background(), query)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if other := s.prepared[query]; other != nil {
		_ = statement.Close()
		return other, nil
	}
	s.prepared[query] = statement
	return statement, nil
}

// Close closes all statements.
func (s *Statements) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for query, statement := range s.prepared {
		_ = statement.Close()
		delete(s.prepared, query)
	}
}
