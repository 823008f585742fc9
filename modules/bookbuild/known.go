package bookbuild

import (
	"context"
	"database/sql"
	"strings"
)

// known are the accounts of the book so far: their numbers, and the keys that one account
// alone may have. They are in the scratch database, so that their number is not bounded by
// memory. No extract has a table of these names.
type known struct {
	conn *sql.Conn
	tx   *sql.Tx
	rows int

	number, further, line, claim, holder *sql.Stmt
}

// knownPerCommit bounds what one transaction holds.
const knownPerCommit = 20_000

// newKnown makes the tables of a book without lines. Further data for imported accounts
// reaches its accounts, too.
func newKnown(ctx context.Context, s *scratch) (k *known, err error) {
	if _, err := s.conn.ExecContext(ctx, `CREATE TABLE _book_lines (number TEXT PRIMARY KEY, line INTEGER) WITHOUT ROWID;
		CREATE TABLE _book_further (number TEXT PRIMARY KEY) WITHOUT ROWID;
		CREATE TABLE _book_claims (key TEXT PRIMARY KEY, number TEXT) WITHOUT ROWID;
		CREATE VIEW _book_accounts AS SELECT number FROM _book_lines UNION ALL SELECT number FROM _book_further`); err != nil {
		return nil, err
	}
	k = &known{}
	k.conn, err = s.db.Conn(ctx)
	return k, err
}

// begin begins the next transaction.
func (k *known) begin() (err error) {
	if k.tx, err = k.conn.BeginTx(context.Background(), nil); err != nil {
		return err
	}
	for query, into := range map[string]**sql.Stmt{
		`INSERT INTO _book_lines VALUES (?, ?) ON CONFLICT DO NOTHING`:  &k.number,
		`INSERT INTO _book_further VALUES (?) ON CONFLICT DO NOTHING`:   &k.further,
		`SELECT line FROM _book_lines WHERE number = ?`:                 &k.line,
		`INSERT INTO _book_claims VALUES (?, ?) ON CONFLICT DO NOTHING`: &k.claim,
		`SELECT number FROM _book_claims WHERE key = ?`:                 &k.holder,
	} {
		if *into, err = k.tx.PrepareContext(context.Background(), query); err != nil {
			return err
		}
	}
	return nil
}

// add adds a line, and the faults that only show beside the lines before it.
func (k *known) add(l *checked) error {
	if l.account == "" {
		return nil
	}
	if k.tx == nil {
		if err := k.begin(); err != nil {
			return err
		}
	}
	if l.further {
		if _, err := insert(k.further, l.account); err != nil {
			return err
		}
		return k.countRow()
	}
	isNew, err := insert(k.number, l.account, l.number)
	if err != nil {
		return err
	}
	if !isNew {
		var first int
		if err := k.line.QueryRow(l.account).Scan(&first); err != nil {
			return err
		}
		l.add(codeNumberRepeated, l.below+"external_account_number", "Line "+groupDigits(first)+" has this account number already.")
	}
	if err := k.addClaims(l); err != nil {
		return err
	}
	return k.countRow()
}

// addClaims adds the keys that the account alone may have.
func (k *known) addClaims(l *checked) error {
	for i := range l.claims {
		claim := &l.claims[i]
		key := claim.Register + "\x00" + strings.Join(claim.Key, "\x00")
		isNew, err := insert(k.claim, key, l.account)
		if err != nil {
			return err
		}
		if isNew {
			continue
		}
		var holder string
		if err := k.holder.QueryRow(key).Scan(&holder); err != nil {
			return err
		}
		if holder != l.account {
			l.addClaimFault(claim, holder)
		}
	}
	return nil
}

// countRow commits from time to time.
func (k *known) countRow() error {
	if k.rows++; k.rows%knownPerCommit == 0 {
		return k.commit()
	}
	return nil
}

// insert inserts a row, and reports whether its key is new.
func insert(into *sql.Stmt, values ...any) (isNew bool, err error) {
	result, err := into.Exec(values...)
	if err != nil {
		return false, err
	}
	n, err := result.RowsAffected()
	return n == 1, err
}

func (k *known) commit() error {
	if k.tx == nil {
		return nil
	}
	tx := k.tx
	k.tx = nil
	return tx.Commit()
}

func (k *known) close() error {
	if k.tx != nil {
		_ = k.tx.Rollback() // the database goes away
	}
	return k.conn.Close()
}
