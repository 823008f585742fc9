package importclient

import (
	"bytes"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"dataimport/modules/kit/domain/book"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/ops/cli"
	"dataimport/modules/kit/store/database"
)

// An index knows the lines of a book before the first of them is sent. It holds them in a scratch
// database, so its memory is constant.
type index struct {
	db *sql.DB
	bookSummary
	objects int // lines that begin as a JSON object
}

// A bookSummary is what the service learns of a book.
type bookSummary struct {
	SHA256   string `json:"sha256"`
	Bytes    int64  `json:"bytes"`
	Lines    int    `json:"lines"` // that are not empty
	Accounts int    `json:"accounts"`
}

// The kinds of a line.
const (
	kindAccount = iota // it brings an account, or cannot be read
	kindFurther        // it brings further data for an imported account
)

// A line of lines has its place in the book, the SHA-256 of what is sent of it, the number of its
// account, and, where it is not sent, the first line with the same bytes or the code and the words
// of its refusal.
const createLines = `CREATE TABLE lines (line INTEGER PRIMARY KEY, start INTEGER NOT NULL, size INTEGER NOT NULL, sha256 BLOB NOT NULL,
	number TEXT NOT NULL, kind INTEGER NOT NULL, same_as INTEGER, code TEXT NOT NULL, detail TEXT NOT NULL)`

// repetitions mark the lines that repeat the bytes of another, and then the lines of one number
// that do not all have the same bytes.
var repetitions = []string{
	`CREATE INDEX lines_by_sha256 ON lines (sha256)`,
	`CREATE TEMP TABLE same AS SELECT sha256, min(line) AS first FROM lines WHERE code = '' GROUP BY sha256 HAVING count(*) > 1`,
	`CREATE INDEX temp.same_by_sha256 ON same (sha256)`,
	`UPDATE lines SET same_as = s.first FROM same s WHERE lines.sha256 = s.sha256 AND lines.line > s.first AND code = ''`,
	`DROP TABLE same`,
	`CREATE INDEX lines_by_number ON lines (number) WHERE number <> '' AND kind = ` + strconv.Itoa(kindAccount),
	`CREATE TEMP TABLE conflicts AS SELECT number FROM lines WHERE number <> '' AND kind = ` + strconv.Itoa(kindAccount) + ` AND same_as IS NULL GROUP BY number HAVING count(*) > 1`,
	`UPDATE lines SET code = '` + fault.NumberRepeatedInBook + `', same_as = NULL FROM conflicts c
		WHERE lines.number = c.number AND kind = ` + strconv.Itoa(kindAccount),
	`DROP TABLE conflicts`,
}

// indexBook reads a book from front to back. read is told how far it is.
func indexBook(ctx context.Context, r io.Reader, read func(bytes int64)) (x *index, err error) {
	db, err := database.OpenScratch()
	if err != nil {
		return nil, fmt.Errorf("no temporary file can be made: %w", err)
	}
	x = &index{db: db}
	if err := x.readBook(ctx, r, read); err != nil {
		return nil, errors.Join(err, x.close())
	}
	for _, mark := range repetitions {
		if _, err := db.ExecContext(ctx, mark); err != nil {
			return nil, errors.Join(fmt.Errorf("the lines of the book cannot be compared: %w", err), x.close())
		}
	}
	return x, nil
}

func (x *index) close() error { return x.db.Close() }

func (x *index) readBook(ctx context.Context, r io.Reader, read func(int64)) error {
	if _, err := x.db.Exec(createLines + `; ` + createOutcomes + `; BEGIN`); err != nil {
		return fmt.Errorf("the temporary file cannot be written: %w", err)
	}
	insert, err := x.db.Prepare(`INSERT INTO lines VALUES (?, ?, ?, ?, ?, ?, NULL, ?, ?)`)
	if err != nil {
		return err
	}
	defer func() { _ = insert.Close() }() // it has been read to its end
	whole := sha256.New()
	var first []byte
	lines := book.NewReader(io.TeeReader(r, whole))
	for {
		l, err := lines.ReadNext()
		if errors.Is(err, io.EOF) {
			break
		}
		if first == nil {
			first = bytes.Clone(l.Text[:min(len(l.Text), 60)])
		}
		if err = errors.Join(err, ctx.Err()); err != nil {
			return fmt.Errorf("the book cannot be read: %w", err)
		}
		if err := x.addLine(insert, l); err != nil {
			return fmt.Errorf("the temporary file cannot be written: %w", err)
		}
		if read(lines.Offset()); x.objects == 0 && x.Lines == formatLines {
			break
		}
	}
	if x.objects == 0 && x.Lines > 0 {
		return cli.Misuse(describeFormat(first))
	}
	x.SHA256, x.Bytes = hex.EncodeToString(whole.Sum(nil)), lines.Offset()
	_, err = x.db.Exec(`COMMIT`)
	return err
}

// formatLines is how many lines are read before a file counts as none of lines of JSON objects.
const formatLines = 100

// describeFormat says what a book is, for a file that is none.
func describeFormat(first []byte) error {
	what := "a book has one JSON object a line (NDJSON)"
	switch {
	case bytes.HasPrefix(first, []byte("[")):
		return fmt.Errorf("the file begins with a JSON array: %s, without the array around them", what)
	case bytes.HasPrefix(first, []byte("PK\x03\x04")), bytes.HasPrefix(first, []byte("\x1f\x8b")):
		return fmt.Errorf("the file is compressed: %s, and is not compressed", what)
	default:
		return fmt.Errorf("the file begins with %s: %s; \"dataimport book build\" makes one of CSV files", strconv.QuoteToGraphic(string(bytes.ToValidUTF8(first, nil))), what)
	}
}

func (x *index) addLine(insert *sql.Stmt, l book.Line) error {
	e, err := book.ReadEntry(l.Text)
	kind, code, detail := kindAccount, "", ""
	x.Lines++
	if l.TooLong || bytes.HasPrefix(l.Text, []byte("{")) {
		x.objects++
	}
	switch {
	case l.TooLong:
		code, detail = fault.PayloadTooLarge, fmt.Sprintf("The line is longer than %d MiB.", book.MaxLine>>20)
	case err != nil:
	case e.IsFurther():
		kind = kindFurther
	default:
		x.Accounts++
	}
	sum := e.SHA256()
	_, err = insert.Exec(l.Number, l.Start, l.Size, sum[:], e.Number, kind, code, detail)
	return err
}

// maxNamedLines is how many other lines a refusal names.
const maxNamedLines = 10

// describeRepetition says which other lines have the account number of a line.
func (x *index) describeRepetition(number int) (string, error) {
	var others []string
	count := 0
	const query = `SELECT o.line, count(*) OVER () FROM lines l JOIN lines o ON o.number = l.number AND o.line <> l.line
		WHERE l.line = ? AND o.number <> '' AND o.kind = 0 ORDER BY o.line LIMIT ?`
	err := database.EachRow(x.db, func(row database.Row) error {
		other := 0
		err := row.Scan(&other, &count)
		others = append(others, strconv.Itoa(other))
		return err
	}, query, number, maxNamedLines)
	if err != nil {
		return "", err
	}
	noun := "line "
	if len(others) > 1 {
		noun = "lines "
	}
	if count > len(others) {
		others = append(others, fmt.Sprintf("and %d more", count-len(others)))
	}
	return "The book has this account number with other content in " + noun + strings.Join(others, ", ") + ": which is right?", nil
}
