package bookbuild

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"time"

	"dataimport/modules/bookbuild/extracts"
	"dataimport/modules/bookbuild/functions"
	"dataimport/modules/kit/ops/cli"
	"dataimport/modules/kit/store/database"
)

// source is a folder of extracts, and how its files are written.
type source struct {
	dir                             string
	encodings, delimiters, headings []string // each VALUE for all files, or FILE=VALUE for one
	lazyQuotes                      bool
}

// form is how a file is written, as far as it is given.
func (s *source) form(name string) extracts.Form {
	return extracts.Form{
		Encoding: given(s.encodings, name), Delimiter: given(s.delimiters, name), Header: given(s.headings, name), LazyQuotes: s.lazyQuotes,
	}
}

// given is the value for a file, or else that for all files.
func given(values []string, name string) (all string) {
	for _, value := range values {
		file, one, found := strings.Cut(value, "=")
		switch {
		case found && file == name:
			return one
		case !found || file == "": // "=" is a delimiter, too
			all = value
		}
	}
	return all
}

// checkNames refuses a value that is given for a file that does not exist.
func (s *source) checkNames(files []*extracts.File) error {
	for _, values := range [][]string{s.encodings, s.delimiters, s.headings} {
	values:
		for _, value := range values {
			name, _, found := strings.Cut(value, "=")
			if !found || name == "" {
				continue
			}
			for _, f := range files {
				if f.Name == name {
					continue values
				}
			}
			return cli.Misuse(fmt.Errorf("%s: there is no file %s in %s", value, name, s.dir))
		}
	}
	return nil
}

// inspect finds the extracts of the folder, and how they are written.
func (s *source) inspect() (files []*extracts.File, others []string, err error) {
	paths, others, err := extracts.List(s.dir)
	if err != nil {
		return nil, nil, cli.Failed(err)
	}
	tables := make(map[string]string)
	for _, path := range paths {
		f, err := extracts.Inspect(path, s.form(filepath.Base(path)))
		if err != nil {
			return nil, nil, classify(fmt.Errorf("%s: %w", filepath.Base(path), err))
		}
		if other := tables[f.Table]; other != "" || f.Table == "" {
			return nil, nil, cli.Misuse(fmt.Errorf("%s: its table would be %q, as that of another file (%s): rename the file", f.Name, f.Table, other))
		}
		tables[f.Table] = f.Name
		files = append(files, f)
	}
	if len(files) == 0 {
		return nil, nil, cli.Misuse(fmt.Errorf("%s has no CSV file", s.dir))
	}
	return files, others, s.checkNames(files)
}

// classify tells a file that cannot be read from one whose form is given wrongly, or has to
// be given.
func classify(err error) error {
	if errors.As(err, new(*fs.PathError)) {
		return cli.Failed(err)
	}
	return cli.Misuse(err)
}

// scratch is a scratch database with the tables of extracts.
type scratch struct {
	db    *sql.DB
	conn  *sql.Conn // which runs all statements, so that temporary views are seen
	files []*extracts.File
	// counts are the rows of each file, and problems are those that cannot be read.
	counts   []extracts.Counts
	problems []extracts.Problem
	hidden   int // problems beyond maxProblems
}

// maxProblems bounds the problems that are kept.
const maxProblems = 100_000

// connections are those of a scratch database: for the query, for the lines of the book, and
// for lookup.
const connections = 3

func newScratch(ctx context.Context, today time.Time) (s *scratch, err error) {
	var tables functions.Tables
	s = &scratch{}
	if s.db, err = database.OpenSharedScratch(connections, functions.List(&tables, today)...); err != nil {
		return nil, cli.Failed(fmt.Errorf("the scratch database cannot be made: %w", err))
	}
	tables.DB = s.db
	if s.conn, err = s.db.Conn(ctx); err != nil {
		return nil, cli.Failed(errors.Join(err, s.close()))
	}
	return s, nil
}

func (s *scratch) close() error {
	if s.conn != nil {
		_ = s.conn.Close() // closing the database closes it, too
	}
	return s.db.Close()
}

// load makes the tables of all files.
func (s *scratch) load(ctx context.Context, files []*extracts.File, show *progress) error {
	s.files = files
	for _, f := range files {
		counts, err := f.Load(ctx, s.conn, func(rows int, bytes int64) {
			show.update(func() string {
				return fmt.Sprintf("reading %s: %d%%, %s rows", f.Name, percent(bytes, f.Size), groupDigits(rows))
			})
		}, s.addProblem)
		if err != nil {
			return cli.Failed(fmt.Errorf("%s cannot be read: %w", f.Name, err))
		}
		s.counts = append(s.counts, counts)
	}
	return nil
}

func (s *scratch) addProblem(p extracts.Problem) {
	if len(s.problems) == maxProblems {
		s.hidden++
		return
	}
	s.problems = append(s.problems, p)
}

// texts are the values of the only column of a query.
func (s *scratch) texts(ctx context.Context, query string, args ...any) (list []string, err error) {
	rows, err := s.conn.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			return nil, err
		}
		list = append(list, text)
	}
	return list, rows.Err()
}
