package lifecycle_test

import (
	"fmt"
	"slices"
	"strings"

	"dataimport/modules/kit/store/packed"
)

// dumpDatabase returns every row of every table as text, without the given tables and columns
// ("t.c").
func (s *service) dumpDatabase(without ...string) string {
	s.Helper()
	s.Runtime.AccountEvents.Flush()
	rows, err := s.Runtime.Reader.Query(`SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name`)
	if err != nil {
		s.Fatal(err)
	}
	var tables []string
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			s.Fatal(err)
		}
		tables = append(tables, name)
	}
	var b strings.Builder
	for _, table := range tables {
		if !slices.Contains(without, table) {
			s.dumpTable(&b, table, without)
		}
	}
	return b.String()
}

func (s *service) dumpTable(b *strings.Builder, table string, without []string) {
	s.Helper()
	rows, err := s.Runtime.Reader.Query(`SELECT * FROM ` + table + ` ORDER BY 1`)
	if err != nil {
		s.Fatal(err)
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		s.Fatal(err)
	}
	var lines []string
	for rows.Next() {
		values, places := make([]any, len(columns)), make([]any, len(columns))
		for i := range values {
			places[i] = &values[i]
		}
		if err := rows.Scan(places...); err != nil {
			s.Fatal(err)
		}
		line := table
		for i, column := range columns {
			if !slices.Contains(without, table+"."+column) {
				if bytes, ok := values[i].([]byte); ok {
					text, err := packed.Unpack(bytes)
					if err != nil {
						s.Fatal(err)
					}
					values[i] = string(text)
				}
				line += fmt.Sprintf(" %s=%s", column, values[i])
			}
		}
		lines = append(lines, line)
	}
	if err := rows.Err(); err != nil {
		s.Fatal(err)
	}
	slices.Sort(lines)
	b.WriteString(strings.Join(lines, "\n") + "\n")
}

// expectSame fails the test with the lines in which two dumps differ.
func (s *service) expectSame(what, before, after string) {
	s.Helper()
	if before == after {
		return
	}
	was, is := strings.Split(before, "\n"), strings.Split(after, "\n")
	for _, line := range was {
		if !slices.Contains(is, line) {
			s.Errorf("%s: gone:  %.300s", what, line)
		}
	}
	for _, line := range is {
		if !slices.Contains(was, line) {
			s.Errorf("%s: added: %.300s", what, line)
		}
	}
}
